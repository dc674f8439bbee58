import { DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { NONE } from '~/shared/leads/enums';
import { arrivalRange, daysAgo, RESPONSE_MINUTES, winRange } from '~/shared/leads/filters';
import { type LeadCursor, NO_NEXT_CONTACT, orderOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { query } from '../../database/connection';

/** Filters, with the moments and days they resolve to now. */
export type ResolvedFilters = {
  filters: LeadFilters;
  /** Arrival, from inclusive to exclusive. */
  since?: string | undefined;
  until?: string | undefined;
  /** Time of the win, likewise. */
  won_since?: string | undefined;
  won_until?: string | undefined;
  /** Today's date in the filters' zone; only for an agenda. */
  today?: string | undefined;
  /** Whether there is a next contact; only for a part of an agenda or order. */
  planned?: boolean | undefined;
  /** Only who waits for a first contact or an answer; for a part of an agenda. */
  waited?: boolean | undefined;
  idle_since?: string | undefined;
};

export type ListRequest = ResolvedFilters & { after: LeadCursor | undefined; limit: number };

/** Resolves filters against `now`. */
export function resolveFiltersAt(filters: LeadFilters, now: number): ResolvedFilters {
  const { since, until } = arrivalRange(filters);
  const wins = winRange(filters);
  const week = filters.creados && daysAgo(7, now);
  return {
    filters,
    since: since && week && week > since ? week : (since ?? week),
    until,
    won_since: wins.since,
    won_until: wins.until,
    today: filters.agenda && dayIn(filters.tz ?? DEFAULT_ZONE, now),
    idle_since: filters.idle && daysAgo(Number(filters.idle), now),
  };
}

/** Filters that compare a column; NONE asks for NULL. */
const FILTER_COLUMNS = {
  estado: 'estado',
  pais: 'pais',
  client_type: 'client_type',
  owner: 'owner_id',
  source: 'source',
  plan: 'plan',
  via: 'via',
} as const;
type ColumnFilter = keyof typeof FILTER_COLUMNS;
const COLUMN_FILTERS = Object.keys(FILTER_COLUMNS) as ColumnFilter[];

const NOT_DELETED = 'deleted_at IS NULL';

export const WAITING = "estado = 'nuevo' AND answered_in IS NULL";

/** Waiting for an answer to a message. */
export const AWAITING_REPLY = 'awaiting_reply_since IS NOT NULL';

/** Either of these two, with its first half as a partial index says it. */
const WAITED = `(estado = 'nuevo' OR ${AWAITING_REPLY}) AND (answered_in IS NULL OR ${AWAITING_REPLY})`;

const PLANNED = 'next_contact_on IS NOT NULL';
/** Pins the hour too ('' without a date), because an index may order by it before the arrival. */
const UNPLANNED = "next_contact_on IS NULL AND next_contact_at = ''";

const DUE_OR_AWAITING = `next_contact_on <= :today OR ${AWAITING_REPLY}`;

/** Spells out IS NOT NULL, because the agenda's index is partial. */
const AGENDAS: Record<NonNullable<LeadFilters['agenda']>, string> = {
  hoy: 'next_contact_on IS NOT NULL AND next_contact_on = :today',
  vencidos: 'next_contact_on IS NOT NULL AND next_contact_on < :today',
  proximos: 'next_contact_on IS NOT NULL AND next_contact_on > :today',
  dia: `(${DUE_OR_AWAITING} OR next_contact_on IS NULL AND ${WAITING})`,
};

/** An answer takes at least a second, rounded up; 0 marks leads contacted before they came. */
const RESPONSE_TIME_CONDITIONS: Record<NonNullable<LeadFilters['answered']>, string> = {
  '5m': `answered_in BETWEEN 1 AND ${RESPONSE_MINUTES['5m'] * 60}`,
  '60m': `answered_in BETWEEN 1 AND ${RESPONSE_MINUTES['60m'] * 60}`,
  later: `answered_in > ${RESPONSE_MINUTES['60m'] * 60}`,
  ever: 'answered_in > 0',
  never: 'answered_in IS NULL',
};

/** A list's conditions as SQL, on columns or subqueries that an index covers. `valuesOf` binds them. */
export function buildWhere(resolved: ResolvedFilters): string {
  const { filters, since, until, won_since, won_until, idle_since, planned, waited } = resolved;
  return [
    NOT_DELETED,
    ...COLUMN_FILTERS.filter((name) => filters[name]).map((name) =>
      filters[name] === NONE ? `${FILTER_COLUMNS[name]} IS NULL` : `${FILTER_COLUMNS[name]} = :${name}`,
    ),
    ...(filters.lost_reason ? [reasonCondition(filters.lost_reason)] : []),
    ...(filters.imported ? [`import_id IS ${filters.imported === 'yes' ? 'NOT ' : ''}NULL`] : []),
    ...(filters.answered ? [`import_id IS NULL AND ${RESPONSE_TIME_CONDITIONS[filters.answered]}`] : []),
    ...(filters.open ? ["estado NOT IN ('ganado', 'perdido')"] : []),
    ...(idle_since ? ['last_activity_at < :idle_since'] : []),
    ...(since ? ['created_at >= :since'] : []),
    ...(until ? ['created_at < :until'] : []),
    ...(isOfWins(resolved) ? ['won_at IS NOT NULL'] : []),
    ...(won_since ? ['won_at >= :won_since'] : []),
    ...(won_until ? ['won_at < :won_until'] : []),
    // Of leads with a date, the index need not tell who waits for a first contact.
    ...(filters.agenda ? [filters.agenda === 'dia' && planned ? `(${DUE_OR_AWAITING})` : AGENDAS[filters.agenda]] : []),
    ...(filters.contacto ? [filters.contacto === 'pendiente' ? WAITING : AWAITING_REPLY] : []),
    ...(planned === undefined ? [] : [planned ? PLANNED : UNPLANNED]),
    ...(waited ? [WAITED] : []),
    ...(filters.duplicados ? ['repeated = 1'] : []),
  ].join(' AND ');
}

const isOfWins = ({ won_since, won_until }: ResolvedFilters): boolean => Boolean(won_since ?? won_until);

function reasonCondition(reason: string): string {
  return reason === NONE ? "estado = 'perdido' AND lost_reason IS NULL" : 'lost_reason = :lost_reason';
}

export function bindValues({ filters, planned, waited, ...moments }: ResolvedFilters): Record<string, unknown> {
  return { ...filters, ...moments };
}

type Asked = Exclude<keyof LeadFilters, 'orden' | 'tz' | 'q'>;

/** Whether no filter but these narrows the list. */
export function isOnlyOf({ filters }: ResolvedFilters, some: readonly Asked[]): boolean {
  const { orden, tz, q, ...asked } = filters;
  return Object.entries(asked).every(([name, value]) => !value || some.includes(name as Asked));
}

export const isUnfiltered = (resolved: ResolvedFilters): boolean => isOnlyOf(resolved, []);

/** A day's list that only its owner narrows: its leads with a date, then those without one, which came first on top. */
export function splitDayAgenda(
  resolved: ResolvedFilters,
): [planned: ResolvedFilters, unplanned: ResolvedFilters] | undefined {
  const { filters, today } = resolved;
  if (filters.agenda !== 'dia' || !today || !isOnlyOf(resolved, ['agenda', 'owner'])) return undefined;
  const { owner } = filters;
  return [
    { filters: { owner, agenda: 'dia' }, today, planned: true },
    { filters: { owner, orden: 'antiguos' }, planned: false, waited: true },
  ];
}

/**
 * The index of a list or a total. A list narrowed by one column alone has an index of its own; `leads_scan` covers the
 * rest. Every statement names it, because SQLite's choice without statistics can take seconds.
 */
export function indexOf(resolved: ResolvedFilters): string {
  if (isOfWins(resolved)) return 'leads_won';
  if (resolved.filters.contacto === 'respuesta') return 'leads_awaiting_reply';
  const [first] = orderOf(resolved.filters).columns;
  const { agenda, owner } = resolved.filters;
  const isOwn = owner !== undefined && owner !== NONE && isOnlyOf(resolved, ['agenda', 'owner', 'contacto']);
  if (resolved.planned !== undefined && isOwn) return 'leads_by_own_day';
  if (resolved.planned) return 'leads_by_next_contact';
  if (resolved.waited) return 'leads_scan';
  if (agenda && agenda !== 'dia' && isOnlyOf(resolved, ['agenda', 'owner'])) return 'leads_by_next_contact';
  if (first === 'next_contact_on') return 'leads_scan';
  if (first === 'notes_count') return isUnfiltered(resolved) ? 'leads_by_notes' : 'leads_scan';
  if (first === 'last_activity_at') return isOnlyOf(resolved, ['idle']) ? 'leads_by_activity' : 'leads_scan';
  if (resolved.filters.estado && isOnlyOf(resolved, ['estado'])) return 'leads_by_estado';
  return owner && isOnlyOf(resolved, ['owner']) ? 'leads_by_owner' : 'leads_scan';
}

/** Conditions from a keyset cursor on, order, and the values of both. Leads without a next contact sort last. */
export function buildPage({ after, limit, ...resolved }: ListRequest) {
  const { agenda } = resolved.filters;
  const planned = resolved.planned ?? (agenda !== undefined && agenda !== 'dia');
  const { columns, ascending } = orderOf(resolved.filters);
  const direction = ascending ? 'ASC' : 'DESC';
  // Qualified, so that they mean the indexed columns and not the aliases selected.
  const ordered = columns.map((column) =>
    column === 'next_contact_on' && !planned
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
