import { foldedWords, type SearchTerms } from '~/shared/leads/search';
import { selectIsFound } from './search-queries';
import { readSearch } from './search-terms';

/** Some 2,000 spellings, in some 30 ms. */
const MOST_LETTERS = 40;
/** Of shorter words, and of codes, too many others are one letter away. */
const SIMILAR = /^[a-z]{4,}$/;

/**
 * What to search for, for whoever does something with all that a list shows: the terms, or the similar ones where no lead
 * holds these; null if the text contains nothing that can be found. Words that wait for the index have to be in it.
 */
export function findTerms(text: string): SearchTerms | null {
  const terms = readSearch(text);
  return terms && (selectIsFound(terms) ? terms : (forgive(text, terms) ?? terms));
}

/**
 * The terms of a search that found nothing, with the words that may be misspelt: those that no lead holds or, where each
 * has some lead, all. Null where a word that no lead holds is too short or no word, where all are too long to look for, and
 * for a number or an email: whoever asks for these, as programs do, means this person and no other.
 */
export function forgive(text: string, { words, runs }: SearchTerms): SearchTerms | null {
  if (runs.length > 0 || text.includes('@')) return null;
  const missing = words.filter((word) => !selectIsFound({ words: [word], runs: [] }));
  const similar = (missing.length > 0 ? missing : words).filter((word) => SIMILAR.test(word));
  const isLong = similar.join('').length > MOST_LETTERS;
  if (similar.length === 0 || isLong || missing.some((word) => !similar.includes(word))) return null;
  return { words, runs, similar_to: quote(text, similar) };
}

/** These words as they were typed. */
function quote(text: string, words: string[]): string {
  const typed = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return typed.filter((one) => foldedWords(one).some((word) => words.includes(word))).join(' ');
}
