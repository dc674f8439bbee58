/** How a search text is read, by the server, which runs it, and by screens that receive new leads. */
import type { Lead } from './lead';

const FEWEST_PHONE_DIGITS = 3;

/** Text in lower case and without accents, for comparing names. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text, folded. */
export function foldedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The digits of a search that looks like a phone number or a part of one, else null. */
export function phoneDigits(search: string): string | null {
  if (!/^[+\d\s().\-/]+$/.test(search)) return null;
  const digits = search.replace(/\D/g, '');
  return digits.length >= FEWEST_PHONE_DIGITS ? digits : null;
}

/**
 * A lead matches if each of `words` is the beginning of one of its words. If the text may be a phone number, it also
 * matches if its number begins or ends with one of `runs`. Of a search that forgives, the words in `similar_to` also match
 * what is one letter away; they are of letters from a to z.
 */
export type SearchTerms = { words: string[]; runs: string[]; similar_to?: string | undefined };

/**
 * What is one letter away from a word, or begins so: a letter is missing, too many, wrong, or swapped with the next one. The
 * last letter of a beginning is no mistake: half a word would be like half of all words.
 */
export function nearTo(word: string): RegExp {
  const ways = [...word].map((letter, at) => {
    const after = word.slice(at + 1);
    const swapped = after && `|${after[0]}${letter}${after.slice(1)}`;
    return `${word.slice(0, at)}([a-z]?${after || '$'}|[a-z]${letter}${after}${swapped})`;
  });
  return new RegExp(`^(${word}|${ways.join('|')})`);
}

/** What a number begins with whose key (server/leads/contact-keys.ts) is without the prefixes of mobiles. */
export function keyBeginning(run: string): string {
  return run.replace(/^549/, '54').replace(/^521/, '52');
}

/** Whether a lead matches the search, by the same rules as the indexes. */
export function holdsTerms(lead: Lead, terms: SearchTerms): boolean {
  const { words, runs } = terms;
  const number = lead.phone_key ?? lead.whatsapp?.replace(/\D/g, '');
  if (runs.some((run) => number?.endsWith(run) || lead.phone_key?.startsWith(keyBeginning(run)))) return true;
  const own = foldedWords([lead.nombre, lead.email, lead.empresa, lead.mensaje].join(' '));
  const matches = makeMatcher(terms);
  return words.length > 0 && words.every((word) => own.some((one) => matches(one, word)));
}

/** Whether a lead's word matches a word of the search. */
export function makeMatcher(terms: SearchTerms): (own: string, word: string) => boolean {
  const similar = new Map(foldedWords(terms.similar_to ?? '').map((word) => [word, nearTo(word)]));
  return (own, word) => similar.get(word)?.test(own) ?? own.startsWith(word);
}
