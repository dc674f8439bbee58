import type { ProfileStatus } from '~/shared/accounts/account';
import type { DeliveryState } from '~/shared/deliveries/delivery';
import type { Tone } from './Badge';

export const PROFILE_TONES: Record<ProfileStatus, Tone> = {
  active: 'success',
  pending: 'waiting',
  suspended: 'attention',
  disabled: 'muted',
};

/** Only failed messages ask for attention. */
export const DELIVERY_TONES: Record<DeliveryState, Tone> = {
  pending: 'waiting',
  sent: 'success',
  failed: 'attention',
};
