import { NONE } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { query } from '../../database/connection';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';
import {
  bindValues,
  buildWhere,
  indexOf,
  isOnlyOf,
  isUnfiltered,
  isWalked,
  type LeadCursor,
  NO_NEXT_CONTACT,
  orderOf,
  type ResolvedFilters,
  splitDayAgenda,
} from './filters';

export type ListRequest = ResolvedFilters & { after: LeadCursor | undefined; limit: number };

const lastWith = (key: 'email_key' | 'phone_key') =>
  `coalesce((SELECT max(same.id) FROM leads AS same INDEXED BY leads_by_${key}
     WHERE same.${key} = leads.${key} AND same.deleted_at IS NULL), 0)`;

/** The person's last lead, which stands for them where duplicates are sorted. */
const PERSON = `max(leads.id, ${lastWith('email_key')}, ${lastWith('phone_key')})`;

/** Conditions from a keyset cursor on, order, and the values of both. Leads without a next contact sort last. */
export function buildPage({ after, limit, ...resolved }: ListRequest) {
  const { filters, part } = resolved;
  const isPlanned = part ? part === 'due' || part === 'planned' : filters.agenda && filters.agenda !== 'dia';
  const { columns, ascending, byPerson } = orderOf(filters);
  const direction = ascending ? 'ASC' : 'DESC';
  // Qualified, so that they mean the indexed columns and not the aliases selected.
  const ordered = columns.map((column) =>
    column === 'next_contact_on' && !isPlanned
      ? `coalesce(leads.next_contact_on, '${NO_NEXT_CONTACT}')`
      : `leads.${column}`,
  );
  const values = columns.map((column) => `:${column}`);
  if (byPerson) {
    ordered.unshift(PERSON);
    values.unshift(`(SELECT ${PERSON} FROM leads WHERE id = :id)`);
  }
  const begins = after ? [`(${ordered.join(', ')}) ${ascending ? '>' : '<'} (${values.join(', ')})`] : [];
  return {
    where: [buildWhere(resolved), ...begins].join(' AND '),
    orderBy: ordered.map((column) => `${column} ${direction}`).join(', '),
    values: { ...bindValues(resolved), ...after, limit },
  };
}

/** The ids that a statement built for one request reads. */
export function readIds(sql: string, values: object): number[] {
  return query<[object], number>(sql)().pluck().all(values);
}

/** The count or sum that a statement built for one request reads. */
export function readTotal(sql: string, values: object): number {
  return query<[object], number | null>(sql)().pluck().get(values) ?? 0;
}

/** Runs a statement built around the columns to read. */
type Read<Row> = (makeSql: (columns: string) => string, values: Record<string, unknown>) => Row[];

const readLeads: Read<Lead> = (makeSql, values) =>
  leadQuery<Record<string, unknown>>(makeSql(LEAD_COLUMNS))().all(values);

/** At most `limit` matching leads, in the list's order. */
export const selectLeads = (request: ListRequest): Lead[] => selectRows(request, readLeads);

export const selectIds = (request: ListRequest): number[] =>
  selectRows(request, (makeSql, values) => readIds(makeSql('leads.id'), values));

function selectRows<Row>(request: ListRequest, read: Read<Row>): Row[] {
  const parts = partsOf(request);
  if (parts) return walkParts(request, parts, read);
  const index = indexOf(request);
  return isWalked(request, index) ? walk(request, read, index) : sort(request, read, index);
}

/** A list by next contact is two walks: leads with a date, then leads without one. */
type Parts = NonNullable<ReturnType<typeof splitDayAgenda>>;

function partsOf(request: ListRequest): Parts | undefined {
  const { after, limit, ...resolved } = request;
  if (orderOf(resolved.filters).columns[0] !== 'next_contact_on') return undefined;
  if (!isUnfiltered(resolved)) return splitDayAgenda(resolved);
  return [
    { ...resolved, part: 'planned' },
    { ...resolved, filters: { orden: 'antiguos' }, part: 'unplanned' },
  ];
}

function walk<Row>(request: ListRequest, read: Read<Row>, index: string): Row[] {
  const { where, orderBy, values } = buildPage(request);
  return read(
    (columns) => `SELECT ${columns} FROM leads INDEXED BY ${index} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit`,
    values,
  );
}

/** The second walk begins where the first ends. */
function walkParts<Row>({ after, limit }: ListRequest, [planned, unplanned]: Parts, read: Read<Row>): Row[] {
  const isBeyond = after?.next_contact_on === NO_NEXT_CONTACT;
  const first = isBeyond ? [] : walk({ ...planned, after, limit }, read, indexOf(planned));
  if (first.length === limit) return first;
  const rest = { ...unplanned, after: isBeyond ? after : undefined, limit: limit - first.length };
  return [...first, ...walk(rest, read, indexOf(rest))];
}

/** Sorts the ids of all matches, and reads only the leads of the page. */
function sort<Row>(request: ListRequest, read: Read<Row>, index: string): Row[] {
  const { where, orderBy, values } = buildPage(request);
  const { columns: compared, ascending, byPerson } = orderOf(request.filters);
  // Read oldest first, each lead that ties, as most do by their notes, would replace the ones before it: 24 ms instead
  // of 12 at 100,000 leads. The limit keeps SQLite from dropping the inner order.
  const newestFirst = `(SELECT ${[...new Set(['id', ...compared])].join(', ')} FROM leads INDEXED BY leads_scan
    WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT -1) AS leads`;
  const matches =
    ascending || byPerson || index !== 'leads_scan' ? `leads INDEXED BY ${index} WHERE ${where}` : newestFirst;
  return read(
    (columns) =>
      `SELECT ${columns} FROM (SELECT id AS match FROM ${matches} ORDER BY ${orderBy} LIMIT :limit)
       CROSS JOIN leads ON leads.id = match ORDER BY ${orderBy}`,
    values,
  );
}

/** Matching leads within a range of ids, highest id first. */
export function selectIdsWithin(
  resolved: ResolvedFilters,
  range: { least: number; below: number; limit: number },
): number[] {
  return readIds(
    `SELECT id FROM leads NOT INDEXED WHERE id >= :least AND id < :below AND ${buildWhere(resolved)}
     ORDER BY id DESC LIMIT :limit`,
    { ...bindValues(resolved), ...range },
  );
}

/** Of these leads those that match the filters, in the given order. */
export function selectIdsAmong(ids: readonly number[], resolved: ResolvedFilters): number[] {
  return readIds(
    `SELECT leads.id FROM (SELECT key AS place, value AS listed FROM json_each(:ids)) CROSS JOIN leads ON leads.id = listed
     WHERE ${buildWhere(resolved)} ORDER BY place`,
    { ...bindValues(resolved), ids: JSON.stringify(ids) },
  );
}

function selectCount(resolved: ResolvedFilters): number {
  return readTotal(
    `SELECT count(*) FROM leads INDEXED BY ${indexOf(resolved, 'total')} WHERE ${buildWhere(resolved)}`,
    bindValues(resolved),
  );
}

type Named = 'estado' | 'pais' | 'client_type' | 'owner';

function selectSum(column: string, summary: string, names: Named[], resolved: ResolvedFilters): number {
  const conditions = names
    .filter((name) => resolved.filters[name])
    .map((name) => (resolved.filters[name] === NONE ? `${name} = ''` : `${name} = :${name}`));
  return readTotal(
    `SELECT sum(${column}) FROM ${summary} WHERE ${['TRUE', ...conditions].join(' AND ')}`,
    bindValues(resolved),
  );
}

/** How many leads match: from the summary tables if they cover the filters, otherwise by reading one index. */
export function selectTotal(resolved: ResolvedFilters): number {
  const parts = splitDayAgenda(resolved);
  if (parts) return selectCount(parts[0]) + selectCount(parts[1]);
  const { contacto, duplicados } = resolved.filters;
  if (contacto === 'respuesta') return selectCount(resolved);
  const column = duplicados ? 'repeated' : contacto ? 'waiting' : 'total';
  if (isOnlyOf(resolved, ['estado', 'pais', 'client_type', contacto ? 'contacto' : 'duplicados']))
    return selectSum(column, 'lead_counters', ['estado', 'pais', 'client_type'], resolved);
  if (isOnlyOf(resolved, ['owner', 'estado']))
    return selectSum('total', 'owner_counters', ['owner', 'estado'], resolved);
  return selectCount(resolved);
}
