import type { Lead } from '~/shared/leads/lead';
import type { SearchTerms } from '~/shared/leads/search';
import { aside } from '../../process/aside';
import type { LeadChoice, ListRequest } from '../lead-list-queries';
import { keepHolding } from './found-notes';
import {
  areIndexed,
  selectHighestId,
  selectLeadsAmong,
  selectMatches,
  selectMatchesBelow,
  selectMatchesTotal,
  selectMatchingIds,
  selectTotalAmong,
} from './search-queries';

/** So few matches are read one by one, in some 5 ms. Of more, another thread reads the list. */
const FEW = 1000;

/** What a search finds: a page of leads, and how many there are in all. */
type Found = { leads: Lead[]; total: number };
type Search = { request: ListRequest; terms: SearchTerms };

/** At most `limit` leads that match filters and terms, in the list's order. It is stopped where `signal` says so. */
export async function searchLeads(
  request: ListRequest,
  terms: SearchTerms,
  signal?: AbortSignal,
): Promise<Found> {
  const ids = selectMatches(terms, FEW);
  return ids.length < FEW ? examine(ids, { request, terms }) : findAside({ request, terms }, signal);
}

/** How many leads match filters and terms. */
export async function countFound(
  choice: LeadChoice,
  terms: SearchTerms,
  signal?: AbortSignal,
): Promise<number> {
  const { total } = await searchLeads({ ...choice, after: undefined, limit: 0 }, terms, signal);
  return total;
}

/** The ids of all that match filters and terms, in the list's order. */
export function listFound(choice: LeadChoice, terms: SearchTerms): number[] {
  const all = { ...choice, after: undefined, limit: Number.MAX_SAFE_INTEGER };
  if (areIndexed(terms)) return selectMatchingIds(all, terms);
  return keepHolding(selectLeadsAmong(selectMatches(terms, all.limit), all), terms).map(({ id }) => id);
}

const findAside = aside('search', ({ request, terms }: Search): Found => {
  if (!areIndexed(terms)) return examine(selectMatches(terms, Number.MAX_SAFE_INTEGER), { request, terms });
  const ids = request.limit > 0 ? selectMatchingIds(request, terms) : [];
  return { leads: selectLeadsAmong(ids, request), total: selectMatchesTotal(request, terms) };
});

/** Of the matches with these ids the page. A whole number is nearly one person's: who ends with its digits is compared. */
function examine(ids: number[], { request, terms }: Search): Found {
  if (areIndexed(terms))
    return { leads: selectLeadsAmong(ids, request), total: selectTotalAmong(ids, request) };
  const all = keepHolding(selectLeadsAmong(ids, { ...request, after: undefined, limit: ids.length }), terms);
  const rest = request.after
    ? keepHolding(selectLeadsAmong(ids, { ...request, limit: ids.length }), terms)
    : all;
  return { leads: rest.slice(0, request.limit), total: all.length };
}

/** Of these matches those that match the filters now, highest id first. */
export function keepMatching(ids: number[], choice: LeadChoice, terms: SearchTerms): number[] {
  const { leads } = examine(ids, { request: { ...choice, after: undefined, limit: ids.length }, terms });
  return leads.map(({ id }) => id).sort((a, b) => b - a);
}

/** The highest ids below one whose leads hold the terms, also of deleted ones. */
export const findMatchesBelow = selectMatchesBelow;

/** The highest id of a lead; 0 where there is none. */
export function findHighestId(): number {
  return selectHighestId().get()?.id ?? 0;
}
