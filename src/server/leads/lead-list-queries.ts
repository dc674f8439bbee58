import type { Lead, LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import type { ListCursor } from '~/shared/paging';
import { query } from '../database/connection';
import { LEAD_COLUMNS, leadQuery } from './lead-queries';

/** The parameters of a list; `since` is the start of the last seven days, if only those count. */
export type ListRequest = {
  filters: LeadFilters;
  since: string | undefined;
  after: ListCursor | undefined;
  limit: number;
};

const FILTER_COLUMNS = ['estado', 'pais', 'client_type'] as const;

/** The list's conditions and order as SQL, with the values of its parameters. */
export function describeList({ filters, since, after, limit }: ListRequest) {
  const oldestFirst = filters.orden === 'antiguos';
  const direction = oldestFirst ? 'ASC' : 'DESC';
  const conditions = [
    'deleted_at IS NULL',
    ...FILTER_COLUMNS.filter((column) => filters[column]).map((column) => `${column} = :${column}`),
    ...(since ? ['created_at >= :since'] : []),
    ...(filters.contacto ? ["estado = 'nuevo' AND first_contacted_at IS NULL"] : []),
    ...(after ? [`(created_at, id) ${oldestFirst ? '>' : '<'} (:created_at, :id)`] : []),
  ];
  return {
    where: conditions.join(' AND '),
    orderBy: `created_at ${direction}, id ${direction}`,
    values: { ...filters, since, ...after, limit },
  };
}

/** At most `limit` leads that match the filters, in the list's order. */
export function selectLeads(request: ListRequest): Lead[] {
  const { where, orderBy, values } = describeList(request);
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS} FROM leads WHERE ${where} ORDER BY ${orderBy} LIMIT :limit`,
  );
  return select().all(values);
}

/** `hour` is the hour of `since`, `next_hour` the one after it. Later leads are counted by whole hours. */
export const selectCounters = query<[{ since: string; hour: string; next_hour: string }], LeadCounters>(
  `SELECT sum(total) AS total,
          (SELECT coalesce(sum(total), 0) FROM lead_arrivals WHERE hour > :hour)
            + (SELECT count(*) FROM leads INDEXED BY leads_newest
               WHERE deleted_at IS NULL AND created_at >= :since AND created_at < :next_hour) AS nuevos_7_dias,
          sum(total) FILTER (WHERE estado = 'contactado') AS contactado,
          sum(total) FILTER (WHERE estado = 'en_seguimiento') AS en_seguimiento,
          sum(total) FILTER (WHERE estado = 'ganado') AS ganado,
          sum(total) FILTER (WHERE estado = 'perdido') AS perdido
   FROM lead_counters`,
);
