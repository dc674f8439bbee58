import type { SessionUser } from '~/shared/accounts/account';
import type { Lead, UndoneAct } from '~/shared/leads/lead';
import { undoErrors } from '~/shared/strings/lead/errors';
import { AppError } from '../../app-error';
import { inSharedTransaction } from '../../database/group-commit';
import type { GivenChanges } from '../conflicts';
import { lastEventId } from '../history/events';
import {
  changeLeadInTransaction,
  describeChange,
  findFollowing,
  lookUpFollowing,
  restartTimerIfUntouched,
} from '../leads';
import { pickFieldsToRestore } from './fields-to-restore';
import { UNDO_HANDLERS, type UndoStep } from './undo-handlers';
import { type ActEvent, selectAct, type UndoingUser } from './undo-queries';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Undoes the caller's act on a lead, up to a day old, with its consequences, once. `event`: any of the act's.
 * @throws {AppError} `not_found` if there is no such lead; `forbidden` for somebody else's act; `conflict` if it is too
 * old, cannot be undone, or was changed since.
 */
export function undoAct(leadId: number, event: number, user: UndoingUser): Promise<UndoneAct> {
  return inSharedTransaction(() => {
    const before = findFollowing(leadId);
    for (const work of planUndo(before, readAct(before, event), user)) work();
    const after = lookUpFollowing(before.id);
    if (!after) return { lead: null, changed: {}, as_of: lastEventId() };
    const { as_of } = after;
    // Merged again, the lead is now another one.
    if (after.id !== before.id) return { lead: after, changed: {}, as_of };
    restartTimerIfUntouched(before, after);
    return { ...describeChange(before, after), as_of };
  });
}

/** Whether an event begins an act that this user can undo now. */
export function isUndoable(lead: Lead, { id, actor_id, created_at }: EventRef, user: SessionUser): boolean {
  if (actor_id !== user.id || isOld(created_at)) return false;
  const act = readAct(lead, id);
  if (act[0]?.id !== id) return false;
  try {
    return planUndo(lead, act, { ...user, address: null }).length > 0;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

type EventRef = Pick<ActEvent, 'id' | 'actor_id' | 'created_at'>;

function readAct(lead: Lead, event: number): ActEvent[] {
  return selectAct().all({ lead_id: lead.id, id: event });
}

function isOld(created_at: string): boolean {
  return Date.parse(created_at) < Date.now() - DAY_MS;
}

/** The steps of an undo, in order; none if all is as before already. Writes nothing yet. */
function planUndo(lead: Lead, act: ActEvent[], user: UndoingUser): UndoStep[] {
  const [main] = act;
  if (!main) throw conflict(undoErrors.impossible);
  if (main.actor_id !== user.id) throw new AppError('forbidden', { message: undoErrors.ofSomebody });
  if (isOld(main.created_at)) throw conflict(undoErrors.tooOld);
  const handler = UNDO_HANDLERS[main.type];
  if (handler === null) throw conflict(undoErrors.impossible);
  const { work, isComplete } = handler(lead, main, user);
  if (main.origin_id !== null && (work || !isComplete)) throw conflict(undoErrors.joined);
  const changes: GivenChanges = isComplete ? {} : pickFieldsToRestore(lead, act, user.id);
  return [
    ...(work ? [work] : []),
    ...(Object.keys(changes).length > 0
      ? [() => void changeLeadInTransaction(lead.id, changes, user.id, { undoes: main.created_at })]
      : []),
  ];
}

function conflict(message: string): AppError {
  return new AppError('conflict', { message });
}
