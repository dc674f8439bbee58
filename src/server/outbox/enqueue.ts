import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { insertDelivery } from './delivery-queries';
import { wakeWorkers } from './wake';

/**
 * Puts something to deliver into the outbox, inside the caller's transaction, and returns the message's id. What
 * opens a door (a token, a password) never belongs in a payload: it is made when the message is sent.
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
