/** Search parsing shared by the server, which runs searches, and screens that receive new leads. */
import type { Lead } from './lead';

const MIN_PHONE_DIGITS = 3;

/** Lower case without accents, for comparing names. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A text's folded words. */
export function foldedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The digits of a search that looks like (part of) a phone number, else null. */
export function phoneDigits(search: string): string | null {
  if (!/^[+\d\s().\-/]+$/.test(search)) return null;
  const digits = search.replace(/\D/g, '');
  return digits.length >= MIN_PHONE_DIGITS ? digits : null;
}

/**
 * A lead matches if each of `words` is a prefix of one of its words or, where the text may be a phone number, if its
 * number begins, with its calling code or after it, or ends with one of `runs`. In a fuzzy search, `similar_to` (words of a–z only) also match one letter
 * away. `hides_messages`: the caller may not read WhatsApp messages, so these must not match.
 */
export type SearchTerms = {
  words: string[];
  runs: string[];
  similar_to?: string | undefined;
  hides_messages?: boolean | undefined;
};

/**
 * Matches words that begin with `word` or are one letter away: missing, extra, wrong, or swapped with the next. An
 * error in a prefix's last letter does not count, or half a word would match half of all words.
 */
export function makeFuzzyPattern(word: string): RegExp {
  const ways = [...word].map((letter, at) => {
    const after = word.slice(at + 1);
    const swapped = after && `|${after[0]}${letter}${after.slice(1)}`;
    return `${word.slice(0, at)}([a-z]?${after || '$'}|[a-z]${letter}${after}${swapped})`;
  });
  return new RegExp(`^(${word}|${ways.join('|')})`);
}

/** A number's calling code (ITU-T E.164), of one to three digits. */
const CALLING_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** The beginning of a phone key (server/leads/same-person/contact-keys.ts), which lacks mobile prefixes. */
export function phoneKeyPrefix(run: string): string {
  return run
    .replace(/^549/, '54')
    .replace(/^521/, '52')
    .replace(/^(55[1-9]{2})9(?=[016-9])/, '$1');
}

/** Whether a phone key begins with these digits, with its calling code or after it: '11 5555' or '011 5555'. */
function beginsWith(key: string, run: string): boolean {
  const code = CALLING_CODE.exec(key)?.[0] ?? '';
  return [run, code + withoutTrunk(run)].some((begin) => key.startsWith(phoneKeyPrefix(begin)));
}

/** Without the zero by which numbers are dialled within their country. */
export function withoutTrunk(run: string): string {
  return run.replace(/^0/, '');
}

/** Whether a lead matches the search, by the indexes' own rules. */
export function matchesTerms(lead: Lead, terms: SearchTerms): boolean {
  const { words, runs } = terms;
  const number = lead.phone_key ?? lead.whatsapp?.replace(/\D/g, '');
  if (runs.some((run) => number?.endsWith(run) || (lead.phone_key && beginsWith(lead.phone_key, run)))) return true;
  const own = foldedWords([lead.nombre, lead.email, lead.empresa, lead.mensaje].join(' '));
  const matches = makeMatcher(terms);
  return words.length > 0 && words.every((word) => own.some((one) => matches(one, word)));
}

/** Makes the predicate: does a lead's word match a search word? */
export function makeMatcher(terms: SearchTerms): (own: string, word: string) => boolean {
  const similar = new Map(foldedWords(terms.similar_to ?? '').map((word) => [word, makeFuzzyPattern(word)]));
  return (own, word) => similar.get(word)?.test(own) ?? own.startsWith(word);
}
