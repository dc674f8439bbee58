import type { Lead, LeadCounters, LeadPage } from '~/shared/leads/lead';
import { type LeadPlace, orderOf, placeOf } from '~/shared/leads/order';
import { isListable, type LeadFilters } from '~/shared/leads/schema';
import { encodeCursor, type ListCursor } from '~/shared/paging';
import { followUpErrors } from '~/shared/strings/follow-up-errors';
import { AppError } from '../app-error';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { lastEventId } from './events';
import { chooseLeads } from './lead-list-queries';
import { selectSummedTotal } from './list/lead-count-queries';
import { countLeads, countListed } from './list/lead-counts';
import { selectLeads, selectPageAmong } from './list/lead-page-queries';
import { findPacked, isPackable } from './packs/find-packed';
import { showFoundNotes } from './search/found-notes';
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
  requireListable(filters);
  const as_of = lastEventId();
  const { leads, total, hasMore } = await readRows(filters, cursor, signal);
  const { rows, next_cursor } = toPage(leads, (lead) => encodeCursor(cursorOf(lead, filters)), hasMore);
  return { leads: rows, next_cursor, total: total ?? (await countListed(filters, signal)), as_of };
}

/** @throws {AppError} `invalid` for what does not go together in a list. */
export function requireListable(filters: LeadFilters): void {
  if (isListable(filters)) return;
  const message = followUpErrors.agendaOrder;
  throw new AppError('invalid', { message, fields: { orden: message } });
}

/**
 * A page of leads, and how many there are in all, where that is known by then. `hasMore`: others follow, though these
 * are fewer than were asked for.
 */
async function readRows(
  filters: LeadFilters,
  cursor?: string,
  signal?: AbortSignal,
): Promise<{ leads: Lead[]; total?: number; hasMore?: boolean }> {
  const none = { leads: [], total: 0 };
  const terms = filters.q ? readSearch(filters.q) : undefined;
  if (terms === null) return none;
  const choice = chooseLeads(filters, Date.now());
  // Only who is lost has a reason.
  if (filters.lost_reason && filters.estado && filters.estado !== 'perdido') return none;
  // Where the summary knows that there is nobody, no index is walked to its end to find that out.
  if (selectSummedTotal(choice) === 0) return none;
  const request = {
    ...choice,
    after: cursor ? decodePlace(cursor, filters) : undefined,
    limit: ROWS_TO_READ,
  };
  if (!filters.q && isPackable(choice)) {
    const { ids, total } = await findPacked(request, signal);
    if (!ids) return { leads: selectLeads(request), total };
    // When they came stays as it is, and an hour's list is long.
    const leads = selectPageAmong(ids, { ...request, hours: undefined });
    // Some may have dropped out since they were found; if all have, those that follow are looked for.
    const hasMore = ids.length >= request.limit;
    if (leads.length === 0 && hasMore) return readRows(filters, cursor, signal);
    return { leads, total, hasMore };
  }
  if (!terms || !filters.q) return { leads: selectLeads(request) };
  const { leads, ...found } = await searchLeads(request, terms, signal);
  return { leads: showFoundNotes(leads, filters.q, terms), ...found };
}

/** A row's place, as far as the list's order needs it. */
function cursorOf(lead: Lead, filters: LeadFilters): ListCursor {
  const place = placeOf(lead);
  const needed = new Set<string>([...orderOf(filters).columns, 'created_at', 'id']);
  return Object.fromEntries(Object.entries(place).filter(([name]) => needed.has(name))) as ListCursor;
}

/** A cursor that another order has made may lack what this one goes by. */
function decodePlace(cursor: string, filters: LeadFilters): LeadPlace {
  const place = decodeCursor(cursor);
  if (orderOf(filters).columns.some((name) => place[name] === undefined)) throw new AppError('malformed');
  return { notes_count: 0, next_contact_on: '', next_contact_at: '', last_activity_at: '', ...place };
}

/** The data with which a panel opens. Its live updates continue after the event `as_of`. */
export async function readPanel(filters: LeadFilters): Promise<LeadPage & { counters: LeadCounters }> {
  return { ...(await listLeads(filters)), counters: countLeads() };
}
