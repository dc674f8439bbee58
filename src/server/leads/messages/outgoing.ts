import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { findInOutbox, retryNow } from '../../outbox/enqueue';
import { announceChanges } from '../live/panels';
import { putStatus } from './message-queries';
import { refreshReplyState } from './reply-state';

/** A message of ours as its sender needs it. */
type OutgoingMessage = {
  id: number;
  lead_id: number | null;
  phone_key: string;
  kind: string;
  body: string | null;
  template: string | null;
  wamid: string | null;
  status: string | null;
  error: number | null;
  sending_since: string | null;
  at: string;
  /** 1: it has no lead, or its lead is in the trash. */
  is_leadless: 0 | 1;
};

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

const selectOutgoing = query<[{ id: number }], OutgoingMessage>(
  `SELECT messages.id, lead_id, messages.phone_key, kind, body, template, messages.wamid, status, error, sending_since,
     messages.at, leads.id IS NULL OR leads.deleted_at IS NOT NULL AS is_leadless
   FROM messages LEFT JOIN leads ON leads.id = lead_id
     LEFT JOIN message_statuses ON message_statuses.wamid = messages.wamid
   WHERE messages.id = :id AND direction = 'out'`,
);

/** A message of ours; null if it was erased. */
export function findOutgoing(id: number): OutgoingMessage | null {
  return selectOutgoing().get({ id }) ?? null;
}

const updateSending = query<[{ id: number; since: string | null }]>(
  'UPDATE messages SET sending_since = :since WHERE id = :id',
);

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

const updateWamid = query<[{ id: number; wamid: string }]>(
  'UPDATE messages SET wamid = :wamid, sending_since = NULL WHERE id = :id',
);

/** Sent, unless more is known. */
const insertSentStatus = query<[{ wamid: string; at: string }]>(
  `INSERT INTO message_statuses (wamid, status, at) VALUES (:wamid, 'sent', :at) ON CONFLICT (wamid) DO NOTHING`,
);

const deleteStatus = query<[{ wamid: string }]>('DELETE FROM message_statuses WHERE wamid = :wamid');

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

const selectEcho = query<[{ wamid: string; id: number }], { id: number; lead_id: number | null; at: string }>(
  `SELECT id, lead_id, at FROM messages WHERE wamid = :wamid AND id <> :id`,
);

/** Detaches a message from its wamid, so that deleting it keeps the statuses and reactions of the wamid. */
const clearWamid = query<[{ id: number }]>('UPDATE messages SET wamid = NULL WHERE id = :id');

const deleteMessage = query<[{ id: number }]>('DELETE FROM messages WHERE id = :id');

const deleteSentEvent = query<[{ lead_id: number; created_at: string; to_value: string }]>(
  `DELETE FROM lead_events
   WHERE lead_id = :lead_id AND created_at = :created_at AND type = 'message_sent' AND to_value = :to_value`,
);

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
