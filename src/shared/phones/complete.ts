import { ENQUIRY_COUNTRIES, PHONE_PATTERN } from '../enquiries/fields';
import { type DialledCountry, isWholeNumber, NUMBERING_PLANS } from './numbering-plans';
import { cleanPhone, splitPhones, withoutExtension } from './written';

/** Mexico's domestic mobile prefixes, in use until 2019. */
const MEXICAN_PREFIX = /^(?:1|01|04[45])(?=\d{10}$)/;
/**
 * An Argentine mobile dialled domestically, '0341 15 555 1234': from abroad, a 9 before the area code replaces the 15
 * after it. Area codes are 11, or three or four digits starting with 2 or 3; with the number they make ten digits.
 */
const ARGENTINE_MOBILE = /^\+540?9?(?=\d{12}$)(11|[23]\d{2,3})15/;

/**
 * Turns a WhatsApp number, as typed or autofilled, into "+" and digits where that is certain: strips spaces, dots, dashes
 * and brackets, cuts off an extension, and adds the chosen country's calling code to as many digits as its numbers have.
 * What cannot be completed safely, such as two numbers, stays as typed, so that the form can ask about it.
 */
export function completePhone(typed: string, country: string): string {
  const digits = digitsOf(typed);
  const own = dialledIn(country);
  const completed = digits?.startsWith('+') || !own ? digits : digits && completeIn(own, digits);
  return completed?.startsWith('+') ? asMobile(completed) : cleanPhone(typed);
}

/** The one number's digits, with a leading "+" if there is one; null if it is none, or several. */
function digitsOf(typed: string): string | null {
  if (splitPhones(typed).length > 1) return null;
  const text = withoutExtension(cleanPhone(typed))
    // "+34 (0) 612…": the zero is only for domestic calls.
    .replace(/^(\+|00)([\d\s]*)\(0\)/, '$1$2')
    .replace(/[\s\p{Cf}().\-/‐-―]/gu, '')
    .replace(/^00/, '+');
  return /^\+?\d*$/.test(text) ? text : null;
}

function dialledIn(country: string): DialledCountry | undefined {
  const label: string = ENQUIRY_COUNTRIES.find(({ code }) => code === country)?.label ?? '';
  return label in NUMBERING_PLANS ? (label as DialledCountry) : undefined;
}

/** With the calling code, which may be there without its "+"; null if it is no whole number of that country. */
function completeIn(country: DialledCountry, digits: string): string | null {
  const { code } = NUMBERING_PLANS[country];
  const wholes = [digits, digits.startsWith(code) ? digits.slice(code.length) : '']
    .map((written) => nationalOf(written, country))
    .filter((national) => isWholeNumber(national, country));
  if (wholes[0] === undefined) return null;
  // WhatsApp numbers are mobiles, and Argentina's have a 9 before the area code.
  return `+${code}${country === 'Argentina' ? '9' : ''}${wholes[0]}`;
}

/** What follows the calling code, without Argentina's 9 and what is only dialled at home. */
function nationalOf(digits: string, country: DialledCountry): string {
  if (country === 'México') return digits.replace(MEXICAN_PREFIX, '');
  if (country !== 'Argentina') return digits.replace(/^0/, '');
  return asMobile(`+54${digits}`).replace(/^\+540?9?(?=\d{10}$)|^\+54/, '');
}

const asMobile = (phone: string) => phone.replace(ARGENTINE_MOBILE, '+549$1');

const COMPLETE = new RegExp(`^${PHONE_PATTERN}$`);
const MIN_DIGITS = 6;
const MAX_DIGITS = 15;
/** An Argentine number without its area code, or with a mobile's 15 in its place. */
const WITHOUT_AREA = /^(?!11)\d{6,8}$|^15/;

/** Why a number is not accepted. */
type PhoneProblem = 'letters' | 'few' | 'many' | 'area' | 'code';

/** Why a number is not accepted; null if it is, or if it is empty. */
export function findPhoneProblem(typed: string, country: string): PhoneProblem | null {
  const phone = completePhone(typed, country);
  if (phone === '' || COMPLETE.test(phone)) return null;
  if (/\p{L}/u.test(phone)) return 'letters';
  const digits = phone.replace(/\D/g, '');
  const own = phone.startsWith('+') ? undefined : dialledIn(country);
  if (own === 'Argentina' && WITHOUT_AREA.test(digits)) return 'area';
  const lengths = own ? NUMBERING_PLANS[own].digits : [MIN_DIGITS, MAX_DIGITS];
  if (digits.length < Math.min(...lengths)) return 'few';
  if (digits.length > Math.max(...lengths)) return 'many';
  return own === 'Argentina' ? 'area' : 'code';
}
