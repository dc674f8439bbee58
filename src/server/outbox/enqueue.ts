import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { insertDelivery } from './delivery-queries';
import { wakeWorkers } from './wake';

/**
 * Puts a message into the outbox, in the caller's transaction, and returns its id. A token or password must never be in
 * a payload: it is made when the message is sent.
 */
export function enqueue(delivery: {
  kind: DeliveryKind;
  event: string;
  payload: unknown;
  leadId?: number | null;
}): string {
  const messageId = `msg_${crypto.randomUUID()}`;
  insertDelivery().run({
    message_id: messageId,
    kind: delivery.kind,
    event: delivery.event,
    lead_id: delivery.leadId ?? null,
    payload: JSON.stringify(delivery.payload),
    created_at: new Date().toISOString(),
  });
  wakeWorkers();
  return messageId;
}
