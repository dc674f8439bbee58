import type { Lead } from '~/shared/leads/lead';
import { type LeadPlace, orderOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { LEAD_COLUMNS, leadQuery } from './lead-queries';

/** Which leads are asked for; `since` is the start of the last seven days where only those count. */
export type LeadChoice = { filters: LeadFilters; since: string | undefined };

/** What the list is asked for. */
export type ListRequest = LeadChoice & { after: LeadPlace | undefined; limit: number };

const FILTER_COLUMNS = ['estado', 'pais', 'client_type'] as const;

/** The condition of every list, as SQL. */
const LIVE = 'deleted_at IS NULL';

/** The conditions of a list as SQL; the values that they are about are its filters, and `since`. */
export function describeChoice({ filters, since }: LeadChoice): string {
  return [
    LIVE,
    ...FILTER_COLUMNS.filter((column) => filters[column]).map((column) => `${column} = :${column}`),
    ...(since ? ['created_at >= :since'] : []),
    ...(filters.contacto ? ["estado = 'nuevo' AND first_contacted_at IS NULL"] : []),
  ].join(' AND ');
}

/** Whether all leads are listed that are not deleted. */
export const isUnfiltered = (choice: LeadChoice): boolean => describeChoice(choice) === LIVE;

/** A list's conditions from a place on, its order, and the values that both are about. */
export function describeList({ after, limit, ...choice }: ListRequest) {
  const { columns, ascending } = orderOf(choice.filters);
  const direction = ascending ? 'ASC' : 'DESC';
  const place = `(${columns.join(', ')})`;
  const values = `(${columns.map((column) => `:${column}`).join(', ')})`;
  return {
    where: describeChoice(choice) + (after ? ` AND ${place} ${ascending ? '>' : '<'} ${values}` : ''),
    orderBy: columns.map((column) => `${column} ${direction}`).join(', '),
    values: { ...choice.filters, since: choice.since, ...after, limit },
  };
}

/** At most `limit` leads that match the filters, in the list's order. */
export function selectLeads(request: ListRequest): Lead[] {
  const { where, orderBy, values } = describeList(request);
  // Left to itself, SQLite would sort all that the filters let through.
  const index = orderOf(request.filters).columns[0] === 'notes_count' ? 'INDEXED BY leads_by_notes' : '';
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS} FROM leads ${index} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit`,
  );
  return select().all(values);
}
