import { createHash } from 'node:crypto';
import type { BulkAnswer, BulkChange, BulkInput } from '~/shared/leads/bulk';
import { resolveOwner } from '~/shared/leads/filters';
import { bulkErrors } from '~/shared/strings/lead/errors';
import { AppError } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { workInSlices } from '../../database/slices';
import type { Idempotency } from '../../idempotency/idempotency';
import { announceWins } from '../../notices/lead-notices';
import { MAX_DELETED_AT_ONCE } from '../../sessions/session-budget';
import { selectTouchByOthers } from '../history/event-queries';
import { lastEventId } from '../history/events';
import { selectLead } from '../lead-queries';
import { changeLeadInTransaction } from '../leads';
import { auditedFilters } from '../list/filters';
import { countListed } from '../list/lead-counts';
import { requireColleague } from '../owners/owners';
import { flushWords } from '../search/flush-words';
import { findHighestId } from '../search/search';
import { moveToTrashInTransaction } from '../trash';
import {
  type ActKey,
  type BulkAct,
  type Change,
  type Changed,
  findAct,
  limitStep,
  MAX_LEADS_PER_CALL,
  selectAct,
  tryOrSkip,
  updateAct,
} from './acts';
import { makeReader, type Target } from './read-batch';

const MAX_SKIPPED_NAMED = 10;
const MAX_WINS_NAMED = 20;

/**
 * Changes many leads in slices. Repeating the key resumes where the last call stopped; each answer sums up all calls
 * so far. Leads that refuse the change, were changed by others since `as_of`, or are gone are skipped. Unowned leads
 * stay unowned, unless they get a date. Large deletions are audited. `hidesMessages`: a search finds nobody
 * by what was written by WhatsApp.
 * @throws {AppError} `invalid`; `already_made` if the same key changed something else.
 */
export async function changeInBulk(
  input: BulkInput,
  asked: Idempotency,
  actor: Actor,
  { hidesMessages = false } = {},
): Promise<BulkAnswer> {
  const { userId, key } = asked;
  if (!input.ids && key === null) throw new AppError('invalid', { message: bulkErrors.keyMissing });
  if (input.change.owner_id) requireColleague(input.change.owner_id);
  const actKey = { user_id: userId, key: key ?? crypto.randomUUID() };
  const target: Target = input.ids
    ? { ids: [...new Set(input.ids)] }
    : { filters: resolveOwner(input.filter ?? {}, userId), hidesMessages };
  const deleted = await countDeleted(input, asked, { hidesMessages });
  await inSharedTransaction(() => begin(actKey, input, deleted, actor));
  if (!input.ids) await flushWords();
  const read = makeReader(target);
  const left: number[] = [];
  const skip = (id: number) => left.length < MAX_SKIPPED_NAMED && left.push(id);
  await workInSlices(
    limitStep(input.ids ? Number.POSITIVE_INFINITY : MAX_LEADS_PER_CALL, () =>
      continueAct(actKey, read, input.change, skip),
    ),
  );
  const { changed, skipped, state } = findAct(actKey);
  return { changed, skipped, left: left.flatMap(nameOf), undo: actKey.key, done: state !== 'doing' };
}

/** How many leads this request starts to delete; 0 if it only resumes. */
export async function countDeleted(
  { ids, filter, change }: BulkInput,
  { userId, key }: Idempotency,
  { hidesMessages = false } = {},
): Promise<number> {
  if (!change.deleted || (key !== null && selectAct().get({ user_id: userId, key }))) return 0;
  return ids ? new Set(ids).size : countListed(resolveOwner(filter ?? {}, userId), { hidesMessages });
}

function nameOf(id: number): { id: number; nombre: string }[] {
  const lead = selectLead().get({ id });
  return lead ? [{ id, nombre: lead.nombre }] : [];
}

const insertAct = query<
  [Pick<BulkAct, 'user_id' | 'key' | 'input_hash' | 'as_of' | 'position' | 'created_at' | 'audit_id'>],
  BulkAct
>(
  `INSERT INTO bulk_acts (user_id, key, input_hash, as_of, position, created_at, audit_id)
   VALUES (:user_id, :key, :input_hash, :as_of, :position, :created_at, :audit_id) RETURNING *`,
);

function begin(actKey: ActKey, { ids, filter, change, as_of }: BulkInput, deleted: number, actor: Actor): void {
  const input_hash = createHash('sha256').update(JSON.stringify({ ids, filter, change, as_of })).digest();
  const before = selectAct().get(actKey);
  if (before && !before.input_hash.equals(input_hash)) throw new AppError('already_made');
  if (before) return;
  const last = lastEventId();
  const to = [deleted, auditedFilters(filter ?? {})].filter(Boolean).join(' · ');
  insertAct().run({
    ...actKey,
    input_hash,
    as_of: Math.min(as_of ?? last, last),
    position: ids ? 0 : findHighestId() + 1,
    created_at: new Date().toISOString(),
    audit_id: deleted > MAX_DELETED_AT_ONCE ? recordAudit({ type: 'leads_deleted', actor, to }) : null,
  });
}

function continueAct(
  actKey: ActKey,
  read: ReturnType<typeof makeReader>,
  change: BulkChange,
  skip: (id: number) => void,
): number {
  const act = findAct(actKey);
  if (act.state !== 'doing') return 0;
  const batch = read(act);
  let changed = 0;
  for (const id of batch.ids) {
    if (changeOne(act, id, change)) changed++;
    else skip(id);
  }
  updateAct().run({
    ...act,
    position: batch.position,
    state: batch.isLast ? 'done' : 'doing',
    changed: act.changed + changed,
    skipped: act.skipped + batch.ids.length - changed,
  });
  if (batch.isLast && change.estado === 'ganado') announceWinsOf(act);
  return batch.isLast ? 0 : Math.max(1, batch.ids.length);
}

const selectWon = query<[{ act_id: number }], { lead_id: number }>(
  `SELECT lead_id FROM bulk_changes WHERE act_id = :act_id AND fields ->> '$.estado[1]' = 'ganado'`,
);

function announceWinsOf({ id, user_id }: BulkAct): void {
  const won = selectWon().all({ act_id: id });
  const leads = won.slice(0, MAX_WINS_NAMED).map(({ lead_id }) => lead_id);
  if (won.length > 0) announceWins(leads, user_id, won.length);
}

const insertChange = query<[Change & { act_id: number }]>(
  'INSERT INTO bulk_changes (act_id, lead_id, event_id, fields) VALUES (:act_id, :lead_id, :event_id, :fields)',
);

/** Returns false if the lead was skipped. */
function changeOne(
  { id: act_id, user_id, as_of }: BulkAct,
  lead_id: number,
  { deleted, ...fields }: BulkChange,
): boolean {
  const names = JSON.stringify(Object.keys(fields));
  if (selectTouchByOthers().get({ lead_id, after: as_of, fields: names, user_id })) return false;
  return tryOrSkip(() => {
    const done = deleted
      ? { event_id: moveToTrashInTransaction(lead_id, user_id), fields: {} }
      : changeFields(lead_id, fields, user_id);
    if (!done) return false;
    insertChange().run({ act_id, lead_id, event_id: done.event_id, fields: JSON.stringify(done.fields) });
    return true;
  });
}

function changeFields(id: number, fields: Omit<BulkChange, 'deleted'>, userId: string) {
  const { before, saved, changed } = changeLeadInTransaction(id, fields, userId, { claims: 'dates' });
  if (changed.length === 0) return null;
  const values: Changed = Object.fromEntries(changed.map((name) => [name, [before[name], saved[name]]]));
  return { event_id: saved.as_of, fields: values };
}
