import { weekAgo } from '~/shared/leads/filters';
import type { Lead, LeadCounters, LeadPage } from '~/shared/leads/lead';
import { type LeadPlace, orderOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { encodeCursor } from '~/shared/paging';
import { AppError } from '../app-error';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { lastEventId } from './events';
import { countLeads, countListed } from './lead-counts';
import { selectLeads } from './lead-list-queries';
import { searchLeads } from './search/search';
import { readSearch } from './search/search-terms';

/**
 * The leads that match the filters, in the order that they name, 50 at a time, and how many they are in all;
 * `next_cursor` is null on the last page. A long search stops early where `signal` says that nobody waits for the answer
 * any more.
 */
export async function listLeads(
  filters: LeadFilters,
  cursor?: string,
  signal?: AbortSignal,
): Promise<LeadPage> {
  const as_of = lastEventId();
  const { rows, next_cursor } = toPage(await readRows(filters, cursor, signal), encodeCursor);
  return { leads: rows, next_cursor, total: await countListed(filters, signal), as_of };
}

async function readRows(filters: LeadFilters, cursor?: string, signal?: AbortSignal): Promise<Lead[]> {
  const terms = filters.q ? readSearch(filters.q) : undefined;
  if (terms === null) return [];
  const request = {
    filters,
    since: filters.creados && weekAgo(Date.now()),
    after: cursor ? decodePlace(cursor, filters) : undefined,
    limit: ROWS_TO_READ,
  };
  return terms ? searchLeads(request, terms, signal) : selectLeads(request);
}

/** A cursor that another order has made may lack what this one goes by. */
function decodePlace(cursor: string, filters: LeadFilters): LeadPlace {
  const { created_at, id, notes_count } = decodeCursor(cursor);
  if (notes_count === undefined && orderOf(filters).columns.includes('notes_count')) {
    throw new AppError('malformed');
  }
  return { created_at, id, notes_count: notes_count ?? 0 };
}

/** The data with which a panel opens. Its live updates continue after the event `as_of`. */
export async function readPanel(filters: LeadFilters): Promise<LeadPage & { counters: LeadCounters }> {
  return { ...(await listLeads(filters)), counters: countLeads() };
}
