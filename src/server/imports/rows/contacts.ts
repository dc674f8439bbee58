import type { LeadCountry } from '~/shared/leads/enums';
import { compactPhone } from '~/shared/phones/numbering';
import { importErrors, importStrings } from '~/shared/strings/imports';
import { leadErrors } from '~/shared/strings/lead/errors';
import { z } from '~/shared/zod';
import { phoneKey } from '../../leads/same-person/contact-keys';
import type { Cell, OnFault } from './row-cells';

const MIN_DIGITS = 6;
const MAX_PHONE_LENGTH = 32;
const EMAIL = /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/;

/** The email or number that counts, and the others as they go into the note. */
type Contact = { first: string | null; others: string[] };

/** The first valid email counts. */
export function readEmails(cells: readonly Cell[], onFault: OnFault): Contact {
  const found = cells.flatMap((cell) => splitEmails(cell.text).map((text) => ({ ...cell, text })));
  const emails = found.filter((cell) => {
    const isGood = z.regexes.html5Email.test(cell.text) && EMAIL.test(cell.text);
    if (!isGood) onFault(cell, leadErrors.emailInvalid);
    return isGood;
  });
  return toContact(emails, (text) => text.toLowerCase(), importStrings.otherEmail);
}

/** 'Ana <ana@x.com>' yields only the email; a cell may hold several. */
function splitEmails(cell: string): string[] {
  const parts = cell
    .replace(/mailto:/gi, '')
    .split(/[\s;,|]+|:::/)
    .map((part) => part.replace(/^<|>$/g, ''));
  const emails = parts.filter((part) => EMAIL.test(part));
  return emails.length > 0 ? emails : [cell];
}

/** The first number that yields a link counts, otherwise the first. */
export function readPhones(cells: readonly Cell[], pais: LeadCountry | null, onFault: OnFault): Contact {
  const phones = cells.flatMap((cell) => {
    const found = splitPhones(cell.text).flatMap((text) => {
      const fault = findFault(text);
      if (fault) onFault({ ...cell, text }, fault);
      return fault ? [] : [{ ...cell, text }];
    });
    const linked = found.findIndex(({ text }) => phoneKey(text, pais) !== null);
    return linked > 0 ? [...found.splice(linked, 1), ...found] : found;
  });
  return toContact(phones, (text) => phoneKey(text, pais) ?? compactPhone(text), importStrings.otherPhone);
}

/** Splits numbers. A separator within one number would leave parts that are too short, and so does not split. */
function splitPhones(cell: string): string[] {
  // Facebook prefixes phones with 'p:'.
  const written = cell.replace(/^p:/i, '').trim();
  const parts = written
    .split(/:::|[;|,\n]|\s(?:y|o|e|and|or|-|–)\s|\//)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => countDigits(part) >= MIN_DIGITS) ? parts : [written];
}

function findFault(text: string): string | null {
  if (/^\d[.,]\d+E\+?\d+$/i.test(text)) return importErrors.phoneLost(text);
  if (countDigits(text) < MIN_DIGITS) return importErrors.phoneWrong(text);
  return text.length > MAX_PHONE_LENGTH ? importErrors.phoneLong : null;
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** A contact from another column carries that column's name. */
function toContact(cells: readonly Cell[], key: (text: string) => string, other: (text: string) => string): Contact {
  const [first] = cells;
  if (!first) return { first: null, others: [] };
  const seen = new Set([key(first.text)]);
  const further = cells.filter(({ text }) => !seen.has(key(text)) && seen.add(key(text)));
  return {
    first: first.text,
    others: further.map(({ head, text }) => (head === first.head ? other(text) : `${head}: ${text}`)),
  };
}
