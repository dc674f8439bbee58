import { weekAgo } from '~/shared/leads/filters';
import type { LeadCounters, LeadPage } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { encodeCursor } from '~/shared/paging';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { lastEventId } from './events';
import { selectCounters, selectLeads } from './lead-list-queries';
import { searchLeads } from './search/search';
import { readSearch } from './search/search-terms';

const HOUR_MS = 3_600_000;
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;

/**
 * The leads that match the filters, newest (or oldest) first, 50 at a time; `next_cursor` is null on the last page. A
 * long search stops early if `signal` says that the client has gone.
 */
export async function listLeads(
  filters: LeadFilters,
  cursor?: string,
  signal?: AbortSignal,
): Promise<LeadPage> {
  const as_of = lastEventId();
  const terms = filters.q ? readSearch(filters.q) : undefined;
  if (terms === null) return { leads: [], next_cursor: null, as_of };
  const request = {
    filters,
    since: filters.creados && weekAgo(Date.now()),
    after: cursor ? decodeCursor(cursor) : undefined,
    limit: ROWS_TO_READ,
  };
  const found = terms ? await searchLeads(request, terms, signal) : selectLeads(request);
  const { rows, next_cursor } = toPage(found, encodeCursor);
  return { leads: rows, next_cursor, as_of };
}

/** The panel's six counters. */
export function countLeads(): LeadCounters {
  const since = weekAgo(Date.now());
  const hour = since.slice(0, HOUR_LENGTH);
  const next_hour = new Date(Date.parse(since) + HOUR_MS).toISOString().slice(0, HOUR_LENGTH);
  const counters = selectCounters().get({ since, hour, next_hour });
  if (!counters) throw new Error('lead_counters is empty');
  return counters;
}

/** The data with which a panel opens. Its live updates continue after the event `as_of`. */
export async function readPanel(filters: LeadFilters): Promise<LeadPage & { counters: LeadCounters }> {
  return { ...(await listLeads(filters)), counters: countLeads() };
}
