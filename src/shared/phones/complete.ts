import { ENQUIRY_COUNTRIES, PHONE_PATTERN } from '../enquiries/fields';
import { cleanPhone, splitPhones, withoutExtension } from './written';

/** Mexico's domestic mobile prefixes, in use until 2019. */
const MEXICAN_PREFIX = /^(?:1|01|04[45])(?=\d{10}$)/;
/**
 * An Argentine mobile dialled domestically, '0341 15 555 1234': from abroad, a 9 before the area code replaces the 15
 * after it. Area codes are 11, or three or four digits starting with 2 or 3; with the number they make ten digits.
 */
const ARGENTINE_MOBILE = /^\+540?9?(?=\d{12}$)(11|[23]\d{2,3})15/;
/** No national number of these countries is this long. */
const LENGTH_WITH_CODE = 11;

/**
 * Turns a phone number, as typed or autofilled, into "+" and digits where that is certain: strips spaces, dots, dashes
 * and brackets, cuts off an extension, and adds the chosen country's calling code. What cannot be completed safely, such
 * as two numbers, stays as typed, so that the form can ask about it.
 */
export function completePhone(typed: string, country: string): string {
  return complete(typed, country).replace(ARGENTINE_MOBILE, '+549$1');
}

function complete(typed: string, country: string): string {
  const clean = cleanPhone(typed);
  if (splitPhones(typed).length > 1) return clean;
  const text = withoutExtension(clean)
    // "+34 (0) 612…": the zero is only for domestic calls.
    .replace(/^(\+|00)([\d\s]*)\(0\)/, '$1$2')
    .replace(/[\s\p{Cf}().\-/‐-―]/gu, '')
    .replace(/^00/, '+');
  if (/^\+\d*$/.test(text)) return text;
  const callingCode = ENQUIRY_COUNTRIES.find(({ code }) => code === country)?.callingCode;
  if (!callingCode || !/^\d{6,}$/.test(text)) return clean;
  if (text.length >= LENGTH_WITH_CODE && text.startsWith(callingCode)) return `+${text}`;
  const national = country === 'MX' ? text.replace(MEXICAN_PREFIX, '') : text.replace(/^0/, '');
  // An Argentine mobile without its area code is incomplete.
  if (country === 'AR' && national.startsWith('15')) return clean;
  return `+${callingCode}${national}`;
}

const COMPLETE = new RegExp(`^${PHONE_PATTERN}$`);
const MIN_DIGITS = 6;
const MAX_DIGITS = 15;

/** Why a number is not accepted. */
export type PhoneProblem = 'letters' | 'few' | 'many' | 'area' | 'code';

/** Why a number is not accepted; null if it is, or if it is empty. */
export function findPhoneProblem(typed: string, country: string): PhoneProblem | null {
  const phone = completePhone(typed, country);
  if (phone === '' || COMPLETE.test(phone)) return null;
  if (/\p{L}/u.test(phone)) return 'letters';
  const digits = phone.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS) return 'few';
  if (digits.length > MAX_DIGITS) return 'many';
  return country === 'AR' ? 'area' : 'code';
}
