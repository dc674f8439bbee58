import { LEAD_COUNTRIES } from '~/shared/leads/lead';
import { foldedWords, phoneDigits } from '~/shared/leads/search';
import { phoneKey } from './contact-keys';

/** A search as FTS5 expressions: words by their beginnings, and for what may be a phone number its digits. */
export type SearchTerms = { kind: 'words'; words: string } | { kind: 'phone'; words: string; digits: string };

/** What to look for; null where the text holds nothing that could be found. */
export function readSearch(text: string): SearchTerms | null {
  const terms = foldedWords(text);
  if (terms.length === 0) return null;
  const words = terms.map((term) => `"${term}" *`).join(' AND ');
  const digits = phoneDigits(text);
  if (!digits) return { kind: 'words', words };
  return {
    kind: 'phone',
    words,
    digits: spellingsOf(text, digits)
      .map((run) => `"${run}"`)
      .join(' OR '),
  };
}

/** A complete number is looked for under its normalised form, too, in whatever country's spelling it was typed. */
function spellingsOf(text: string, digits: string): string[] {
  const keys = [null, ...LEAD_COUNTRIES].map((country) => phoneKey(text, country));
  return [...new Set([digits, phoneKey(`+${digits}`, null), ...keys])].filter((run) => run !== null);
}
