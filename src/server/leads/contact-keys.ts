import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { LeadCountry } from '~/shared/leads/lead';

const REGION_BY_COUNTRY: Partial<Record<LeadCountry, CountryCode>> = {
  Argentina: 'AR',
  Chile: 'CL',
  Colombia: 'CO',
  México: 'MX',
  Perú: 'PE',
  Uruguay: 'UY',
  España: 'ES',
  Paraguay: 'PY',
  Bolivia: 'BO',
};

/** The key by which emails are compared. Upper and lower case count as equal. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/**
 * The key by which phone numbers are compared: the E.164 digits, without the mobile prefixes of Argentina (9 after 54)
 * and Mexico (1 after 52), which are sometimes written and sometimes not. Null for text that is no possible number.
 */
export function phoneKey(phone: string | null, country: LeadCountry | null): string | null {
  if (!phone) return null;
  // Removed before parsing: with its old 1, a Mexican number is too long for the present numbering plan.
  const compact = phone.replace(/[^\d+]/g, '').replace(/^\+521(?=\d{10}$)/, '+52');
  const number = parsePhoneNumberFromString(compact, country ? REGION_BY_COUNTRY[country] : undefined);
  if (!number?.isPossible()) return null;
  return number.number.slice(1).replace(/^549(?=\d{10}$)/, '54');
}
