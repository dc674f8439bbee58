import { query } from '~/server/database/connection';
import type { Lead } from '~/shared/leads/lead';
import { NEVER, orderOf } from '~/shared/leads/order';
import { describeList, indexOf, isUnfiltered, type ListRequest } from '../lead-list-queries';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';

/** Runs a statement for what is wanted of each lead; the statement is made of the columns that hold it. */
type Read<Row> = (makeSql: (columns: string) => string, values: Record<string, unknown>) => Row[];

const readLeads: Read<Lead> = (makeSql, values) =>
  leadQuery<Record<string, unknown>>(makeSql(LEAD_COLUMNS))().all(values);

const readIds: Read<number> = (makeSql, values) => {
  const select = query<[Record<string, unknown>], { id: number }>(makeSql('leads.id'));
  return select()
    .all(values)
    .map(({ id }) => id);
};

/** At most `limit` leads that match the filters, in the list's order. */
export const selectLeads = (request: ListRequest): Lead[] => selectRows(request, readLeads);

/** Their ids alone. */
export const selectIds = (request: ListRequest): number[] => selectRows(request, readIds);

function selectRows<Row>(request: ListRequest, read: Read<Row>): Row[] {
  const [column] = orderOf(request.filters).columns;
  if (column === 'next_contact_on' && isUnfiltered(request)) return selectByNextContact(request, read);
  const index = indexOf(request);
  // By arrival leads_scan is in the list's order itself.
  const isWalked = index !== 'leads_scan' || column === 'created_at';
  return isWalked ? walk(request, read, index) : sort(request, read);
}

/** A part of a list by the next contact, as SQL. */
const PARTS = { planned: 'next_contact_on IS NOT NULL', unplanned: 'next_contact_on IS NULL' } as const;

/** Walks an index in its order, and reads those that match. */
function walk<Row>(request: ListRequest, read: Read<Row>, index: string, part?: keyof typeof PARTS): Row[] {
  const { where, orderBy, values } = describeList(request, part === 'planned' || undefined);
  return read(
    (columns) =>
      `SELECT ${columns} FROM leads INDEXED BY ${index}
       WHERE ${where}${part ? ` AND ${PARTS[part]}` : ''} ORDER BY ${orderBy} LIMIT :limit`,
    values,
  );
}

/** First who is to be contacted, which the agenda's index holds, and then who is not, the oldest first. */
function selectByNextContact<Row>(request: ListRequest, read: Read<Row>): Row[] {
  const { after, limit, filters } = request;
  const isBeyond = after?.next_contact_on === NEVER;
  const planned = isBeyond ? [] : walk(request, read, 'leads_by_next_contact', 'planned');
  if (planned.length === limit) return planned;
  const rest: ListRequest = {
    ...request,
    filters: { ...filters, orden: 'antiguos' },
    after: isBeyond ? after : undefined,
    limit: limit - planned.length,
  };
  return [...planned, ...walk(rest, read, 'leads_scan', 'unplanned')];
}

/** Sorts the ids of all that match, and reads only the leads of the page. */
function sort<Row>(request: ListRequest, read: Read<Row>): Row[] {
  const { where, orderBy, values } = describeList(request);
  return read(
    (columns) =>
      `SELECT ${columns}
       FROM (SELECT id AS match FROM leads INDEXED BY leads_scan WHERE ${where} ORDER BY ${orderBy} LIMIT :limit)
       CROSS JOIN leads ON leads.id = match ORDER BY ${orderBy}`,
    values,
  );
}
