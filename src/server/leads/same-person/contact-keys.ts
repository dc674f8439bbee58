import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { parsePhoneNumberFromString as parseMobile } from 'libphonenumber-js/mobile';
import { emailKey } from '~/shared/leads/email-key';
import { LEAD_COUNTRIES, type LeadCountry } from '~/shared/leads/enums';
import { COUNTRY_CODES } from '~/shared/phones/country-codes';
import { withoutMobilePrefix } from '~/shared/phones/mobile-prefix';
import { compactPhone, MIN_LENGTH_WITH_CODE } from '~/shared/phones/numbering';
import { type DialledCountry, isWholeNumber, NUMBERING_PLANS } from '~/shared/phones/numbering-plans';
import { extensionOf, kindOfNumber, splitPhones } from '~/shared/phones/written';

const COUNTRIES = Object.keys(COUNTRY_CODES) as DialledCountry[];

/** What identifies a person. Null matches nobody. */
export type PersonKeys = { email_key: string | null; phone_key: string | null };

type Contact = {
  email?: string | undefined;
  whatsapp?: string | null | undefined;
  pais?: LeadCountry | null | undefined;
};

export function personKeys({ email = '', whatsapp = null, pais = null }: Contact): PersonKeys {
  return { email_key: emailKey(email.trim()) || null, phone_key: phoneKey(whatsapp, pais) };
}

/**
 * The key that phone numbers are compared by: the E.164 digits, without the mobile prefixes of Argentina (9 after 54),
 * Mexico (1 after 52) and Brazil (9 after the area code), which people write or omit, and WhatsApp, too. A number without
 * a calling code gets that of the lead's country, unless it is complete but for its '+'. Of several numbers the best
 * counts. Null for text that is not a number or could be somebody else's.
 */
export function phoneKey(phone: string | null, country: LeadCountry | null): string | null {
  const [first] = phone ? orderPhones(splitPhones(phone), country) : [];
  return first === undefined ? null : keyOfOne(first, country);
}

/** First the number to write to: one that yields a key, and a mobile by what it says or its country's plan. */
export function orderPhones(found: string[], country: LeadCountry | null): string[] {
  if (found.length < 2) return found;
  const rank = (one: string) => {
    const kind = kindOfNumber(one);
    if (kind === 'fax') return -1;
    const isMobile = kind === 'mobile' || isMobileNumber(one, country);
    return (keyOfOne(one, country) === null ? 0 : 2) + (isMobile ? 1 : 0);
  };
  return found.toSorted((a, b) => rank(b) - rank(a));
}

function keyOfOne(phone: string, country: LeadCountry | null): string | null {
  const compact = compactPhone(phone);
  return keyOf(compact, dialledIn(country)) ?? (isWhole(compact) ? keyOf(`+${compact}`, undefined) : null);
}

const dialledIn = (country: LeadCountry | null) => (country && country !== 'Otro' ? country : undefined);

/** By its country's plan. Where mobiles look like other numbers, as in Mexico, all of them are. */
function isMobileNumber(phone: string, country: LeadCountry | null): boolean {
  const dialled = dialledIn(country);
  const number = parseMobile(rewrite(compactPhone(phone), dialled), dialled && COUNTRY_CODES[dialled]);
  if (!number?.isValid()) return false;
  // Chile's plan tells them apart no more, but no landline begins with 9.
  return number.country !== 'CL' || number.nationalNumber.startsWith('9');
}

/** A national number with the calling code of `region` (ISO 3166); as written if it is no number of that country. */
export function addCallingCode(written: string, region: string): string {
  const compact = compactPhone(written);
  if (compact.startsWith('+') || !isSupportedCountry(region)) return written;
  const number = parsePhoneNumberFromString(compact, region as CountryCode);
  return number?.isValid() ? number.formatInternational() + extensionOf(written) : written;
}

/** All keys that a number may have whose country is unknown: one per country that it is valid in, and its bare digits. */
export function possiblePhoneKeys(typed: string): string[] {
  const digits = typed.replace(/\D/g, '');
  const keys = [null, ...LEAD_COUNTRIES].map((country) => phoneKey(typed, country));
  return [...new Set([digits, phoneKey(`+${digits}`, null), ...keys])].filter((key) => key !== null);
}

/** Whether digits without a '+' may start with one of our calling codes: no national number is that long. */
function isWhole(compact: string): boolean {
  return (
    compact.length >= MIN_LENGTH_WITH_CODE && COUNTRIES.some((name) => compact.startsWith(NUMBERING_PLANS[name].code))
  );
}

function keyOf(compact: string, dialled: DialledCountry | undefined): string | null {
  const number = parsePhoneNumberFromString(rewrite(compact, dialled), dialled && COUNTRY_CODES[dialled]);
  if (!number?.isPossible()) return null;
  const key = withoutMobilePrefix(number.number.slice(1));
  const known = COUNTRIES.find((name) => number.countryCallingCode === NUMBERING_PLANS[name].code);
  return !known || (number.isValid() && isWholeNumber(key.slice(NUMBERING_PLANS[known].code.length), known))
    ? key
    : null;
}

/** National prefixes and old numbering plans that libphonenumber does not know. */
const REWRITTEN: { pattern: RegExp; as: string; in?: DialledCountry }[] = [
  // Mexico: the old mobile 1, and the prefixes to dial mobiles.
  { pattern: /^\+52(?:1|01|04[45])(?=\d{10}$)/, as: '+52' },
  { pattern: /^(?:52)?(?:1|01|04[45])(?=\d{10}$)/, as: '+52', in: 'México' },
  // Argentina: both the 9 before the area code and the 15 after it.
  { pattern: /^\+549(?=\d{12}$)/, as: '+54' },
  // The trunk zero, no longer in use.
  { pattern: /^0(?=9\d{8}$)/, as: '', in: 'Chile' },
  { pattern: /^0(?=\d{10}$)/, as: '', in: 'Colombia' },
];

function rewrite(phone: string, country: DialledCountry | undefined): string {
  return REWRITTEN.filter((rule) => !rule.in || rule.in === country).reduce(
    (text, { pattern, as }) => text.replace(pattern, as),
    phone,
  );
}
