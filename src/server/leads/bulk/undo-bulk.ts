import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { BulkUndoAnswer } from '~/shared/leads/bulk';
import { type Actor, recordAudit } from '../../audit/audit';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { workInSlices } from '../../database/slices';
import { selectTouch } from '../history/event-queries';
import { changeLeadInTransaction, restartTimerIfUntouched } from '../leads';
import { restoreLeadInTransaction } from '../trash';
import {
  type BulkAct,
  type Change,
  type Changed,
  limitStep,
  MAX_LEADS_PER_CALL,
  requireAct,
  selectAct,
  tryOrSkip,
  updateAct,
} from './acts';

const LEADS_PER_BATCH = 5;

const selectActById = query<[{ id: number }], BulkAct>('SELECT * FROM bulk_acts WHERE id = :id');

/**
 * Undoes in slices what a request of this user changed, cancelling it if it still runs. Administrators can undo
 * anybody's bulk deletion. Leads changed since are kept as they are. Repeating the call resumes it.
 * @throws {AppError} `not_found` if it is too old or was never made.
 */
export async function undoInBulk(key: string, user: SessionUser, actor: Actor): Promise<BulkUndoAnswer> {
  const { id } = await inSharedTransaction(() => {
    const act = findUndoable(key.toLowerCase(), user);
    if (act.state !== 'doing' && act.state !== 'done') return act;
    updateAct().run({ ...act, state: 'undoing' });
    return act;
  });
  await workInSlices(limitStep(MAX_LEADS_PER_CALL, () => undoSome(id, actor)));
  const { restored, kept, state } = requireAct(selectActById().get({ id }));
  return { restored, kept, done: state === 'undone' };
}

/** A bulk deletion by its key, whoever made it. */
const selectDeletion = query<[{ key: string }], BulkAct>(
  'SELECT * FROM bulk_acts WHERE key = :key AND audit_id IS NOT NULL ORDER BY id DESC LIMIT 1',
);

function findUndoable(key: string, user: SessionUser): BulkAct {
  const own = selectAct().get({ user_id: user.id, key });
  return requireAct(own ?? (isAdmin(user) ? selectDeletion().get({ key }) : undefined));
}

const deleteChange = query<[{ act_id: number; lead_id: number }]>(
  'DELETE FROM bulk_changes WHERE act_id = :act_id AND lead_id = :lead_id',
);

const selectChanges = query<[{ act_id: number; limit: number }], Change>(
  `SELECT lead_id, event_id, fields FROM bulk_changes WHERE act_id = :act_id ORDER BY lead_id DESC LIMIT :limit`,
);

function undoSome(id: number, actor: Actor): number {
  const act = requireAct(selectActById().get({ id }));
  if (act.state !== 'undoing') return 0;
  const changes = selectChanges().all({ act_id: act.id, limit: LEADS_PER_BATCH });
  let restored = 0;
  for (const { lead_id, event_id, fields } of changes) {
    if (undoOne(lead_id, event_id, JSON.parse(fields), actor.id)) restored++;
    deleteChange().run({ act_id: act.id, lead_id });
  }
  updateAct().run({
    ...act,
    state: changes.length > 0 ? 'undoing' : 'undone',
    restored: act.restored + restored,
    kept: act.kept + changes.length - restored,
  });
  // Audited only now: some leads may have been purged or restored one by one meanwhile.
  if (changes.length === 0 && act.audit_id !== null)
    recordAudit({ type: 'leads_undeleted', actor, to: String(act.restored) });
  return changes.length;
}

const selectMoment = query<[{ id: number }], { created_at: string }>(
  'SELECT created_at FROM lead_events WHERE id = :id',
);

/** Returns false if the lead was kept as it is. */
function undoOne(lead_id: number, after: number, fields: Changed, userId: string): boolean {
  const names = Object.keys(fields);
  if (selectTouch().get({ lead_id, after, fields: JSON.stringify(names) })) return false;
  return tryOrSkip(() => {
    if (names.length === 0) {
      restoreLeadInTransaction(lead_id, userId);
      return true;
    }
    const pick = (index: 0 | 1) => Object.fromEntries(names.map((name) => [name, fields[name]?.[index]]));
    const { before, saved } = changeLeadInTransaction(lead_id, { ...pick(0), previous: pick(1) }, userId, {
      undoes: selectMoment().get({ id: after })?.created_at,
    });
    restartTimerIfUntouched(before, saved);
    return true;
  });
}
