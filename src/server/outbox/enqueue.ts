import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { insertDelivery } from './delivery-queries';
import { wakeWorkers } from './wake';

const LONG_AGO = new Date(0).toISOString();

/**
 * Puts a message into the outbox, in the caller's transaction, and returns its id. A token or password must never be in
 * a payload: it is made when the message is sent.
 */
export function enqueue(delivery: {
  kind: DeliveryKind;
  event: string;
  payload: unknown;
  leadId?: number | null;
  webhookId?: number | null;
  /** Before everything that waits. */
  first?: boolean;
}): string {
  const messageId = `msg_${crypto.randomUUID()}`;
  const now = new Date().toISOString();
  insertDelivery().run({
    message_id: messageId,
    kind: delivery.kind,
    webhook_id: delivery.webhookId ?? null,
    event: delivery.event,
    lead_id: delivery.leadId ?? null,
    payload: JSON.stringify(delivery.payload),
    created_at: now,
    due_at: delivery.first ? LONG_AGO : now,
  });
  wakeWorkers();
  return messageId;
}
