import { foldedWords, phoneDigits, type SearchTerms } from '~/shared/leads/search';
import { possiblePhoneKeys } from '../same-person/contact-keys';

/** What to search for; null if the text contains nothing that can be found. */
export function readSearch(text: string, hides_messages = false): SearchTerms | null {
  const words = foldedWords(text);
  if (words.length === 0) return null;
  const digits = phoneDigits(text);
  return { words, runs: digits ? spellingsOf(text, digits) : [], hides_messages };
}

/** Fewer digits are only part of a number: no country has shorter ones, even without the prefix. */
const MIN_DIGITS_OF_NUMBER = 7;

/** A complete number is also searched normalised, which finds it in any spelling. */
function spellingsOf(text: string, digits: string): string[] {
  if (digits.length < MIN_DIGITS_OF_NUMBER) return [digits];
  // A Brazilian mobile without its country's code, whose 9 keys leave out.
  const national = digits.replace(/^([1-9]{2})9(?=[016-9]\d{7}$)/, '$1');
  return [...new Set([...possiblePhoneKeys(text), national])];
}
