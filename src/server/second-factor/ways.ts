import type { SecondFactor } from '~/shared/accounts/second-factor';
import { hasPasskey } from '../passkeys/held-passkeys';
import { isAskedOf } from './rule';
import { countRecoveryCodes, selectTotp } from './second-factor-queries';

/**
 * What somebody has to prove besides the password, and may prove in any of these ways; none if the password is enough. A
 * passkey alone is no second step after a password, unless one is asked of this person: it signs in by itself.
 */
export function listWays(user_id: string): SecondFactor[] {
  const passkey: SecondFactor[] = hasPasskey(user_id) ? ['passkey'] : [];
  if (!selectTotp().get({ user_id })?.secret) return isAskedOf(user_id) ? passkey : [];
  const { left = 0 } = countRecoveryCodes().get({ user_id }) ?? {};
  return ['totp', ...passkey, ...(left > 0 ? (['recovery'] as const) : [])];
}
