import { inSharedTransaction } from '../../database/group-commit';
import { findInOutbox, retryNow } from '../../outbox/enqueue';
import { announceChanges } from '../live/stream';
import {
  clearWamid,
  deleteMessage,
  deleteSentEvent,
  deleteStatus,
  insertSentStatus,
  type OutgoingMessage,
  selectEcho,
  selectOutgoing,
  updateSending,
  updateWamid,
} from './outgoing-queries';
import { putStatus } from './received-queries';
import { refreshReplyState } from './reply-state';

export type { OutgoingMessage };

/** Error codes of the CRM itself, beside Meta's, which are positive. */
export const OWN_FAILURES = {
  /** Its lead was deleted, or is in the trash. */
  leadGone: -1,
  /** The number was disconnected. */
  disconnected: -2,
  /** It could not be sent for a day. */
  tooLate: -3,
} as const;

/** Meta's code for a text after the person's 24 hours. */
export const WINDOW_CLOSED = 131047;

/** A message of ours; null if it was erased. */
export function findOutgoing(id: number): OutgoingMessage | null {
  return selectOutgoing().get({ id }) ?? null;
}

/** Marks a message as in flight: from now on Meta may have it, even if no answer says so. */
export function markInFlight(id: number): Promise<void> {
  return inSharedTransaction(() => {
    updateSending().run({ id, since: new Date().toISOString() });
  });
}

/** Meta refused the message; it may be sent again. */
export function clearInFlight(id: number): Promise<void> {
  return inSharedTransaction(() => {
    updateSending().run({ id, since: null });
  });
}

/** Meta accepted the message as `wamid`. Statuses of that wamid that came before stay. */
export function markSent(id: number, wamid: string): Promise<void> {
  return inSharedTransaction(() => assignWamid(id, wamid));
}

/** `markSent` by the outbox's message id, which statuses repeat, in the caller's transaction. Ignores unknown ids. */
export function markSentByOutboxId(outboxId: string, wamid: string): void {
  const found = findInOutbox(outboxId);
  const { message } = (found?.payload ?? {}) as { message?: number };
  if (!found || message === undefined) return;
  assignWamid(message, wamid);
  retryNow(found.id);
}

function assignWamid(id: number, wamid: string): void {
  const message = findOutgoing(id);
  if (!message || message.wamid === wamid) return;
  removeEcho(id, wamid);
  // It may have been given up here, and arrived nevertheless.
  if (message.wamid !== null) deleteStatus().run({ wamid: message.wamid });
  updateWamid().run({ id, wamid });
  insertSentStatus().run({ wamid, at: new Date().toISOString() });
  // An earlier status of this wamid may be a failure.
  refreshReplyState({ ...message, direction: 'out' }, { isLive: message.wamid !== null });
  announceChanges();
}

/** If Meta's echo came before its answer, the message is already stored a second time, without its author. */
function removeEcho(id: number, wamid: string): void {
  const echo = selectEcho().get({ wamid, id });
  if (!echo) return;
  clearWamid().run({ id: echo.id });
  if (echo.lead_id !== null)
    deleteSentEvent().run({ lead_id: echo.lead_id, created_at: echo.at, to_value: String(echo.id) });
  deleteMessage().run({ id: echo.id });
}

/** Gives a message up, with Meta's code or one of OWN_FAILURES, stored under the outbox's id, as it has no wamid. */
export function markFailed(id: number, outboxId: string, error: number): Promise<void> {
  return inSharedTransaction(() => {
    const message = findOutgoing(id);
    if (!message || message.wamid !== null) return;
    updateWamid().run({ id, wamid: outboxId });
    putStatus().run({ wamid: outboxId, status: 'failed', error, at: new Date().toISOString() });
    refreshReplyState({ ...message, direction: 'out' }, { isLive: false });
    announceChanges();
  });
}
