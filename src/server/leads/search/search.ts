import type { Lead } from '~/shared/leads/lead';
import type { SearchTerms } from '~/shared/leads/search';
import { inReadingThread } from '../../process/reading-thread';
import type { ResolvedFilters } from '../list/filters';
import type { ListRequest } from '../list/lead-list-queries';
import { flushWords } from './flush-words';
import { findSimilarTerms } from './forgive-typos';
import {
  selectHighestId,
  selectIsFound,
  selectLeadsAmong,
  selectMatches,
  selectMatchesTotal,
  selectMatchingIds,
  selectTotalAmong,
} from './search-queries';
import { readSearch } from './search-terms';

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

/** The highest lead id; 0 if there is none. */
export function findHighestId(): number {
  return selectHighestId().get()?.id ?? 0;
}
