import { weekAgo } from '~/shared/leads/filters';
import type { Lead, LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { decodeCursor, encodeCursor } from '../list-cursor';
import { selectLastEventId } from './event-queries';
import { selectCounters, selectLeads } from './lead-list-queries';
import { readSearch } from './search-terms';

const PAGE_SIZE = 50;

export type LeadPage = { leads: Lead[]; next_cursor: string | null };

/** The leads that match the filters, newest (or oldest) first, 50 at a time; `next_cursor` is null on the last page. */
export function listLeads(filters: LeadFilters, cursor?: string): LeadPage {
  const search = filters.q ? readSearch(filters.q) : undefined;
  if (search === null) return { leads: [], next_cursor: null };
  const found = selectLeads({
    filters,
    since: filters.creados && weekAgo(Date.now()),
    search,
    after: cursor ? decodeCursor(cursor) : undefined,
    limit: PAGE_SIZE + 1,
  });
  const leads = found.slice(0, PAGE_SIZE);
  const last = leads.at(-1);
  return { leads, next_cursor: found.length > PAGE_SIZE && last ? encodeCursor(last) : null };
}

/** The six counters of the panel. */
export function countLeads(): LeadCounters {
  const counters = selectCounters().get({ since: weekAgo(Date.now()) });
  if (!counters) throw new Error('lead_counters is empty');
  return counters;
}

/** What an open panel starts from. `last_event_id` is where its live updates continue. */
export function readPanel(
  filters: LeadFilters,
): LeadPage & { counters: LeadCounters; last_event_id: number } {
  const last_event_id = selectLastEventId().get()?.id ?? 0;
  return { ...listLeads(filters), counters: countLeads(), last_event_id };
}
