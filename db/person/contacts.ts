import { phoneKey, possiblePhoneKeys } from '~/server/leads/same-person/contact-keys';
import { emailKey } from '~/shared/leads/email-key';
import { completePhone } from '~/shared/phones/complete';

/** How to reach the person of a submission, message or row: email keys, and numbers as typed. */
export type Contacts = { emails: string[]; phones: string[] };

const EMAIL_FIELD = /^\s*e-?mail\s*$/i;
const PHONE_FIELD = /^\s*(?:tel[eé]fono|whatsapp)\s*$/i;
const COUNTRY_FIELD = /^pais$/;
/** Objects in a workflow message that can hold the lead's present or earlier contacts. */
const NESTED = ['lead', 'changed', 'previous'];

/** What a submission or message gives for its person; every email and number in it if the body cannot be parsed. */
export function contactsOf(body: string, contentType = 'application/json'): Contacts {
  const entries = entriesOf(body, contentType);
  if (!entries) return { emails: emailsIn(body), phones: body.split(NEITHER_DIGITS_NOR_BETWEEN) };
  const given = (field: RegExp) =>
    entries
      .filter(([name]) => field.test(name))
      .map(([, value]) => String(value ?? '').trim())
      .filter((value) => value !== '');
  // The form completes a number by its country before the product compares it.
  const countries = given(COUNTRY_FIELD);
  const phones = given(PHONE_FIELD).flatMap((typed) => [typed, ...countries.map((code) => completePhone(typed, code))]);
  return { emails: given(EMAIL_FIELD).map(emailKey), phones };
}

/** The fields of a body, null if it cannot be parsed. */
function entriesOf(body: string, contentType: string): [string, unknown][] | null {
  if (contentType !== 'application/json') return [...new URLSearchParams(body)];
  try {
    const parsed: unknown = JSON.parse(body);
    const objects = [parsed, ...NESTED.map((name) => (parsed as Record<string, unknown> | null)?.[name])];
    return objects.flatMap((value) => (typeof value === 'object' && value !== null ? Object.entries(value) : []));
  } catch {
    return null;
  }
}

/** The contacts in an imported row, whatever its columns mean. A cell that says more than a number is no number. */
export function contactsOfRow(cells: string[]): Contacts {
  return { emails: cells.flatMap(emailsIn), phones: cells.filter(isMostlyDigits).flatMap(splitNumbers) };
}

function emailsIn(text: string): string[] {
  return (text.match(/(?<![^\s"'<>:,;()])[^\s"'<>:,;()]+@[^\s"'<>:,;()]+/g) ?? []).map(emailKey);
}

const NEITHER_DIGITS_NOR_BETWEEN = /[^\d+\s().\-/‐-―]+/;

/** 'WhatsApp: 341 555-0101' is a number, a note that mentions one is not. */
function isMostlyDigits(cell: string): boolean {
  const count = (pattern: RegExp) => cell.match(pattern)?.length ?? 0;
  const digits = count(/\d/g);
  return digits >= MIN_DIGITS && digits >= count(/\p{L}/gu);
}

/** A cell may hold several numbers. */
function splitNumbers(cell: string): string[] {
  const parts = cell.split(/[;|,/\n]|:::|\s(?:y|o|e|and|or|-|–)\s/);
  return parts.length > 1 ? [cell, ...parts] : [cell];
}

/** No country has shorter numbers, even without area codes and prefixes. */
const MIN_DIGITS = 7;
/** The part of a number that is the same however it is dialled: no subscriber number is shorter. */
const TAIL = 6;
/** Long enough for prefixes and what people write between digits. */
const MAX_LENGTH = 40;
const BETWEEN = '[\\s().\\-/‐-―]{0,3}';
const IN_NUMBER = /[\d+\s().\-/‐-―]/;

/**
 * Makes a predicate: does a text contain one of these numbers (by their keys), in any spelling that has its key? Digits
 * that are no whole number could be anybody's and match nothing.
 */
export function makeNumberMatcher(numbers: string[]): (...texts: (string | null)[]) => boolean {
  const known = new Set(numbers.filter((number) => phoneKey(`+${number}`, null) === number));
  if (known.size === 0) return () => false;
  const tails = new Set([...known].map((number) => [...number.slice(-TAIL)].join(BETWEEN)));
  const tail = new RegExp(`(?:${[...tails].join('|')})(?!\\d)`, 'g');
  return (...texts) =>
    texts.some((text) => text !== null && endsOf(text, tail).some((end) => isKnown(text, end, known)));
}

function endsOf(text: string, tail: RegExp): number[] {
  return [...text.matchAll(tail)].map(({ index, 0: { length } }) => index + length);
}

/** Whether a number that ends here is known, from wherever in front of it the number begins. */
function isKnown(text: string, end: number, known: Set<string>): boolean {
  for (let at = end - 1; at >= Math.max(0, end - MAX_LENGTH) && IN_NUMBER.test(text.charAt(at)); at--) {
    if (!/\d/.test(text.charAt(at)) || /\d/.test(text.charAt(at - 1))) continue;
    const typed = text.slice(text.charAt(at - 1) === '+' ? at - 1 : at, end);
    if (possiblePhoneKeys(typed).some((key) => known.has(key))) return true;
  }
  return false;
}
