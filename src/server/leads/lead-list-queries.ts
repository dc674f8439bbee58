import { DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { ANSWER_MINUTES, arrivalsOf, idleSince, NONE, weekAgo } from '~/shared/leads/filters';
import { type LeadPlace, NEVER, orderOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { hourOfWeek, makeClock, readHourOfWeek } from '~/shared/numbers/clock';
import { query } from '../database/connection';

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
  /** The hours, by the database's clock, in which somebody came who came at the hour of the week that is asked for. */
  hours?: string | undefined;
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
    hours: filters.hour && listHours(filters.hour, filters.tz, since, until),
  };
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** When the first and the last lead came. */
const selectSpan = query<[], { first: string | null; last: string | null }>(
  `SELECT (SELECT hour FROM lead_arrivals WHERE hour > '' ORDER BY hour LIMIT 1) AS first,
          (SELECT hour FROM lead_arrivals WHERE hour > '' ORDER BY hour DESC LIMIT 1) AS last`,
);

/** From when on, and before when, leads came that came in a time; undefined if there is none. */
export function spanOfArrivals(since?: string, until?: string): { from: number; end: number } | undefined {
  const { first, last } = selectSpan().get() ?? {};
  if (!first || !last) return undefined;
  const from = Math.max(Date.parse(`${first}:00:00Z`), since ? Date.parse(since) : Number.NEGATIVE_INFINITY);
  const lastEnd = Date.parse(`${last}:00:00Z`) + HOUR_MS;
  return { from, end: Math.min(lastEnd, until ? Date.parse(until) : Number.POSITIVE_INFINITY) };
}

/**
 * All hours in which it is that hour of the week in a zone; where its clocks differ by a part of an hour, the minutes of
 * those in which it begins or ends.
 */
function listHours(asked: string, zone = DEFAULT_ZONE, since?: string, until?: string): string {
  const span = spanOfArrivals(since, until);
  if (!span) return '[]';
  const { from, end } = span;
  const clock = makeClock(zone, from, end);
  const hour = readHourOfWeek(asked);
  const isAsked = (moment: number) => hourOfWeek(clock(moment)) === hour;
  const found: string[] = [];
  for (let at = Math.floor(from / HOUR_MS) * HOUR_MS; at < end; at += HOUR_MS) {
    const [begins, ends] = [isAsked(at), isAsked(at + HOUR_MS - 1)];
    if (begins && ends) found.push(new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH'.length));
    else if (begins || ends)
      for (let minute = at; minute < at + HOUR_MS; minute += MINUTE_MS)
        if (isAsked(minute)) found.push(new Date(minute).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length));
  }
  return JSON.stringify(found);
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

/** In whole milliseconds, as JavaScript counts them. */
const TOOK = `(round(1000 * unixepoch(first_contacted_at, 'subsec')) - round(1000 * unixepoch(created_at, 'subsec')))`;

const ANSWERS: Record<NonNullable<LeadFilters['answered']>, string> = {
  '5m': `first_contacted_at IS NOT NULL AND ${TOOK} <= ${ANSWER_MINUTES['5m'] * MINUTE_MS}`,
  '60m': `first_contacted_at IS NOT NULL AND ${TOOK} <= ${ANSWER_MINUTES['60m'] * MINUTE_MS}`,
  later: `first_contacted_at IS NOT NULL AND ${TOOK} > ${ANSWER_MINUTES['60m'] * MINUTE_MS}`,
  ever: 'first_contacted_at IS NOT NULL',
  never: 'first_contacted_at IS NULL',
};

/** It has the status, or a change of its status names it. */
const REACHED = `(estado = :reached OR EXISTS (
    SELECT 1 FROM lead_events WHERE lead_id = leads.id AND type = 'changed' AND field = 'estado'
      AND :reached IN (from_value, to_value)))`;

/** Whole hours or minutes, whichever are listed. */
const CAME_IN_HOURS =
  '(substr(created_at, 1, 13) IN (SELECT value FROM json_each(:hours)) OR substr(created_at, 1, 16) IN (SELECT value FROM json_each(:hours)))';

/** The conditions of a list as SQL; the values that they are about are in `valuesOf`. */
export function describeChoice({
  filters,
  since,
  until,
  idle_since,
  active_since,
  hours,
}: LeadChoice): string {
  return [
    LIVE,
    ...COLUMN_FILTERS.filter((name) => filters[name]).map((name) =>
      filters[name] === NONE ? `${FILTER_COLUMNS[name]} IS NULL` : `${FILTER_COLUMNS[name]} = :${name}`,
    ),
    ...(filters.plan && filters.plan !== NONE ? ['plan IS NOT NULL'] : []),
    ...(filters.lost_reason ? [describeReason(filters.lost_reason)] : []),
    ...(filters.reached ? [REACHED] : []),
    ...(filters.answered ? [`import_id IS NULL AND ${ANSWERS[filters.answered]}`] : []),
    ...(filters.open ? ["estado NOT IN ('ganado', 'perdido')"] : []),
    ...(hours ? [CAME_IN_HOURS] : []),
    ...(idle_since ? ['last_activity_at < :idle_since'] : []),
    ...(active_since ? ['last_activity_at >= :active_since'] : []),
    ...(since ? ['created_at >= :since'] : []),
    ...(until ? ['created_at < :until'] : []),
    ...(filters.agenda ? [AGENDAS[filters.agenda]] : []),
    ...(filters.contacto ? ["estado = 'nuevo' AND first_contacted_at IS NULL"] : []),
    ...(filters.duplicados ? ['repeated = 1'] : []),
  ].join(' AND ');
}

function describeReason(reason: string): string {
  return reason === NONE ? "estado = 'perdido' AND lost_reason IS NULL" : 'lost_reason = :lost_reason';
}

/** Whether only the packed leads, or each lead's row, tell who matches: no index and no summary does. */
export function isOfPacks({ reached, answered, hour, open, lost_reason }: LeadFilters): boolean {
  return Boolean(reached || answered || hour || open || lost_reason === NONE);
}

/** The values of a list's conditions. */
export function valuesOf({ filters, ...moments }: LeadChoice): Record<string, unknown> {
  return { ...filters, ...moments };
}

/** Whether the summary knows all of these conditions. */
export function isSummed({ filters, since, until, idle_since, active_since }: LeadChoice): boolean {
  const isMixed = filters.contacto && filters.duplicados;
  return (
    !(since || until || idle_since || active_since || filters.agenda || filters.lost_reason || isMixed) &&
    !isOfPacks(filters)
  );
}

/** Which cells of the summary may hold such leads, by those of the conditions that it knows. */
export function describeCells({ filters }: LeadChoice): string {
  const conditions = COLUMN_FILTERS.filter((name) => filters[name]).map((name) =>
    filters[name] === NONE ? `${name} = ''` : `${name} = :${name}`,
  );
  return [
    'total > 0',
    ...(filters.contacto ? ['waiting > 0'] : []),
    ...(filters.duplicados ? ['lead_counters.repeated > 0'] : []),
    ...conditions,
  ].join(' AND ');
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
  // Nothing happens to a lead before it comes, so a walk begins where the first ones may be.
  const { since, idle_since } = choice;
  const begins = [
    ...(idle_since && !columns.includes('last_activity_at') ? ['created_at < :idle_since'] : []),
    ...(since && columns.includes('last_activity_at') ? ['last_activity_at >= :since'] : []),
    ...(after ? [`(${ordered.join(', ')}) ${ascending ? '>' : '<'} ${values}`] : []),
  ];
  return {
    where: [describeChoice(choice), ...begins].join(' AND '),
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
  if (filters.duplicados) return 'leads_repeated';
  if (filters.lost_reason && filters.lost_reason !== NONE) return 'leads_by_reason';
  if (filters.owner) return 'leads_by_owner';
  if (filters.plan && filters.plan !== NONE) return 'leads_by_plan';
  return filters.source && !filters.estado && !filters.pais && !filters.client_type ? 'leads_by_source' : '';
}
