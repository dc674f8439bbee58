import { setImmediate } from 'node:timers/promises';
import type { Lead } from '~/shared/leads/lead';
import { orderOf, placeOf } from '~/shared/leads/order';
import type { SearchTerms } from '~/shared/leads/search';
import { isUnfiltered, type LeadChoice, type ListRequest } from '../lead-list-queries';
import { selectLeads } from '../list/lead-page-queries';
import { keepHolding } from './found-notes';
import {
  areIndexed,
  hasStray,
  selectHighestId,
  selectLeadsAmong,
  selectMatches,
  selectMatchesBelow,
  selectMatchesTotal,
  selectTotalAmong,
} from './search-queries';

/** So few matches are read at once, and then all of them are known. */
const FEW = 1000;
/** Of more matches so many are examined: first about a page, then more, up to some 10 ms of work. */
const CANDIDATES = [60, FEW, 10_000];
/** How many leads are read at once when the list itself is searched. */
const LEADS_AT_ONCE = 200;
/**
 * How many ids are counted at once: some 20 ms of work if all of them match. Fewer at once would repeat the search of the
 * words' index more often. With filters each match is read, which takes longer.
 */
const IDS_AT_ONCE = { live: 100_000, filtered: 25_000 };

/** What a search finds: a page of leads, and how many there are in all, where that is known by then. */
type Found = { leads: Lead[]; total?: number };

/**
 * At most `limit` leads that match filters and terms, in the list's order. Of few matches it reads them all; of more it
 * examines those with the newest ids first. If the filters let too few of them through, it walks through the filtered
 * list instead. Other requests are answered in between, and it stops early if `signal` says that the client has gone.
 */
export async function searchLeads(
  request: ListRequest,
  terms: SearchTerms,
  signal?: AbortSignal,
): Promise<Found> {
  const { ascending: oldestFirst } = orderOf(request.filters);
  const ids = selectMatches(terms, FEW, oldestFirst);
  if (ids.length === FEW) {
    return { leads: searchMatches(ids, request, terms) ?? (await searchList(request, terms, signal)) };
  }
  const { leads, wasCut } = examine(ids, request, terms);
  return {
    leads: wasCut ? await searchList(request, terms, signal) : leads,
    total: areIndexed(terms) ? selectTotalAmong(ids, request) : countRead(ids, request, terms),
  };
}

/** Of the matches with these ids the page; `wasCut` where a row that it left out may have a place on it. */
function examine(ids: number[], request: ListRequest, terms: SearchTerms) {
  const among = selectLeadsAmong(ids, request);
  // Only numbers can match inexactly; words need no second check.
  const leads = terms.runs.length === 0 ? among : keepHolding(among, terms);
  return { leads, wasCut: among.length === request.limit && leads.length < among.length };
}

/** Null if the examined matches may not be the first ones of the list. */
function searchMatches(few: number[], request: ListRequest, terms: SearchTerms): Lead[] | null {
  const { columns, ascending: oldestFirst } = orderOf(request.filters);
  for (const candidates of CANDIDATES) {
    const ids = candidates > FEW ? selectMatches(terms, candidates, oldestFirst) : few.slice(0, candidates);
    const { leads, wasCut } = examine(ids, request, terms);
    if (ids.length < candidates && !wasCut) return leads;
    // Ids tell nothing of where in such a list their leads stand.
    if (columns[0] !== 'created_at') continue;
    const last = leads[request.limit - 1];
    const lastId = ids.at(-1);
    if (last && lastId !== undefined && !hasStray(last, lastId, oldestFirst)) return leads;
  }
  return null;
}

/** Of these matches those that match the filters now, highest id first. */
export function keepMatching(ids: number[], choice: LeadChoice, terms: SearchTerms): number[] {
  const { leads } = examine(ids, { ...choice, after: undefined, limit: ids.length }, terms);
  return leads.map(({ id }) => id).sort((a, b) => b - a);
}

/** The highest ids below one whose leads hold the terms, also of deleted ones. */
export const findMatchesBelow = selectMatchesBelow;

/** The highest id of a lead; 0 where there is none. */
export function findHighestId(): number {
  return selectHighestId().get()?.id ?? 0;
}

/**
 * How many leads match filters and terms. Goes through the ids in slices, between which other requests are answered, and
 * stops early where `signal` says that nobody waits for the answer any more.
 */
export async function countFound(
  choice: LeadChoice,
  terms: SearchTerms,
  signal?: AbortSignal,
): Promise<number> {
  if (!areIndexed(terms))
    return countRead(selectMatches(terms, Number.MAX_SAFE_INTEGER, false), choice, terms);
  const highest = findHighestId();
  let total = 0;
  const step = isUnfiltered(choice) ? IDS_AT_ONCE.live : IDS_AT_ONCE.filtered;
  for (let from = 0; from < highest && !signal?.aborted; from += step) {
    if (from > 0) await setImmediate();
    total += selectMatchesTotal(choice, terms, { from, upTo: from + step });
  }
  return total;
}

/** A whole number is nearly one person's: who ends with its digits is read, and compared. */
function countRead(ids: number[], choice: LeadChoice, terms: SearchTerms): number {
  const among = selectLeadsAmong(ids, { ...choice, after: undefined, limit: ids.length });
  return keepHolding(among, terms).length;
}

async function searchList(
  request: ListRequest,
  terms: SearchTerms,
  signal: AbortSignal | undefined,
): Promise<Lead[]> {
  const found: Lead[] = [];
  let { after } = request;
  for (;;) {
    const leads = selectLeads({ ...request, after, limit: LEADS_AT_ONCE });
    found.push(...keepHolding(leads, terms));
    const last = leads.at(-1);
    after = last && placeOf(last);
    const isOver = found.length >= request.limit || leads.length < LEADS_AT_ONCE || signal?.aborted;
    if (isOver) return found.slice(0, request.limit);
    await setImmediate();
  }
}
