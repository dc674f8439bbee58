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

/** What an email is matched by: case never tells two people apart. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/**
 * What a phone number is matched by: its E.164 digits without the marks that Argentina (9 after 54) and Mexico
 * (1 after 52) put on mobiles in some spellings and not in others. Null for text that is no possible number.
 */
export function phoneKey(phone: string | null, country: LeadCountry | null): string | null {
  if (!phone) return null;
  // Before parsing, because a Mexican number with its old 1 is too long for today's numbering plan.
  const compact = phone.replace(/[^\d+]/g, '').replace(/^\+521(?=\d{10}$)/, '+52');
  const number = parsePhoneNumberFromString(compact, country ? REGION_BY_COUNTRY[country] : undefined);
  if (!number?.isPossible()) return null;
  return number.number.slice(1).replace(/^549(?=\d{10}$)/, '54');
}
