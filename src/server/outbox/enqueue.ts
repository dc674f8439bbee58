import { once } from 'node:events';
import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { bringForward, countMailsTo, insertDelivery, selectOutcome, selectPayload } from './delivery-queries';
import { outcomes, wakeWorkers } from './wake';

const LONG_AGO = new Date(0).toISOString();

/** The idempotency id by which a receiver recognises a repeated message. */
export function newMessageId(): string {
  return `msg_${crypto.randomUUID()}`;
}

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

/** Mails with this event enqueued for an email within the last so many milliseconds. */
export function countMails(event: string, email: string, withinMs: number): number {
  const now = Date.now();
  const since = new Date(now - withinMs).toISOString();
  return countMailsTo().get({ event, email, since, now: new Date(now).toISOString() })?.count ?? 0;
}

/** A message in the outbox by the id that its receiver knows; null once it was removed from there. */
export function findInOutbox(messageId: string): { id: number; payload: unknown } | null {
  const row = selectPayload().get({ message_id: messageId });
  return row ? { id: row.id, payload: JSON.parse(row.payload) } : null;
}

/** Makes a pending message due now, in the caller's transaction. */
export function retryNow(id: number): void {
  bringForward().run({ id, now: new Date().toISOString() });
  wakeWorkers();
}

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
