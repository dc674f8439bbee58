import { EventEmitter, once } from 'node:events';
import type { DeliveryKind, DeliveryState } from '~/shared/deliveries/delivery';
import { query } from '../database/connection';

/** Emits the id of each message whose attempt this process has recorded. */
export const outcomes = new EventEmitter();

/** `overridePause`: ends a pause that a receiver asked for. */
type Wake = (overridePause: boolean) => void;

const callbacks = new Set<Wake>();

/** Registers a worker's callback; returns a function that removes it. */
export function onWake(callback: Wake): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

let isScheduled = false;
let isOverride = false;

/** Makes the workers look for due messages, after the current transaction. */
export function wakeWorkers({ overridePause = false } = {}): void {
  isOverride ||= overridePause;
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    const wasOverride = isOverride;
    isScheduled = isOverride = false;
    for (const callback of callbacks) callback(wasOverride);
  });
}

const LONG_AGO = new Date(0).toISOString();

/** The idempotency id by which a receiver recognises a repeated message. */
export function newMessageId(): string {
  return `msg_${crypto.randomUUID()}`;
}

type NewDelivery = {
  message_id: string;
  kind: DeliveryKind;
  webhook_id: number | null;
  event: string;
  lead_id: number | null;
  payload: string;
  ordered: 0 | 1;
  created_at: string;
  due_at: string;
};

/** A message about a lead waits for earlier ones about it to the same destination, to arrive in order. */
const insertDelivery = query<[NewDelivery]>(
  `INSERT INTO deliveries (message_id, kind, webhook_id, event, lead_id, payload, ordered, waits, planned_at,
                           next_attempt_at, created_at)
   VALUES (:message_id, :kind, :webhook_id, :event, :lead_id, :payload, :ordered,
           EXISTS (SELECT 1 FROM deliveries WHERE kind = :kind AND webhook_id IS :webhook_id AND lead_id = :lead_id
                                                  AND state = 'pending'),
           :created_at, :due_at, :created_at)`,
);

/**
 * Puts a message in the outbox, in the caller's transaction, and returns its id. The payload must never contain a token
 * or password; those are made on sending.
 */
export function enqueue(delivery: {
  /** Given where the payload contains it, too. */
  messageId?: string;
  kind: DeliveryKind;
  event: string;
  payload: unknown;
  leadId?: number | null;
  webhookId?: number | null;
  /** Ahead of everything that waits. */
  first?: boolean;
  /** Minimum delay. */
  delayMs?: number;
  /** Ordered by a stranger: sent by its own worker (process/delivery-workers.ts). */
  ordered?: boolean;
}): string {
  const { messageId = newMessageId() } = delivery;
  const now = Date.now();
  const due = new Date(now + (delivery.delayMs ?? 0)).toISOString();
  insertDelivery().run({
    message_id: messageId,
    kind: delivery.kind,
    webhook_id: delivery.webhookId ?? null,
    event: delivery.event,
    lead_id: delivery.leadId ?? null,
    payload: JSON.stringify(delivery.payload),
    ordered: delivery.ordered ? 1 : 0,
    created_at: new Date(now).toISOString(),
    due_at: delivery.first ? LONG_AGO : due,
  });
  wakeWorkers();
  return messageId;
}

/** Mails of a kind to an email's owner, sent or pending, since a moment. */
const countMailsTo = query<[{ event: string; email: string; since: string; now: string }], { count: number }>(
  `SELECT count(*) AS count FROM deliveries
   WHERE kind IN ('mail', 'provisioning') AND coalesce(payload ->> '$.user_id', payload ->> '$.email') = :email
     AND event = :event AND created_at > :since AND created_at <= :now`,
);

/** Mails with this event enqueued for an email within the last so many milliseconds. */
export function countMails(event: string, email: string, withinMs: number): number {
  const now = Date.now();
  const since = new Date(now - withinMs).toISOString();
  return countMailsTo().get({ event, email, since, now: new Date(now).toISOString() })?.count ?? 0;
}

const selectPayload = query<[{ message_id: string }], { id: number; payload: string }>(
  'SELECT id, payload FROM deliveries WHERE message_id = :message_id',
);

/** A message in the outbox by the id that its receiver knows; null once it was removed from there. */
export function findInOutbox(messageId: string): { id: number; payload: unknown } | null {
  const row = selectPayload().get({ message_id: messageId });
  return row ? { id: row.id, payload: JSON.parse(row.payload) } : null;
}

const bringForward = query<[{ id: number; attempts: 0 | null; now: string }]>(
  `UPDATE deliveries SET attempts = coalesce(:attempts, attempts), planned_at = :now, next_attempt_at = :now
   WHERE id = :id AND state = 'pending' AND next_attempt_at > :now`,
);

/** Makes a pending message due now, in the caller's transaction; with `afresh` it gets all its attempts again. */
export function retryNow(id: number, { afresh = false } = {}): void {
  bringForward().run({ id, attempts: afresh ? 0 : null, now: new Date().toISOString() });
  wakeWorkers();
}

const selectOutcome = query<[{ message_id: string }], { state: DeliveryState; attempts: number }>(
  'SELECT state, attempts FROM deliveries WHERE message_id = :message_id',
);

/**
 * Whether the first attempt to deliver a message succeeds within `withinMs`. Call it after the transaction that
 * enqueued the message. The outbox retries in any case. Where another process sends, only the end of the wait shows it.
 */
export async function waitForFirstOutcome(messageId: string, withinMs: number): Promise<boolean> {
  const read = () => selectOutcome().get({ message_id: messageId });
  if (read()?.attempts === 0)
    await once(outcomes, messageId, { signal: AbortSignal.timeout(withinMs) }).catch(() => undefined);
  return read()?.state === 'sent';
}
