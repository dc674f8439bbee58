import { phoneStrings } from '~/shared/strings/lead/phone';
import type { LeadCountry } from '../leads/enums';
import { splitPhones, withoutExtension } from './written';

const { faults } = phoneStrings;

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

/** Digits only, with a leading '+' if there is a calling code; of the first number, without its extension. */
export function compactPhone(typed: string): string {
  return (
    withoutExtension(splitPhones(typed)[0] ?? '')
      // "+34 (0) 612…": the zero is for domestic calls.
      .replace(/\(0\)/g, '')
      .replace(/[^\d+]/g, '')
      .replace(/^00/, '+')
  );
}

/** Argentine area codes are 11 or begin with 2 or 3. A mobile's 15 is not an area code. */
export const ARGENTINE_NUMBER = /^(11|[23]\d)\d{8}$/;

/** Why a phone number has no link. */
export type PhoneFault =
  | { fault: 'text' | 'code' | 'unknown' }
  | { fault: 'area' | 'few' | 'many' | 'country'; country: DialledCountry };

const MIN_DIGITS = 6;
/** Including the calling code. */
const MIN_INTERNATIONAL_LENGTH = 8;
/** No national number of these countries is this long. */
export const MIN_LENGTH_WITH_CODE = 11;

/** Why a lead without a phone_key has no link; null if there is no number. */
export function findPhoneFault(typed: string | null, country: LeadCountry | null): PhoneFault | null {
  if (!typed?.trim()) return null;
  const phone = compactPhone(typed);
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 3) return { fault: 'text' };
  const dialled = phone.startsWith('+') ? countryOfCode(digits) : country;
  if (!dialled || dialled === 'Otro') {
    return { fault: phone.startsWith('+') || digits.length < MIN_DIGITS ? 'unknown' : 'code' };
  }
  const { code, digits: lengths } = NUMBERING_PLANS[dialled];
  const hasCode = phone.startsWith('+') || (digits.startsWith(code) && digits.length >= MIN_LENGTH_WITH_CODE);
  const national = withoutTrunk(hasCode ? digits.slice(code.length) : digits, dialled);
  if (dialled === 'Argentina' && (/^15/.test(national) || [6, 7, 8].includes(national.length)))
    return { fault: 'area', country: dialled };
  if (national.length < Math.min(...lengths)) return { fault: 'few', country: dialled };
  if (national.length > Math.max(...lengths)) return { fault: 'many', country: dialled };
  return { fault: 'country', country: dialled };
}

/**
 * The country of an international number; 'Otro' if it is long enough but has no known code. Null without a calling
 * code.
 */
export function countryOfPhone(typed: string): LeadCountry | null {
  const phone = compactPhone(typed);
  if (!phone.startsWith('+')) return null;
  return countryOfCode(phone.slice(1)) ?? (phone.length > MIN_INTERNATIONAL_LENGTH ? 'Otro' : null);
}

function countryOfCode(digits: string): DialledCountry | undefined {
  const countries = Object.keys(NUMBERING_PLANS) as DialledCountry[];
  return countries.find((country) => digits.startsWith(NUMBERING_PLANS[country].code));
}

/** The fault in words, with how to correct it. */
export function describePhoneFault(typed: string | null, country: LeadCountry | null): string | null {
  const found = findPhoneFault(typed, country);
  if (!found) return null;
  if (!('country' in found)) return faults[found.fault];
  return faults[found.fault](found.country, NUMBERING_PLANS[found.country].example);
}

/** Without trunk zero and Argentina's 9. */
function withoutTrunk(national: string, country: DialledCountry): string {
  const own = national.replace(/^0/, '');
  return country === 'Argentina' ? own.replace(/^9(?=15|\d{10})/, '') : own;
}
