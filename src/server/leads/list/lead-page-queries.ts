import { query } from '~/server/database/connection';
import { NONE } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { NEVER, orderOf } from '~/shared/leads/order';
import {
  COLUMN_FILTERS,
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

/** Runs a statement for what is wanted of each lead; the statement is made of the columns that hold it. */
type Read<Row> = (makeSql: (columns: string) => string, values: Record<string, unknown>) => Row[];

export const readLeads: Read<Lead> = (makeSql, values) =>
  leadQuery<Record<string, unknown>>(makeSql(LEAD_COLUMNS))().all(values);

export const readIds: Read<number> = (makeSql, values) => {
  const select = query<[Record<string, unknown>], { id: number }>(makeSql('leads.id'));
  return select()
    .all(values)
    .map(({ id }) => id);
};

/** At most `limit` leads that match the filters, in the list's order. */
export const selectLeads = (request: ListRequest): Lead[] => selectRows(request, readLeads);

/** Their ids alone, which takes a tenth of the time. */
export const selectIds = (request: ListRequest): number[] => selectRows(request, readIds);

function selectRows<Row>(request: ListRequest, read: Read<Row>): Row[] {
  const source = findFew(request);
  if (source) return selectSorted(request, source, read);
  const [column] = orderOf(request.filters).columns;
  if (column === 'next_contact_on' && !request.filters.agenda) return selectByNextContact(request, read);
  if (column === 'notes_count' && (request.since || request.until || request.idle_since))
    return selectByNotes(request, read);
  return selectWalking(request, read);
}

/** How many leads a list can have whose pages are each found by sorting all that match; undefined if its pages are not. */
export function mostSorted(choice: LeadChoice): number | undefined {
  return findFew({ ...choice, after: undefined, limit: 1 }) === undefined ? undefined : FEW;
}

/** A part of a list in some orders, as SQL. */
const PARTS = {
  planned: 'next_contact_on IS NOT NULL',
  unplanned: 'next_contact_on IS NULL',
  noted: 'notes_count = :level',
} as const;

/** Walks the list, or a part of it, in the order of an index. */
export function selectWalking<Row>(
  request: ListRequest,
  read: Read<Row>,
  part?: keyof typeof PARTS,
  level?: number,
): Row[] {
  const { where, orderBy, values } = describeList(request, part === 'planned' || undefined);
  const index = indexOf(request.filters);
  return read(
    (columns) =>
      `SELECT ${columns} FROM leads ${index && `INDEXED BY ${index}`}
       WHERE ${where}${part ? ` AND ${PARTS[part]}` : ''} ORDER BY ${orderBy} LIMIT :limit`,
    { ...values, level },
  );
}

/** By each number of notes in turn, in which a walk begins where the first of the days may be. */
export function selectByNotes<Row>(request: ListRequest, read: Read<Row>): Row[] {
  const { ascending } = orderOf(request.filters);
  const rows: Row[] = [];
  let level = request.after?.notes_count ?? findLevel(ascending);
  while (level !== null && rows.length < request.limit) {
    const limit = request.limit - rows.length;
    rows.push(...selectWalking({ ...request, limit }, read, 'noted', level));
    level = findLevel(ascending, level);
  }
  return rows;
}

/** The next number of notes that a lead has. */
function findLevel(ascending: boolean, level = ascending ? -1 : Number.MAX_SAFE_INTEGER): number | null {
  const select = query<[{ level: number }], { level: number | null }>(
    `SELECT ${ascending ? 'min' : 'max'}(notes_count) AS level FROM leads INDEXED BY leads_by_notes
     WHERE deleted_at IS NULL AND notes_count ${ascending ? '>' : '<'} :level`,
  );
  return select().get({ level })?.level ?? null;
}

/** First who is to be contacted, which the agenda's index holds, and then who is not, the oldest first. */
export function selectByNextContact<Row>(request: ListRequest, read: Read<Row>): Row[] {
  const { after, limit, filters } = request;
  const isBeyond = after?.next_contact_on === NEVER;
  const planned = isBeyond ? [] : selectWalking(request, read, 'planned');
  if (planned.length === limit) return planned;
  const rest: ListRequest = {
    ...request,
    filters: { ...filters, orden: 'antiguos' },
    after: isBeyond ? after : undefined,
    limit: limit - planned.length,
  };
  return [...planned, ...selectWalking(rest, read, 'unplanned')];
}

/** Where few leads are among which all that match are found, as SQL; undefined where there are many, or a walk is short. */
function findFew({ after, limit, ...choice }: ListRequest): string | undefined {
  const { filters, since, until, idle_since } = choice;
  const set = [...COLUMN_FILTERS.filter((name) => filters[name]), ...(filters.contacto ? ['contacto'] : [])];
  const isByArrival = orderOf(filters).columns[0] === 'created_at';
  if (filters.duplicados && isByArrival) return undefined;
  if (isByArrival && !idle_since && hasOwnIndex(filters, set)) return undefined;
  if (filters.duplicados && selectCellsTotal({ filters: { duplicados: filters.duplicados } }) <= FEW)
    return 'leads INDEXED BY leads_repeated';
  if (set.length > 0 && selectCellsTotal(choice) <= FEW) return fromCells(choice);
  if (idle_since && hasFew('leads_by_activity', 'last_activity_at < :idle_since', { idle_since }))
    return 'leads INDEXED BY leads_by_activity';
  const { lost_reason } = filters;
  const isOfReason = lost_reason && lost_reason !== NONE && !isByArrival;
  if (isOfReason && hasFew('leads_by_reason', 'lost_reason = :lost_reason', { lost_reason }))
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

function hasFew(index: string, condition: string, values: Record<string, string>): boolean {
  const select = query<[Record<string, unknown>], { total: number }>(
    `SELECT count(*) AS total FROM (
       SELECT 1 FROM leads INDEXED BY ${index} WHERE deleted_at IS NULL AND ${condition} LIMIT :limit
     )`,
  );
  return (select().get({ ...values, limit: FEW + 1 })?.total ?? 0) <= FEW;
}

/** Of these leads those that still match, in the list's order. */
export function selectPageAmong(ids: number[], request: ListRequest): Lead[] {
  const { where, orderBy, values } = describeList(request);
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS}
     FROM (SELECT leads.id AS match FROM (SELECT value FROM json_each(:ids)) CROSS JOIN leads ON leads.id = value
           WHERE ${where} ORDER BY ${orderBy} LIMIT :limit)
     CROSS JOIN leads ON leads.id = match ORDER BY ${orderBy}`,
  );
  return select().all({ ...values, ids: JSON.stringify(ids) });
}

/** Sorts the ids of all that match, and reads only the leads of the page. */
export function selectSorted<Row>(request: ListRequest, source: string, read: Read<Row>): Row[] {
  const { where, orderBy, values } = describeList(request);
  return read(
    (columns) =>
      `SELECT ${columns}
       FROM (SELECT leads.id AS match FROM ${source} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit)
       CROSS JOIN leads ON leads.id = match ORDER BY ${orderBy}`,
    values,
  );
}
