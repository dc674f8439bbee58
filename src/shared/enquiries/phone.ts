import { type EnquiryCountryCode, PHONE_PATTERN } from './fields';

/** Calling codes of the countries that the form lists (ITU-T E.164). */
const CALLING_CODES: Record<Exclude<EnquiryCountryCode, 'ROW'>, string> = {
  AR: '54',
  PY: '595',
  BO: '591',
  PE: '51',
  UY: '598',
  MX: '52',
  ES: '34',
};
/** No number of these countries is as long as this without its calling code. */
const LENGTH_WITH_CODE = 11;

/**
 * A phone number as people type it and as phones fill it in, in the form's format where that is certain: "+" and
 * digits. Spaces, dots, dashes and brackets go; the calling code of the chosen country is put in front of a number
 * that has none. What cannot be completed safely stays as it was typed, for the form to ask about.
 */
export function tidyPhone(typed: string, country: string): string {
  const text = typed
    .trim()
    // "+34 (0) 612…": the zero is for calls within the country.
    .replace(/^(\+|00)([\d\s]*)\(0\)/, '$1$2')
    .replace(/[\s\p{Cf}().\-/‐-―]/gu, '')
    .replace(/^00/, '+');
  if (/^\+\d*$/.test(text)) return text;
  const code = country in CALLING_CODES ? CALLING_CODES[country as keyof typeof CALLING_CODES] : undefined;
  if (!code || !/^\d{6,}$/.test(text)) return typed.trim();
  if (text.length >= LENGTH_WITH_CODE && text.startsWith(code)) return `+${text}`;
  const national = text.replace(/^0/, '');
  // An Argentine mobile without its area code could be anybody's.
  if (country === 'AR' && national.startsWith('15')) return typed.trim();
  return `+${code}${national}`;
}

const COMPLETE = new RegExp(`^${PHONE_PATTERN}$`);
const FEWEST_DIGITS = 6;
const MOST_DIGITS = 15;

/** What a number still lacks to be one that the form takes; null where it lacks nothing, or nothing was typed. */
export type PhoneLack = 'letters' | 'few' | 'many' | 'area' | 'code';

/** See `PhoneLack`. `typed` and `country` are the form's fields as they stand. */
export function findPhoneLack(typed: string, country: string): PhoneLack | null {
  const phone = tidyPhone(typed, country);
  if (phone === '' || COMPLETE.test(phone)) return null;
  if (/\p{L}/u.test(phone)) return 'letters';
  const digits = phone.replace(/\D/g, '');
  if (digits.length < FEWEST_DIGITS) return 'few';
  if (digits.length > MOST_DIGITS) return 'many';
  return country === 'AR' ? 'area' : 'code';
}
