import { setImmediate } from 'node:timers/promises';
import type { Lead } from '~/shared/leads/lead';
import { holdsTerms, type SearchTerms } from '~/shared/leads/search';
import { type ListRequest, selectLeads } from '../lead-list-queries';
import { hasStray, selectLeadsAmong, selectMatches } from './search-queries';

/** How many matches are examined: first about a page, then more, up to some 10 ms of work. */
const CANDIDATES = [60, 1000, 10_000];
/** How many leads are read at once when the list itself is searched. */
const LEADS_AT_ONCE = 200;

/**
 * At most `limit` leads that match filters and terms, in the list's order. First it examines the matches of the terms,
 * newest ids first. If there are too many of them and the filters let few through, it walks through the filtered list
 * instead. Other requests are answered in between, and it stops early if `signal` says that the client has gone.
 */
export async function searchLeads(
  request: ListRequest,
  terms: SearchTerms,
  signal?: AbortSignal,
): Promise<Lead[]> {
  return searchMatches(request, terms) ?? (await searchList(request, terms, signal));
}

/** Null if the examined matches may not be the first ones of the list. */
function searchMatches(request: ListRequest, terms: SearchTerms): Lead[] | null {
  const oldestFirst = request.filters.orden === 'antiguos';
  for (const candidates of CANDIDATES) {
    const ids = selectMatches(terms, candidates, oldestFirst);
    const among = selectLeadsAmong(ids, request);
    // Only numbers can match inexactly; words need no second check.
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
