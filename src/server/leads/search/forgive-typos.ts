import { foldedWords, type SearchTerms } from '~/shared/leads/search';
import { selectIsFound } from './search-queries';
import { readSearch } from './search-terms';

/** Some 2,000 spellings, in some 30 ms. */
const MAX_LETTERS = 40;
/** Shorter words, and codes, have too many neighbours one letter away. */
const CORRECTABLE_WORD = /^[a-z]{4,}$/;

/** The terms typed, or similar ones if no lead holds these; null if the text has none. Call `flushWords` first. */
export function readForgivingSearch(text: string): SearchTerms | null {
  const terms = readSearch(text);
  return terms && (selectIsFound(terms) ? terms : (findSimilarTerms(text, terms) ?? terms));
}

/**
 * Terms of a search that found nothing, with the words that may be misspelt: those no lead holds or, if each has some
 * lead, all. Null if a missing word is too short or not a word, if together they are too long, and for numbers and
 * emails: whoever asks for these, as programs do, means this person and no other.
 */
export function findSimilarTerms(text: string, { words, runs, hides_messages }: SearchTerms): SearchTerms | null {
  if (runs.length > 0 || text.includes('@')) return null;
  const missing = words.filter((word) => !selectIsFound({ words: [word], runs: [], hides_messages }));
  const similar = (missing.length > 0 ? missing : words).filter((word) => CORRECTABLE_WORD.test(word));
  const isLong = similar.join('').length > MAX_LETTERS;
  if (similar.length === 0 || isLong || missing.some((word) => !similar.includes(word))) return null;
  return { words, runs, similar_to: quote(text, similar), hides_messages };
}

/** These words as they were typed. */
function quote(text: string, words: string[]): string {
  const typed = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return typed.filter((one) => foldedWords(one).some((word) => words.includes(word))).join(' ');
}
