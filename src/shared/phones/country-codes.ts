import type { DialledCountry } from './numbering-plans';

/** ISO 3166 codes of the countries whose numbers are understood. */
export const COUNTRY_CODES = {
  Argentina: 'AR',
  Chile: 'CL',
  Colombia: 'CO',
  México: 'MX',
  Perú: 'PE',
  Uruguay: 'UY',
  España: 'ES',
  Paraguay: 'PY',
  Bolivia: 'BO',
} as const satisfies Record<DialledCountry, string>;
