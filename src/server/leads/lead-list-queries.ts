import type { Lead, LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import type { ListCursor } from '~/shared/paging';
import { query } from '../database/connection';
import { LEAD_COLUMNS } from './lead-queries';

/** What the list is asked for; `since` is the start of the last seven days where only those count. */
export type ListRequest = {
  filters: LeadFilters;
  since: string | undefined;
  after: ListCursor | undefined;
  limit: number;
};

const FILTER_COLUMNS = ['estado', 'pais', 'client_type'] as const;
type FilterColumn = (typeof FILTER_COLUMNS)[number];

/** What a list's statement depends on. Each combination has its own text, so that each is served by its own index. */
export type ListShape = {
  columns: readonly FilterColumn[];
  since: boolean;
  waiting: boolean;
  continues: boolean;
  oldestFirst: boolean;
};

/** The shape of a request, for listQueries and searchQueries. */
export function shapeOf({ filters, since, after }: Omit<ListRequest, 'limit'>): ListShape {
  return {
    columns: FILTER_COLUMNS.filter((column) => filters[column] !== undefined),
    since: since !== undefined,
    waiting: filters.contacto !== undefined,
    continues: after !== undefined,
    oldestFirst: filters.orden === 'antiguos',
  };
}

export const nameOf = (shape: ListShape): string => Object.values(shape).join('|');

/** Every shape that a request can have. */
export function allShapes(): ListShape[] {
  const both = [false, true];
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) =>
    both.flatMap((since) =>
      both.flatMap((waiting) =>
        both.flatMap((continues) =>
          both.map((oldestFirst) => ({
            columns: FILTER_COLUMNS.filter((_, index) => bits & (1 << index)),
            since,
            waiting,
            continues,
            oldestFirst,
          })),
        ),
      ),
    ),
  );
}

/** The conditions and the order of a list, as SQL. */
export function describeList({ columns, since, waiting, continues, oldestFirst }: ListShape) {
  const direction = oldestFirst ? 'ASC' : 'DESC';
  const conditions = [
    'deleted_at IS NULL',
    ...columns.map((column) => `${column} = :${column}`),
    ...(since ? ['created_at >= :since'] : []),
    ...(waiting ? ["estado = 'nuevo' AND first_contacted_at IS NULL"] : []),
    ...(continues ? [`(created_at, id) ${oldestFirst ? '>' : '<'} (:created_at, :id)`] : []),
  ];
  return {
    where: conditions.join(' AND '),
    orderBy: `created_at ${direction}, id ${direction}`,
  };
}

const SHORT_NAMES: Record<FilterColumn, string> = { estado: 'estado', pais: 'pais', client_type: 'type' };

/**
 * The index that holds exactly the list, in its order. Named in the statement, because what SQLite would choose
 * depends on what it guesses of the data, and on whether somebody has run ANALYZE.
 */
function indexOf({ columns, waiting }: ListShape): string {
  // Who waits is new: no index of theirs is by status.
  const by = columns.filter((column) => !waiting || column !== 'estado').map((column) => SHORT_NAMES[column]);
  if (waiting) return by.length === 0 ? 'leads_waiting' : `leads_waiting_by_${by.join('_')}`;
  return by.length === 0 ? 'leads_newest' : `leads_by_${by.join('_')}`;
}

function listQuery(shape: ListShape) {
  const { where, orderBy } = describeList(shape);
  return query<[Record<string, unknown>], Lead>(
    `SELECT ${LEAD_COLUMNS} FROM leads INDEXED BY ${indexOf(shape)} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit`,
  );
}

const listQueries = new Map(allShapes().map((shape) => [nameOf(shape), listQuery(shape)]));

/** The leads that match the filters, in the list's order, at most `limit`. */
export function selectLeads(request: ListRequest): Lead[] {
  const { filters, since, after, limit } = request;
  const shape = shapeOf(request);
  // Nobody waits who is not new; the statement would look through all who wait to find that out.
  if (shape.waiting && filters.estado && filters.estado !== 'nuevo') return [];
  const statement = listQueries.get(nameOf(shape));
  if (!statement) throw new Error(`no list query for ${nameOf(shape)}`);
  return statement().all({ ...filters, since, ...after, limit });
}

/** `hour` is since's hour, `next_hour` the one after it: what came later is counted by the hour. */
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
