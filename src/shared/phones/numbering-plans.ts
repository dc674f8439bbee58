import type { LeadCountry } from '../leads/enums';

export type DialledCountry = Exclude<LeadCountry, 'Otro'>;

/**
 * Numbering plans: calling code, number of digits after it (without the 9 of Argentine mobiles), and an example mobile.
 */
export const NUMBERING_PLANS: Record<DialledCountry, { code: string; digits: readonly number[]; example: string }> = {
  Argentina: { code: '54', digits: [10], example: '+54 9 11 2345 6789' },
  Chile: { code: '56', digits: [9], example: '+56 9 6123 4567' },
  Colombia: { code: '57', digits: [10], example: '+57 300 123 4567' },
  México: { code: '52', digits: [10], example: '+52 55 1234 5678' },
  Perú: { code: '51', digits: [8, 9], example: '+51 987 654 321' },
  Uruguay: { code: '598', digits: [8], example: '+598 94 123 456' },
  España: { code: '34', digits: [9], example: '+34 612 345 678' },
  Paraguay: { code: '595', digits: [8, 9], example: '+595 981 123 456' },
  Bolivia: { code: '591', digits: [8], example: '+591 7123 4567' },
};

/** Argentine area codes are 11 or begin with 2 or 3. A mobile's 15 is not an area code. */
const ARGENTINE_NUMBER = /^(11|[23]\d)\d{8}$/;

/** Whether digits after the calling code are as many as that country's numbers have, and may begin like this. */
export function isWholeNumber(national: string, country: DialledCountry): boolean {
  const { digits } = NUMBERING_PLANS[country];
  if (country === 'Argentina') return ARGENTINE_NUMBER.test(national);
  // Where numbers differ in length, mobiles have the greater, and only they begin with 9.
  return national.startsWith('9') ? national.length === Math.max(...digits) : digits.includes(national.length);
}
