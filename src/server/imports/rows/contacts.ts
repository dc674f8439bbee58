import { cleanEmail } from '~/shared/clean-text';
import type { LeadCountry } from '~/shared/leads/enums';
import { compactPhone } from '~/shared/phones/numbering';
import { countDigits, kindOfNumber, MIN_PHONE_DIGITS, PHONE_LIMIT, splitPhones } from '~/shared/phones/written';
import { importErrors, importStrings } from '~/shared/strings/imports';
import { leadErrors } from '~/shared/strings/lead/errors';
import { z } from '~/shared/zod';
import { addCallingCode, orderPhones, phoneKey } from '../../leads/same-person/contact-keys';
import type { Cell, OnFault } from './row-cells';

const EMAIL = /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/;

/** The email or number that counts, and the others as they go into the note. */
type Contact = { first: string | null; others: string[] };

export function readEmails(cells: readonly Cell[], onFault: OnFault): Contact {
  const found = cells.flatMap((cell) => splitEmails(cell.text).map((text) => ({ ...cell, text })));
  const emails = found.filter((cell) => {
    const isGood = z.regexes.html5Email.test(cell.text) && EMAIL.test(cell.text);
    if (!isGood) onFault(cell, leadErrors.emailInvalid);
    return isGood;
  });
  const [first, ...others] = emails;
  return toContact(first, others, (text) => text.toLowerCase(), importStrings.otherEmail);
}

/** 'Ana <ana@x.com>' yields only the email; a cell may hold several. */
function splitEmails(cell: string): string[] {
  const parts = cell
    .replace(/mailto:/gi, '')
    .split(/[\s;,|]+|:::/)
    .map((part) => cleanEmail(part.replace(/^<|>$/g, '')));
  const emails = parts.filter((part) => EMAIL.test(part));
  return emails.length > 0 ? emails : [cell];
}

/**
 * The first number counts; in a cell with several the one to write to, and of several columns with labels the mobile. A
 * fax is none. `region`: the country that the row names, if we have no numbering plan of it.
 */
export function readPhones(
  cells: readonly Cell[],
  { pais, region }: { pais: LeadCountry | null; region: string | undefined },
  onFault: OnFault,
): Contact {
  const phones = cells.flatMap((cell) => {
    // Facebook prefixes phones with 'p:'.
    const written = splitPhones(cell.text.replace(/^p:/i, ''));
    const numbers = region ? written.map((one) => addCallingCode(one, region)) : written;
    return orderPhones(numbers, pais).flatMap((text) => {
      const fault = findFault(text);
      if (fault) onFault({ ...cell, text }, fault);
      return fault ? [] : [{ ...cell, text, kind: kindOfNumber(`${cell.label} ${text}`) }];
    });
  });
  const counting = phones.filter(({ kind }) => kind !== 'fax');
  const first = counting.find(({ label, kind }) => label !== '' && kind === 'mobile') ?? counting[0];
  const others = phones.filter((one) => one !== first);
  return toContact(first, others, (text) => phoneKey(text, pais) ?? compactPhone(text), importStrings.otherPhone);
}

function findFault(text: string): string | null {
  if (/^\d[.,]\d+E\+?\d+$/i.test(text)) return importErrors.phoneLost(text);
  if (countDigits(text) < MIN_PHONE_DIGITS) return importErrors.phoneWrong(text);
  return text.length > PHONE_LIMIT ? importErrors.phoneLong : null;
}

/** A contact from another column carries that column's name, or its label. */
function toContact(
  first: Cell | undefined,
  others: readonly Cell[],
  key: (text: string) => string,
  other: (text: string) => string,
): Contact {
  const seen = new Set(first && [key(first.text)]);
  const further = others.filter(({ text }) => !seen.has(key(text)) && seen.add(key(text)));
  return {
    first: first?.text ?? null,
    others: further.map(({ head, label, text }) =>
      label === '' && head === first?.head ? other(text) : `${label || head}: ${text}`,
    ),
  };
}
