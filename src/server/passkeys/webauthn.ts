import { crmStrings } from '~/shared/strings/crm';
import { getSettings } from '../env';
import { once } from '../process/once';

/** Loaded at the first use: it brings code for certificates that most installations never need. */
export const webauthn = once(() => import('@simplewebauthn/server'));

/** EdDSA, ES256 and RS256, which all devices have at least one of. */
export const ALGORITHMS = [-8, -7, -257];

/** This site as devices know it. Both come from SITE_URL, never from a request. */
export function relyingParty(): { name: string; id: string; origin: string } {
  const { SITE_URL } = getSettings();
  return {
    name: `${crmStrings.brand} ${crmStrings.product}`,
    id: new URL(SITE_URL).hostname,
    origin: SITE_URL,
  };
}
