import type { DeliveryState, DeliverySummary } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import type { Tone } from '../ui/Badge';

/** How each state looks: only what failed asks for attention. */
export const STATE_TONES: Record<DeliveryState, Tone> = {
  pending: 'waiting',
  sent: 'success',
  failed: 'attention',
};

/** What a message is about, as people call it. */
export function eventName({ event }: Pick<DeliverySummary, 'event'>): string {
  return deliveryStrings.events[event] ?? event;
}

/** Tells one message from another, for the names of its buttons. */
export function fullName(delivery: DeliverySummary): string {
  return [eventName(delivery), delivery.about].filter(Boolean).join(' · ');
}
