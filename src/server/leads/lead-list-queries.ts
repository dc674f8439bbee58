import { DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { arrivalsOf, idleSince, NONE, weekAgo } from '~/shared/leads/filters';
import { type LeadPlace, NEVER, orderOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';

/** Which leads are asked for, and the moments and days that this means now. */
export type LeadChoice = {
  filters: LeadFilters;
  /** From when on they came, and before when. */
  since?: string | undefined;
  until?: string | undefined;
  /** What day it is, where the agenda is asked for. */
  today?: string | undefined;
  /** Nothing has happened to them since, or something has. */
  idle_since?: string | undefined;
  active_since?: string | undefined;
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
    idle_since: filters.idle && idleSince(filters.idle, now),
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
export const COLUMN_FILTERS = Object.keys(FILTER_COLUMNS) as ColumnFilter[];

/** The condition of every list, as SQL. */
const LIVE = 'deleted_at IS NULL';

/** Spelt out, because the index of the agenda holds nobody else. */
const AGENDAS: Record<NonNullable<LeadFilters['agenda']>, string> = {
  hoy: 'next_contact_on IS NOT NULL AND next_contact_on = :today',
  vencidos: 'next_contact_on IS NOT NULL AND next_contact_on < :today',
  proximos: 'next_contact_on IS NOT NULL AND next_contact_on > :today',
};

/** The conditions of a list as SQL; the values that they are about are in `valuesOf`. */
export function describeChoice({ filters, since, until, idle_since, active_since }: LeadChoice): string {
  return [
    LIVE,
    ...COLUMN_FILTERS.filter((name) => filters[name]).map((name) =>
      filters[name] === NONE ? `${FILTER_COLUMNS[name]} IS NULL` : `${FILTER_COLUMNS[name]} = :${name}`,
    ),
    ...(filters.plan && filters.plan !== NONE ? ['plan IS NOT NULL'] : []),
    ...(filters.lost_reason ? ['lost_reason = :lost_reason'] : []),
    ...(idle_since ? ['last_activity_at < :idle_since'] : []),
    ...(active_since ? ['last_activity_at >= :active_since'] : []),
    ...(since ? ['created_at >= :since'] : []),
    ...(until ? ['created_at < :until'] : []),
    ...(filters.agenda ? [AGENDAS[filters.agenda]] : []),
    ...(filters.contacto ? ["estado = 'nuevo' AND first_contacted_at IS NULL"] : []),
  ].join(' AND ');
}

/** The values of a list's conditions. */
export function valuesOf({ filters, ...moments }: LeadChoice): Record<string, unknown> {
  return { ...filters, ...moments };
}

/** Whether the summary knows all of these conditions. */
export function isSummed({ filters, since, until, idle_since, active_since }: LeadChoice): boolean {
  return !(since || until || idle_since || active_since || filters.agenda || filters.lost_reason);
}

/** Which cells of the summary may hold such leads, by those of the conditions that it knows. */
export function describeCells({ filters }: LeadChoice): string {
  const conditions = COLUMN_FILTERS.filter((name) => filters[name]).map((name) =>
    filters[name] === NONE ? `${name} = ''` : `${name} = :${name}`,
  );
  return ['total > 0', ...(filters.contacto ? ['waiting > 0'] : []), ...conditions].join(' AND ');
}

/** The leads of those cells, each found by all that a cell has in common. */
export function fromCells(choice: LeadChoice): string {
  const same = ({ cell, column }: { cell: string; column: string }) =>
    `leads.${column} IS nullif(cell_${cell}, '')`;
  const cells = COLUMN_FILTERS.map((name) => ({ cell: name, column: FILTER_COLUMNS[name] }));
  return `(SELECT ${cells.map(({ cell }) => `${cell} AS cell_${cell}`).join(', ')}
           FROM lead_counters WHERE ${describeCells(choice)})
          CROSS JOIN leads INDEXED BY leads_by_cell ON ${cells.map(same).join(' AND ')}`;
}

/** Whether all leads are listed that are not deleted. */
export const isUnfiltered = (choice: LeadChoice): boolean => describeChoice(choice) === LIVE;

/**
 * A list's conditions from a place on, its order, and the values that both are about. By their next contact, who has none
 * comes last; `planned` is the list of those who have one, which an index holds.
 */
export function describeList(
  { after, limit, ...choice }: ListRequest,
  planned = Boolean(choice.filters.agenda),
) {
  const { columns, ascending } = orderOf(choice.filters);
  const direction = ascending ? 'ASC' : 'DESC';
  // The table's own columns, by which its indexes go, and not what is shown of them.
  const ordered = columns.map((column) =>
    column === 'next_contact_on' && !planned
      ? `coalesce(leads.next_contact_on, '${NEVER}')`
      : `leads.${column}`,
  );
  const values = `(${columns.map((column) => `:${column}`).join(', ')})`;
  return {
    where:
      describeChoice(choice) +
      (after ? ` AND (${ordered.join(', ')}) ${ascending ? '>' : '<'} ${values}` : ''),
    orderBy: ordered.map((column) => `${column} ${direction}`).join(', '),
    values: { ...valuesOf(choice), ...after, limit },
  };
}

/**
 * The index that a list walks; '' leaves the choice to SQLite, which knows those of the specification's filters. Of others
 * it would sort all that the filters let through, or read each lead of a status to find one person's.
 */
export function indexOf(filters: LeadFilters): string {
  const [first] = orderOf(filters).columns;
  if (first === 'next_contact_on') return 'leads_by_next_contact';
  if (first === 'notes_count') return 'leads_by_notes';
  if (first === 'last_activity_at') return 'leads_by_activity';
  if (filters.lost_reason) return 'leads_by_reason';
  if (filters.owner) return 'leads_by_owner';
  if (filters.plan && filters.plan !== NONE) return 'leads_by_plan';
  return filters.source && !filters.estado && !filters.pais && !filters.client_type ? 'leads_by_source' : '';
}
