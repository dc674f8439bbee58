import { crmStrings } from '~/shared/strings/crm';
import { getSettings } from '../env';
import { once } from '../process/once';

/** Loaded at first use: it brings certificate code most installations never need. */
export const webauthn = once(() => import('@simplewebauthn/server'));

/** EdDSA, ES256 and RS256: every device knows at least one. */
export const ALGORITHMS = [-8, -7, -257];

/** This site as devices know it, from SITE_URL, never from a request. */
export function relyingParty(): { name: string; id: string; origin: string } {
  const { SITE_URL } = getSettings();
  return {
    name: `${crmStrings.brand} ${crmStrings.product}`,
    id: new URL(SITE_URL).hostname,
    origin: SITE_URL,
  };
}
