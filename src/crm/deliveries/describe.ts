import type { DeliveryState, DeliverySummary } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import type { Tone } from '../ui/Badge';

/** Each state's colour: only failed messages ask for attention. */
export const STATE_TONES: Record<DeliveryState, Tone> = {
  pending: 'waiting',
  sent: 'success',
  failed: 'attention',
};

/** What a message is about, in Spanish. */
export function eventName({ event }: Pick<DeliverySummary, 'event'>): string {
  return deliveryStrings.events[event] ?? event;
}

/** A name that distinguishes the message from others, for the accessible names of its buttons. */
export function fullName(delivery: DeliverySummary): string {
  return [eventName(delivery), delivery.about].filter(Boolean).join(' · ');
}
