import { type EnquiryCountryCode, PHONE_PATTERN } from './fields';

/** Calling codes of the countries in the form (ITU-T E.164). */
const CALLING_CODES: Record<Exclude<EnquiryCountryCode, 'ROW'>, string> = {
  AR: '54',
  PY: '595',
  BO: '591',
  PE: '51',
  UY: '598',
  MX: '52',
  ES: '34',
};
/** The prefixes of calls to a mobile within Mexico, until 2019. */
const MEXICAN_PREFIX = /^(?:1|01|04[45])(?=\d{10}$)/;
/**
 * An Argentine mobile as it is dialled at home, '0341 15 555 1234': from abroad a 9 before the area code stands for the 15
 * after it. Area codes are 11, and those of three or four digits that begin with 2 or 3; with the number they have ten.
 */
const ARGENTINE_MOBILE = /^\+540?9?(?=\d{12}$)(11|[23]\d{2,3})15/;
/** Without its calling code, no number of these countries is this long. */
const LENGTH_WITH_CODE = 11;

/**
 * Turns a phone number, as people type it or phones fill it in, into the form's format ("+" and digits) if that is
 * certain. Removes spaces, dots, dashes and brackets, and adds the calling code of the chosen country if there is none.
 * A number that cannot be completed safely stays as typed, so that the form can ask about it.
 */
export function tidyPhone(typed: string, country: string): string {
  return complete(typed, country).replace(ARGENTINE_MOBILE, '+549$1');
}

function complete(typed: string, country: string): string {
  const text = typed
    .trim()
    // "+34 (0) 612…": the zero is only for calls within the country.
    .replace(/^(\+|00)([\d\s]*)\(0\)/, '$1$2')
    .replace(/[\s\p{Cf}().\-/‐-―]/gu, '')
    .replace(/^00/, '+');
  if (/^\+\d*$/.test(text)) return text;
  const code = country in CALLING_CODES ? CALLING_CODES[country as keyof typeof CALLING_CODES] : undefined;
  if (!code || !/^\d{6,}$/.test(text)) return typed.trim();
  if (text.length >= LENGTH_WITH_CODE && text.startsWith(code)) return `+${text}`;
  const national = country === 'MX' ? text.replace(MEXICAN_PREFIX, '') : text.replace(/^0/, '');
  // Without its area code, an Argentine mobile number is not complete.
  if (country === 'AR' && national.startsWith('15')) return typed.trim();
  return `+${code}${national}`;
}

const COMPLETE = new RegExp(`^${PHONE_PATTERN}$`);
const FEWEST_DIGITS = 6;
const MOST_DIGITS = 15;

/** What a number lacks to be accepted; null if it lacks nothing, or is empty. */
export type PhoneLack = 'letters' | 'few' | 'many' | 'area' | 'code';

/** See `PhoneLack`. `typed` and `country` are the values of the form's fields. */
export function findPhoneLack(typed: string, country: string): PhoneLack | null {
  const phone = tidyPhone(typed, country);
  if (phone === '' || COMPLETE.test(phone)) return null;
  if (/\p{L}/u.test(phone)) return 'letters';
  const digits = phone.replace(/\D/g, '');
  if (digits.length < FEWEST_DIGITS) return 'few';
  if (digits.length > MOST_DIGITS) return 'many';
  return country === 'AR' ? 'area' : 'code';
}
