import { cleanLine, cleanLines } from '~/shared/clean-text';

/** Fewer digits are part of a number. */
export const MIN_PHONE_DIGITS = 6;

/** An extension, which follows a number: ', ramal 4', 'ext. 9', '(int 23)', 'x12', ';ext=9'; or '4321-0000/01'. */
const EXTENSION =
  /(?<=\d ?)[ ,;.()–-]{0,4}(?:\b(?:ramal|extensi[oó]n|ext|interno|int|anexo)\b|#|x(?=[ .]{0,3}\d))[ .:=#]{0,4}(?:\d{1,6}(?!\d))?\)?|(?<=\d{4})(?: ?\/ ?\d{1,2}){1,3}$/giu;
/** Between two numbers. Within one number it would leave parts that are too short. */
const SEPARATOR =
  /[;|,\n](?! ?(?:ramal|ext|int|anexo|#|x[ .]{0,3}\d))|\s(?:y|o|e|and|or|-|–)\s|\/| (?=\+)|(?<=\d{8}) (?=\d{8})/iu;
/** A spreadsheet's decimals: '5491155550163,00'. */
const DECIMALS = /^(\+?[\d.]{8,}),0+$|^(\+?[\d,]{8,})\.0+$/;

/** Most characters of a lead's number, or numbers. */
export const PHONE_LIMIT = 32;
/** Longer texts are no numbers, and are looked at no further. */
const MAX_LENGTH = 254;

/** As written, on one line, with a keyboard's digits and signs, and without a spreadsheet's decimals. */
export function cleanPhone(written: string): string {
  return cleanLine(asciiLines(written).replace(/ ?\n[ \n]*/g, ' / ')).replace(DECIMALS, '$1$2');
}

/** Clean, and as a lead keeps it: several numbers, if they are long, without the blanks within each. */
export function cleanPhones(written: string): string {
  const line = cleanPhone(written);
  const numbers = line.length > PHONE_LIMIT ? splitPhones(line) : [];
  return numbers.length > 1 ? numbers.map((number) => number.replace(/[\s().-]/g, '')).join(' / ') : line;
}

/** Full-width digits and signs, which East Asian keyboards type, become plain ones, and several blanks one. */
function asciiLines(written: string): string {
  const lines = cleanLines(written).replace(/[^\S\n]+/g, ' ');
  return lines.replace(/[\uff01-\uff5e]|\p{Nd}/gu, (sign) => sign.normalize('NFKC'));
}

/** The number without its extension. */
export function withoutExtension(written: string): string {
  return written.length > MAX_LENGTH ? written : written.replace(EXTENSION, '').trim();
}

/** The extension as written; '' without one. */
export function extensionOf(written: string): string {
  return written.match(EXTENSION)?.join('') ?? '';
}

/** The numbers of a text, each clean. */
export function splitPhones(written: string): string[] {
  const text = asciiLines(written);
  if (text.length > MAX_LENGTH) return [text];
  const whole = (one: string) => countDigits(one) >= MIN_PHONE_DIGITS;
  return cleanAll(text.split(':::')).flatMap((some) => {
    const parts = cleanAll(some.split(SEPARATOR));
    return parts.every(whole) ? parts : [some];
  });
}

const cleanAll = (texts: string[]) => texts.map(cleanPhone).filter((text) => text !== '');

export function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

const FAX = /fax(?![a-z])|\b(?:pager|telex|beeper)\b/i;
const MOBILE =
  /(?:^|[^a-z])(?:cel|celulares|celular|cell|cellular|m[oó]vil|m[oó]biles?|mobile|mob|telem[oó]vel|iphone|handy|wa|wsp|wpp|whats ?app)(?![a-z])/iu;

/** What words beside a number, such as a contact card's label, say it is; null if they say neither. */
export function kindOfNumber(words: string): 'fax' | 'mobile' | null {
  if (FAX.test(words)) return 'fax';
  return MOBILE.test(words) ? 'mobile' : null;
}
