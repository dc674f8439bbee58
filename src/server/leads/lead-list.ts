import { weekAgo } from '~/shared/leads/filters';
import type { LeadCounters, LeadPage } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { encodeCursor } from '~/shared/paging';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { selectLastEventId } from './event-queries';
import { selectCounters, selectLeads } from './lead-list-queries';
import { searchLeads } from './search/search';
import { readSearch } from './search/search-terms';

const HOUR_MS = 3_600_000;
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;

/**
 * The leads that match the filters, newest (or oldest) first, 50 at a time; `next_cursor` is null on the last page. A
 * long search stops early where `signal` says that nobody waits for the answer any more.
 */
export async function listLeads(
  filters: LeadFilters,
  cursor?: string,
  signal?: AbortSignal,
): Promise<LeadPage> {
  const terms = filters.q ? readSearch(filters.q) : undefined;
  if (terms === null) return { leads: [], next_cursor: null };
  const request = {
    filters,
    since: filters.creados && weekAgo(Date.now()),
    after: cursor ? decodeCursor(cursor) : undefined,
    limit: ROWS_TO_READ,
  };
  const found = terms ? await searchLeads(request, terms, signal) : selectLeads(request);
  const { rows, next_cursor } = toPage(found, encodeCursor);
  return { leads: rows, next_cursor };
}

/** The six counters of the panel. */
export function countLeads(): LeadCounters {
  const since = weekAgo(Date.now());
  const hour = since.slice(0, HOUR_LENGTH);
  const next_hour = new Date(Date.parse(since) + HOUR_MS).toISOString().slice(0, HOUR_LENGTH);
  const counters = selectCounters().get({ since, hour, next_hour });
  if (!counters) throw new Error('lead_counters is empty');
  return counters;
}

/** What an open panel starts from. `last_event_id` is where its live updates continue. */
export async function readPanel(
  filters: LeadFilters,
): Promise<LeadPage & { counters: LeadCounters; last_event_id: number }> {
  const last_event_id = selectLastEventId().get()?.id ?? 0;
  return { ...(await listLeads(filters)), counters: countLeads(), last_event_id };
}
