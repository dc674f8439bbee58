import type { Lead, LeadCounters, LeadPage } from '~/shared/leads/lead';
import { type LeadPlace, orderOf, placeOf } from '~/shared/leads/order';
import { isListable, type LeadFilters } from '~/shared/leads/schema';
import { encodeCursor, type ListCursor } from '~/shared/paging';
import { followUpErrors } from '~/shared/strings/follow-up-errors';
import { AppError } from '../app-error';
import { decodeCursor, PAGE_SIZE, toPage } from '../database/paging';
import { lastEventId } from './events';
import { chooseLeads } from './lead-list-queries';
import { selectTotal } from './list/lead-count-queries';
import { countLeads } from './list/lead-counts';
import { selectLeads } from './list/lead-page-queries';
import { showFoundNotes } from './search/found-notes';
import { searchLeads } from './search/search';

type Asked = { cursor?: string | undefined; limit?: number | undefined; signal?: AbortSignal | undefined };

/**
 * The leads that match the filters, in the order that they name, `limit` at a time, and how many they are in all;
 * `next_cursor` is null on the last page. A long search stops early where `signal` says that nobody waits for the answer
 * any more.
 */
export async function listLeads(filters: LeadFilters, asked: Asked = {}): Promise<LeadPage> {
  requireListable(filters);
  const as_of = lastEventId();
  const { limit = PAGE_SIZE } = asked;
  const { leads, ...found } = await readRows(filters, limit + 1, asked);
  const { rows, next_cursor } = toPage(leads, (lead) => encodeCursor(cursorOf(lead, filters)), limit);
  return { leads: rows, next_cursor, ...found, as_of };
}

/** @throws {AppError} `invalid` for what does not go together in a list. */
export function requireListable(filters: LeadFilters): void {
  if (isListable(filters)) return;
  const message = followUpErrors.agendaOrder;
  throw new AppError('invalid', { message, fields: { orden: message } });
}

/** A page of leads, and how many there are in all. */
async function readRows(
  filters: LeadFilters,
  most: number,
  { cursor, signal }: Asked,
): Promise<Pick<LeadPage, 'leads' | 'total' | 'similar_to'>> {
  const choice = chooseLeads(filters, Date.now());
  const after = cursor ? decodePlace(cursor, filters) : undefined;
  const request = { ...choice, after, limit: most };
  if (filters.q) {
    const { leads, total, terms } = await searchLeads(request, filters.q, signal);
    const { similar_to } = terms;
    return {
      leads: showFoundNotes(leads, filters.q, terms),
      total,
      ...(similar_to !== undefined && { similar_to }),
    };
  }
  const total = selectTotal(choice);
  // No more is looked for than there is, so that a walk ends where the last one was found.
  const limit = after ? most : Math.min(total, most);
  return { leads: limit === 0 ? [] : selectLeads({ ...request, limit }), total };
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
