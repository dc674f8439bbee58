import type { Lead, LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { query } from '../db';
import type { ListCursor } from '../list-cursor';
import { LEAD_COLUMNS } from './lead-queries';
import type { SearchTerms } from './search-terms';

/** What the list is asked for; `since` is the start of the last seven days where only those count. */
export type ListRequest = {
  filters: LeadFilters;
  since: string | undefined;
  search: SearchTerms | undefined;
  after: ListCursor | undefined;
  limit: number;
};

const FILTER_COLUMNS = ['estado', 'pais', 'client_type'] as const;

/** What a list's statement depends on. Each combination has its own text, so that each is served by its own index. */
type Shape = {
  columns: readonly (typeof FILTER_COLUMNS)[number][];
  since: boolean;
  waiting: boolean;
  search: SearchTerms['kind'] | undefined;
  continues: boolean;
  oldestFirst: boolean;
};

/**
 * '+id' keeps SQLite from looking each match up and sorting them all: walking the list's own index stays under 15 ms
 * at 100,000 leads even where every one of them matches, when sorting takes ten times that.
 */
const SEARCHES = {
  words: '+id IN (SELECT rowid FROM lead_words WHERE lead_words MATCH :words)',
  phone: `+id IN (SELECT rowid FROM lead_phones WHERE lead_phones MATCH :digits
                 UNION SELECT rowid FROM lead_words WHERE lead_words MATCH :words)`,
};

function listQuery({ columns, since, waiting, search, continues, oldestFirst }: Shape) {
  const conditions = [
    'deleted_at IS NULL',
    ...columns.map((column) => `${column} = :${column}`),
    ...(since ? ['created_at >= :since'] : []),
    ...(waiting ? ["estado = 'nuevo' AND first_contacted_at IS NULL"] : []),
    ...(search ? [SEARCHES[search]] : []),
    ...(continues ? [`(created_at, id) ${oldestFirst ? '>' : '<'} (:created_at, :id)`] : []),
  ];
  const direction = oldestFirst ? 'ASC' : 'DESC';
  return query<[Record<string, unknown>], Lead>(
    `SELECT ${LEAD_COLUMNS} FROM leads WHERE ${conditions.join(' AND ')}
     ORDER BY created_at ${direction}, id ${direction} LIMIT :limit`,
  );
}

const nameOf = (shape: Shape): string => Object.values(shape).join('|');

const listQueries = new Map(allShapes().map((shape) => [nameOf(shape), listQuery(shape)]));

function allShapes(): Shape[] {
  const both = [false, true];
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) =>
    both.flatMap((since) =>
      both.flatMap((waiting) =>
        ([undefined, 'words', 'phone'] as const).flatMap((search) =>
          both.flatMap((continues) =>
            both.map((oldestFirst) => ({
              columns: FILTER_COLUMNS.filter((_, index) => bits & (1 << index)),
              since,
              waiting,
              search,
              continues,
              oldestFirst,
            })),
          ),
        ),
      ),
    ),
  );
}

/** The leads that match everything asked for, in the list's order, at most `limit`. */
export function selectLeads({ filters, since, search, after, limit }: ListRequest): Lead[] {
  const shape: Shape = {
    columns: FILTER_COLUMNS.filter((column) => filters[column] !== undefined),
    since: since !== undefined,
    waiting: filters.contacto !== undefined,
    search: search?.kind,
    continues: after !== undefined,
    oldestFirst: filters.orden === 'antiguos',
  };
  const statement = listQueries.get(nameOf(shape));
  if (!statement) throw new Error(`no list query for ${nameOf(shape)}`);
  return statement().all({ ...filters, since, ...search, ...after, limit });
}

export const selectCounters = query<[{ since: string }], LeadCounters>(
  `SELECT sum(total) AS total,
          (SELECT count(*) FROM leads WHERE deleted_at IS NULL AND created_at >= :since) AS nuevos_7_dias,
          sum(total) FILTER (WHERE estado = 'contactado') AS contactado,
          sum(total) FILTER (WHERE estado = 'en_seguimiento') AS en_seguimiento,
          sum(total) FILTER (WHERE estado = 'ganado') AS ganado,
          sum(total) FILTER (WHERE estado = 'perdido') AS perdido
   FROM lead_counters`,
);
