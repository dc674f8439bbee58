import { query } from '~/server/database/connection';
import type { Lead } from '~/shared/leads/lead';
import { NEVER, orderOf } from '~/shared/leads/order';
import {
  COLUMN_FILTERS,
  describeChoice,
  describeList,
  fromCells,
  indexOf,
  type LeadChoice,
  type ListRequest,
} from '../lead-list-queries';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';
import { selectArrivals, selectCellsTotal } from './lead-count-queries';

/**
 * Up to so many leads are all read and sorted: some 20 ms. Of more, a walk in the list's order finds a page soon, unless
 * they lie together at its other end.
 */
const FEW = 20_000;

/** At most `limit` leads that match the filters, in the list's order. */
export function selectLeads(request: ListRequest): Lead[] {
  const source = findFew(request);
  if (source) return selectSorted(request, source);
  const { agenda, orden } = request.filters;
  return !agenda && orden === 'proximo_contacto' ? selectByNextContact(request) : selectWalking(request);
}

export function selectWalking(request: ListRequest, isPlanned?: boolean): Lead[] {
  const { where, orderBy, values } = describeList(request, isPlanned);
  const index = indexOf(request.filters);
  const planned = isPlanned ? ' AND next_contact_on IS NOT NULL' : '';
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS} FROM leads ${index && `INDEXED BY ${index}`} WHERE ${where}${planned}
     ORDER BY ${orderBy} LIMIT :limit`,
  );
  return select().all(values);
}

/** First who is to be contacted, then who is not: the index of the agenda holds only the former. */
export function selectByNextContact(request: ListRequest): Lead[] {
  const { after, limit, ...choice } = request;
  const isBeyond = after?.next_contact_on === NEVER;
  const planned = isBeyond ? [] : selectWalking(request, true);
  if (planned.length === limit) return planned;
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS} FROM leads NOT INDEXED
     WHERE ${describeChoice(choice)} AND next_contact_on IS NULL AND leads.id > :beyond
     ORDER BY leads.id LIMIT :limit`,
  );
  const { values } = describeList(request);
  const beyond = isBeyond ? after.id : 0;
  return [...planned, ...select().all({ ...values, beyond, limit: limit - planned.length })];
}

/** Where few leads are among which all that match are found, as SQL; undefined where there are many, or a walk is short. */
function findFew({ after, limit, ...choice }: ListRequest): string | undefined {
  const { filters, since, until, idle_since } = choice;
  const set = [...COLUMN_FILTERS.filter((name) => filters[name]), ...(filters.contacto ? ['contacto'] : [])];
  const isByArrival = orderOf(filters).columns[0] === 'created_at';
  if (isByArrival && !idle_since && hasOwnIndex(filters, set)) return undefined;
  if (set.length > 0 && selectCellsTotal(choice) <= FEW) return fromCells(choice);
  if (idle_since && selectIdleUpTo().get({ idle_since, limit: FEW + 1 })?.total !== FEW + 1)
    return 'leads INDEXED BY leads_by_activity';
  const { lost_reason } = filters;
  if (
    lost_reason &&
    !isByArrival &&
    selectOfReasonUpTo().get({ lost_reason, limit: FEW + 1 })?.total !== FEW + 1
  )
    return 'leads INDEXED BY leads_by_reason';
  if ((since || until) && !isByArrival && !filters.agenda && selectArrivals({ since, until }) <= FEW)
    return 'leads INDEXED BY leads_newest';
  return undefined;
}

/** Whether an index holds the list of these filters in its order and nothing else. */
function hasOwnIndex({ plan, lost_reason }: LeadChoice['filters'], set: readonly string[]): boolean {
  if (set.every((name) => name === 'estado' || name === 'pais' || name === 'client_type')) return true;
  return set.length === 1 && !set.includes('contacto') && plan !== 'none' && !lost_reason;
}

const selectIdleUpTo = query<[{ idle_since: string; limit: number }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM leads INDEXED BY leads_by_activity
     WHERE deleted_at IS NULL AND last_activity_at < :idle_since LIMIT :limit
   )`,
);

const selectOfReasonUpTo = query<[{ lost_reason: string; limit: number }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM leads INDEXED BY leads_by_reason
     WHERE deleted_at IS NULL AND lost_reason = :lost_reason LIMIT :limit
   )`,
);

/** Sorts the ids of all that match, and reads only the leads of the page. */
export function selectSorted(request: ListRequest, source: string): Lead[] {
  const { where, orderBy, values } = describeList(request);
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS}
     FROM (SELECT leads.id AS match FROM ${source} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit)
     CROSS JOIN leads ON leads.id = match ORDER BY ${orderBy}`,
  );
  return select().all(values);
}
