import type { Lead } from '~/shared/leads/lead';
import { foldedWords } from '~/shared/leads/search';
import { query } from '../../database/connection';
import { inReadingThread } from '../../process/reading-thread';
import type { ResolvedFilters } from '../list/filters';
import type { ListRequest } from '../list/list-queries';
import { possiblePhoneKeys } from '../same-person/contact-keys';
import { flushWords } from './flush-words';
import {
  selectIsFound,
  selectLeadsAmong,
  selectMatches,
  selectMatchesTotal,
  selectMatchingIds,
  selectTotalAmong,
} from './search-queries';
import type { SearchTerms } from './terms';

/** Up to this many matches are read one by one, in some 5 ms; beyond, a worker thread reads the list. */
const MAX_MATCHES_IN_PLACE = 1000;

type Found = { leads: Lead[]; total: number };

/**
 * At most `limit` leads that match filters and search, in the list's order, and the terms used: similar words if no
 * lead at all, whatever the filters, matches those typed. `signal` cancels it. `hidesMessages`: not by WhatsApp
 * messages.
 */
export async function searchLeads(
  request: ListRequest,
  text: string,
  { signal, hidesMessages }: { signal?: AbortSignal | undefined; hidesMessages?: boolean | undefined } = {},
): Promise<Found & { terms: SearchTerms }> {
  const terms = readSearch(text, hidesMessages);
  if (!terms) return { leads: [], total: 0, terms: { words: [], runs: [] } };
  await flushWords();
  const found = await find(request, terms, signal);
  if (found.total > 0 || selectIsFound(terms)) return { ...found, terms };
  const forgiven = findSimilarTerms(text, terms);
  // On a worker thread: trying all spellings takes some 10 to 50 ms (docs/decisions/043).
  return forgiven
    ? { ...(await findInThread({ request, terms: forgiven }, signal)), terms: forgiven }
    : { ...found, terms };
}

async function find(request: ListRequest, terms: SearchTerms, signal?: AbortSignal): Promise<Found> {
  const ids = selectMatches(terms, MAX_MATCHES_IN_PLACE);
  if (ids.length === MAX_MATCHES_IN_PLACE) return findInThread({ request, terms }, signal);
  return { leads: selectLeadsAmong(ids, request), total: selectTotalAmong(ids, request) };
}

const findInThread = inReadingThread(
  'search',
  ({ request, terms }: { request: ListRequest; terms: SearchTerms }): Found => ({
    leads: request.limit > 0 ? selectLeadsAmong(selectMatchingIds(request, terms), request) : [],
    total: selectMatchesTotal(request, terms),
  }),
);

/** Of these matches those that still pass the filters, highest id first. */
export function filterMatching(ids: number[], resolved: ResolvedFilters): number[] {
  const leads = selectLeadsAmong(ids, { ...resolved, after: undefined, limit: ids.length });
  return leads.map(({ id }) => id).sort((a, b) => b - a);
}

const selectHighestId = query<[], { id: number }>('SELECT coalesce(max(id), 0) AS id FROM leads');

/** The highest lead id; 0 if there is none. */
export function findHighestId(): number {
  return selectHighestId().get()?.id ?? 0;
}

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
function findSimilarTerms(text: string, { words, runs, hides_messages }: SearchTerms): SearchTerms | null {
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

const MIN_PHONE_DIGITS = 3;

/** The digits of a search that looks like (part of) a phone number, else null. */
export function phoneDigits(search: string): string | null {
  if (!/^[+\d\s().\-/]+$/.test(search)) return null;
  const digits = search.replace(/\D/g, '');
  return digits.length >= MIN_PHONE_DIGITS ? digits : null;
}
