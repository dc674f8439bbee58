/** How a search text is read: alike on the server, which looks it up, and on screens that receive new leads. */
import type { Lead } from './lead';

const FEWEST_PHONE_DIGITS = 3;

/** Text without case and accents, as two spellings of a name are compared. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text, folded. */
export function foldedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The digits of a search that looks like (a part of) a phone number, else null. */
export function phoneDigits(search: string): string | null {
  if (!/^[+\d\s().\-/]+$/.test(search)) return null;
  const digits = search.replace(/\D/g, '');
  return digits.length >= FEWEST_PHONE_DIGITS ? digits : null;
}

/**
 * What a lead must hold: each of `words` at the beginning of one of its words or, where the text may be a phone
 * number, any of `runs` among its number's digits.
 */
export type SearchTerms = { words: string[]; runs: string[] };

/** Whether a lead holds what is searched for: what the full-text indexes say, read off the lead itself. */
export function holdsTerms(lead: Lead, { words, runs }: SearchTerms): boolean {
  const numbers = [lead.whatsapp?.replace(/\D/g, ''), lead.phone_key];
  if (runs.some((run) => numbers.some((number) => number?.includes(run)))) return true;
  const own = foldedWords([lead.nombre, lead.email, lead.empresa, lead.mensaje].join(' '));
  return words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word)));
}
