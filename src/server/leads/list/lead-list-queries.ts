import { type LeadCursor, NO_NEXT_CONTACT, orderOf } from '~/shared/leads/order';
import { query } from '../../database/connection';
import { bindValues, buildWhere, type ResolvedFilters } from './filters';

export type ListRequest = ResolvedFilters & { after: LeadCursor | undefined; limit: number };

/** Conditions from a keyset cursor on, order, and the values of both. Leads without a next contact sort last. */
export function buildPage({ after, limit, ...resolved }: ListRequest) {
  const { filters, part } = resolved;
  const isPlanned = part ? part === 'due' || part === 'planned' : filters.agenda && filters.agenda !== 'dia';
  const { columns, ascending } = orderOf(filters);
  const direction = ascending ? 'ASC' : 'DESC';
  // Qualified, so that they mean the indexed columns and not the aliases selected.
  const ordered = columns.map((column) =>
    column === 'next_contact_on' && !isPlanned
      ? `coalesce(leads.next_contact_on, '${NO_NEXT_CONTACT}')`
      : `leads.${column}`,
  );
  const values = `(${columns.map((column) => `:${column}`).join(', ')})`;
  const begins = after ? [`(${ordered.join(', ')}) ${ascending ? '>' : '<'} ${values}`] : [];
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
