import { DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { arrivalsOf, NONE, weekAgo } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { type LeadPlace, orderOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { LEAD_COLUMNS, leadQuery } from './lead-queries';

/** Which leads are asked for, and the moments and days that this means now. */
export type LeadChoice = {
  filters: LeadFilters;
  /** From when on they came, and before when. */
  since?: string | undefined;
  until?: string | undefined;
  /** What day it is, where the agenda is asked for. */
  today?: string | undefined;
};

/** What the list is asked for. */
export type ListRequest = LeadChoice & { after: LeadPlace | undefined; limit: number };

/** What these filters mean now. */
export function chooseLeads(filters: LeadFilters, now: number): LeadChoice {
  const { since, until } = arrivalsOf(filters);
  const week = filters.creados && weekAgo(now);
  return {
    filters,
    since: since && week && week > since ? week : (since ?? week),
    until,
    today: filters.agenda && dayIn(filters.tz ?? DEFAULT_ZONE, now),
  };
}

/** The filters that are columns of the same name, and of the summary; their values may be missing. */
const FILTER_COLUMNS = {
  estado: 'estado',
  pais: 'pais',
  client_type: 'client_type',
  owner: 'owner_id',
  source: 'source',
  plan: 'plan',
} as const;
type ColumnFilter = keyof typeof FILTER_COLUMNS;
const COLUMN_FILTERS = Object.keys(FILTER_COLUMNS) as ColumnFilter[];

/** The condition of every list, as SQL. */
const LIVE = 'deleted_at IS NULL';

/** Spelt out, because the index of the agenda holds nobody else. */
const AGENDAS: Record<NonNullable<LeadFilters['agenda']>, string> = {
  hoy: 'next_contact_on IS NOT NULL AND next_contact_on = :today',
  vencidos: 'next_contact_on IS NOT NULL AND next_contact_on < :today',
  proximos: 'next_contact_on IS NOT NULL AND next_contact_on > :today',
};

/** The conditions of a list as SQL; the values that they are about are in `valuesOf`. */
export function describeChoice({ filters, since, until }: LeadChoice): string {
  return [
    LIVE,
    ...COLUMN_FILTERS.filter((name) => filters[name]).map((name) =>
      filters[name] === NONE ? `${FILTER_COLUMNS[name]} IS NULL` : `${FILTER_COLUMNS[name]} = :${name}`,
    ),
    ...(filters.plan && filters.plan !== NONE ? ['plan IS NOT NULL'] : []),
    ...(filters.lost_reason ? ['lost_reason = :lost_reason'] : []),
    ...(since ? ['created_at >= :since'] : []),
    ...(until ? ['created_at < :until'] : []),
    ...(filters.agenda ? [AGENDAS[filters.agenda]] : []),
    ...(filters.contacto ? ["estado = 'nuevo' AND first_contacted_at IS NULL"] : []),
  ].join(' AND ');
}

/** The values of a list's conditions. */
export function valuesOf({ filters, since, until, today }: LeadChoice): Record<string, unknown> {
  return { ...filters, since, until, today };
}

/** The conditions as the summary has them, where it knows them all; undefined where it does not. */
export function describeSummed(choice: LeadChoice): string | undefined {
  const { filters, since, until } = choice;
  if (since || until || filters.agenda || filters.lost_reason) return undefined;
  const conditions = COLUMN_FILTERS.filter((name) => filters[name]).map((name) =>
    filters[name] === NONE ? `${name} = ''` : `${name} = :${name}`,
  );
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
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
    // The table's own columns, by which its indexes go, and not what is shown of them.
    orderBy: columns.map((column) => `leads.${column} ${direction}`).join(', '),
    values: { ...valuesOf(choice), ...after, limit },
  };
}

/**
 * The index that a list walks; '' leaves the choice to SQLite, which knows those of the specification's filters. Of others
 * it would sort all that the filters let through, or read each lead of a status to find one person's.
 */
export function indexOf(filters: LeadFilters): string {
  const first = orderOf(filters).columns[0];
  if (first === 'next_contact_on') return 'leads_by_next_contact';
  if (first === 'notes_count') return 'leads_by_notes';
  if (filters.owner) return 'leads_by_owner';
  if (filters.plan && filters.plan !== NONE) return 'leads_by_plan';
  return filters.source && !filters.estado && !filters.pais && !filters.client_type ? 'leads_by_source' : '';
}

/** At most `limit` leads that match the filters, in the list's order. */
export function selectLeads(request: ListRequest): Lead[] {
  const { where, orderBy, values } = describeList(request);
  const index = indexOf(request.filters);
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS} FROM leads ${index && `INDEXED BY ${index}`} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit`,
  );
  return select().all(values);
}
