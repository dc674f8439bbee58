import { phoneStrings } from '~/shared/strings/lead/phone';
import type { LeadCountry } from '../leads/enums';
import { type DialledCountry, NUMBERING_PLANS } from './numbering-plans';
import { splitPhones, withoutExtension } from './written';

const { faults } = phoneStrings;

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
