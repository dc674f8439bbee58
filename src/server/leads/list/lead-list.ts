import { hasValidOrder, type LeadFilters } from '~/shared/leads/filters';
import type { Lead, LeadPage, PanelAnswer } from '~/shared/leads/lead';
import { encodeCursor, type ListCursor } from '~/shared/paging';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import { AppError, errorAt } from '../../app-error';
import { decodeCursor, PAGE_SIZE, toPage } from '../../database/paging';
import { lastEventId } from '../history/events';
import { selectLead } from '../lead-queries';
import { addExcerpts } from '../search/excerpts';
import { searchLeads } from '../search/search';
import { type LeadCursor, NO_NEXT_CONTACT, orderOf } from './filters';
import { countLeads } from './lead-counts';
import { selectLeads, selectTotal } from './list-queries';

type ListOptions = {
  cursor?: string | undefined;
  limit?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Neither finds by what was written by WhatsApp nor shows an excerpt of it. */
  hidesMessages?: boolean;
};

/**
 * A page of the matching leads in the order their filters name, `limit` at a time, with the total. `next_cursor` is
 * null on the last page. `signal` stops a long search whose client has gone.
 */
export async function listLeads(filters: LeadFilters, options: ListOptions = {}): Promise<LeadPage> {
  requireListable(filters);
  const as_of = lastEventId();
  const { limit = PAGE_SIZE } = options;
  const { leads, ...found } = await readRows(filters, limit + 1, options);
  const { rows, next_cursor } = toPage(leads, (lead) => encodeCursor(cursorOf(lead, filters)), limit);
  return { leads: rows, next_cursor, ...found, as_of };
}

/** @throws {AppError} `invalid` for a combination that no list offers. */
export function requireListable(filters: LeadFilters): void {
  if (!hasValidOrder(filters)) throw errorAt('orden', followUpErrors.agendaOrder);
}

async function readRows(
  filters: LeadFilters,
  most: number,
  { cursor, signal, hidesMessages = false }: ListOptions,
): Promise<Pick<LeadPage, 'leads' | 'total' | 'similar_to'>> {
  const resolved = { filters, now: Date.now() };
  const after = cursor ? decodePlace(cursor, filters) : undefined;
  const request = { ...resolved, after, limit: most };
  if (filters.q) {
    const { leads, total, terms } = await searchLeads(request, filters.q, { signal, hidesMessages });
    const { similar_to } = terms;
    return {
      leads: addExcerpts(leads, filters.q, terms, { hidesMessages }),
      total,
      ...(similar_to !== undefined && { similar_to }),
    };
  }
  const total = selectTotal(resolved);
  // Capped by the total, so that a walk ends at the last match instead of scanning on.
  const limit = after ? most : Math.min(total, most);
  return { leads: limit === 0 ? [] : selectLeads({ ...request, limit }), total };
}

/** The cursor holds only the columns that the order compares. */
function cursorOf(lead: Lead, filters: LeadFilters): ListCursor {
  const { created_at, id, next_contact_on, next_contact_at } = lead;
  const place = {
    ...lead,
    next_contact_on: next_contact_on ?? NO_NEXT_CONTACT,
    next_contact_at: next_contact_at ?? '',
  };
  return { created_at, id, ...Object.fromEntries(orderOf(filters).columns.map((name) => [name, place[name]])) };
}

/** A cursor made for another order may lack a column of this one. */
function decodePlace(cursor: string, filters: LeadFilters): LeadCursor {
  const place = decodeCursor(cursor);
  if (orderOf(filters).columns.some((name) => place[name] === undefined)) throw new AppError('malformed');
  return { notes_count: 0, next_contact_on: '', next_contact_at: '', last_activity_at: '', ...place };
}

/** What a panel shows, and those of the leads `also` that are not gone. It hears of changes after the event `as_of`. */
export async function readPanel(
  filters: LeadFilters,
  {
    rows,
    also,
    signal,
  }: { rows?: number | undefined; also?: readonly number[] | undefined; signal?: AbortSignal } = {},
): Promise<PanelAnswer> {
  const list = await listLeads(filters, { limit: rows, signal });
  const listed = new Set(list.leads.map(({ id }) => id));
  const leads = (also ?? []).filter((id) => !listed.has(id)).flatMap((id) => selectLead().get({ id }) ?? []);
  return { ...list, counters: countLeads(), also: { leads } };
}
