import type { SecondFactor } from '~/shared/accounts/second-factor';
import { hasPasskey } from '../passkeys/held-passkeys';
import { isAskedOf } from './rule';
import { countRecoveryCodes, selectTotp } from './second-factor-queries';

/**
 * The second factors that may follow the password, any one of which suffices; empty if the password is enough. A
 * passkey alone makes no second step, unless one is required of this person: it signs in by itself.
 */
export function listWays(user_id: string): SecondFactor[] {
  const passkey: SecondFactor[] = hasPasskey(user_id) ? ['passkey'] : [];
  if (!selectTotp().get({ user_id })?.secret) return isAskedOf(user_id) ? passkey : [];
  const { left = 0 } = countRecoveryCodes().get({ user_id }) ?? {};
  return ['totp', ...passkey, ...(left > 0 ? (['recovery'] as const) : [])];
}
