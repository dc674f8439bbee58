import { setImmediate } from 'node:timers/promises';
import type { Lead } from '~/shared/leads/lead';
import { holdsTerms, type SearchTerms } from '~/shared/leads/search';
import { type ListRequest, selectLeads } from '../lead-list-queries';
import { hasStray, selectLeadsAmong, selectMatches } from './search-queries';

/** How many matches are looked at: a page of them and a few, then more, up to what takes some 10 ms. */
const CANDIDATES = [60, 1000, 10_000];
/** Leads that are read at once where the list itself is searched. */
const LEADS_AT_ONCE = 200;

/**
 * The leads that match filters and terms, in the list's order, at most `limit`. Looks where there is least to read:
 * first at what holds the terms, latest ids first; where that is too much of all leads and the filters let too little
 * of it through, at what the filters let through. Other requests are answered in between, and it stops early where
 * `signal` says that nobody waits for the answer any more.
 */
export async function searchLeads(
  request: ListRequest,
  terms: SearchTerms,
  signal?: AbortSignal,
): Promise<Lead[]> {
  return searchMatches(request, terms) ?? (await searchList(request, terms, signal));
}

/** Null where the matches with the highest ids cannot be told to be the list's first ones. */
function searchMatches(request: ListRequest, terms: SearchTerms): Lead[] | null {
  const oldestFirst = request.filters.orden === 'antiguos';
  for (const candidates of CANDIDATES) {
    const ids = selectMatches(terms, candidates, oldestFirst);
    const among = selectLeadsAmong(ids, request);
    // Only numbers are matched by a part of themselves.
    const leads = terms.runs.length === 0 ? among : among.filter((lead) => holdsTerms(lead, terms));
    const wasCut = among.length === request.limit && leads.length < among.length;
    if (ids.length < candidates && !wasCut) return leads;
    const last = leads[request.limit - 1];
    const lastId = ids.at(-1);
    if (last && lastId !== undefined && !hasStray(last, lastId, oldestFirst)) return leads;
  }
  return null;
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
    found.push(...leads.filter((lead) => holdsTerms(lead, terms)));
    after = leads.at(-1);
    const isOver = found.length >= request.limit || leads.length < LEADS_AT_ONCE || signal?.aborted;
    if (isOver) return found.slice(0, request.limit);
    await setImmediate();
  }
}
