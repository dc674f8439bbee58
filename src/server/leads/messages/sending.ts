import { inSharedTransaction } from '../../database/group-commit';
import { findInOutbox, tryNow } from '../../outbox/by-message-id';
import { announceChanges } from '../live/live';
import {
  deleteMessage,
  deleteSentEvent,
  deleteStatus,
  forgetWamid,
  insertSentStatus,
  type OursRow,
  putFailedStatus,
  selectOurs,
  selectTwin,
  updateSending,
  updateWamid,
} from './sent-queries';
import { settleFailure } from './settle-failure';

export type Ours = OursRow;

/** A message of ours as its sender needs it; null if it was erased. */
export function findOurs(id: number): Ours | null {
  return selectOurs().get({ id }) ?? null;
}

/** From now on Meta may have this message, although no answer told so. */
export function beginSending(id: number): Promise<void> {
  return inSharedTransaction(() => {
    updateSending().run({ id, since: new Date().toISOString() });
  });
}

/** Meta did not take this message, and may be asked again. */
export function endSending(id: number): Promise<void> {
  return inSharedTransaction(() => {
    updateSending().run({ id, since: null });
  });
}

/** Meta took this message and calls it `wamid`. What it told of that name before, in whatever order, stays. */
export function noteTaken(id: number, wamid: string): Promise<void> {
  return inSharedTransaction(() => nameTaken(id, wamid));
}

/**
 * Likewise by the id under which the outbox sent it, which statuses repeat, in the caller's transaction. Does nothing
 * for an id that is unknown here.
 */
export function noteTakenAs(sentAs: string, wamid: string): void {
  const found = findInOutbox(sentAs);
  const { message } = (found?.payload ?? {}) as { message?: number };
  if (!found || message === undefined) return;
  nameTaken(message, wamid);
  tryNow(found.id);
}

function nameTaken(id: number, wamid: string): void {
  const ours = findOurs(id);
  if (!ours || ours.wamid === wamid) return;
  absorbTwin(id, wamid);
  // It was given up here, and arrived nevertheless.
  if (ours.wamid !== null) deleteStatus().run({ wamid: ours.wamid });
  updateWamid().run({ id, wamid });
  insertSentStatus().run({ wamid, at: new Date().toISOString() });
  // What Meta told of that name before may have been a failure, or the end of ours.
  settleFailure(wamid, ours.wamid !== null);
  announceChanges();
}

/** Where Meta's echo came before its answer, the message is in the story already, without its author. */
function absorbTwin(id: number, wamid: string): void {
  const twin = selectTwin().get({ wamid, id });
  if (!twin) return;
  forgetWamid().run({ id: twin.id });
  if (twin.lead_id !== null)
    deleteSentEvent().run({ lead_id: twin.lead_id, created_at: twin.at, to_value: String(twin.id) });
  deleteMessage().run({ id: twin.id });
}

/**
 * This message will not be sent: Meta's code, or one of ours. It has no name at Meta, so its status stands under the
 * outbox's id.
 */
export function noteFailed(id: number, sentAs: string, error: number): Promise<void> {
  return inSharedTransaction(() => {
    const ours = findOurs(id);
    if (!ours || ours.wamid !== null) return;
    updateWamid().run({ id, wamid: sentAs });
    putFailedStatus().run({ wamid: sentAs, error, at: new Date().toISOString() });
    settleFailure(sentAs);
    announceChanges();
  });
}
