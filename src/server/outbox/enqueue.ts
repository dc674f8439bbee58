import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { countMailsTo, insertDelivery } from './delivery-queries';
import { wakeWorkers } from './wake';

const LONG_AGO = new Date(0).toISOString();

/** The id by which a receiver recognises a message that comes again. */
export function newMessageId(): string {
  return `msg_${crypto.randomUUID()}`;
}

/**
 * Puts a message into the outbox, in the caller's transaction, and returns its id. A token or password must never be in
 * a payload: it is made when the message is sent.
 */
export function enqueue(delivery: {
  /** Where the payload says it, too. */
  messageId?: string;
  kind: DeliveryKind;
  event: string;
  payload: unknown;
  leadId?: number | null;
  webhookId?: number | null;
  /** Before everything that waits. */
  first?: boolean;
  /** Not before so long. */
  waitsMs?: number;
  /** By a stranger: it is sent in a lane of its own (process/delivery-workers.ts). */
  ordered?: boolean;
}): string {
  const { messageId = newMessageId() } = delivery;
  const now = Date.now();
  const due = new Date(now + (delivery.waitsMs ?? 0)).toISOString();
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

/** How many mails with this event were put into the outbox for an email within so many milliseconds. */
export function countMails(event: string, email: string, withinMs: number): number {
  const since = new Date(Date.now() - withinMs).toISOString();
  return countMailsTo().get({ event, email, since })?.count ?? 0;
}
