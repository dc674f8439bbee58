import { addDays, DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { LEAD_STATUSES, NONE, STEPS_TO_LOSS, type StepToLoss } from '~/shared/leads/enums';
import { ANSWER_MINUTES, arrivalRange, daysAgo, winRange } from '~/shared/leads/filters';
import { type LeadCursor, NO_NEXT_CONTACT, orderOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { listClockSpans, readHourOfWeek } from '~/shared/numbers/clock';
import { query } from '../../database/connection';

/** Filters, with the moments and days they resolve to now. */
export type LeadChoice = {
  filters: LeadFilters;
  /** Arrival, from inclusive to exclusive. */
  since?: string | undefined;
  until?: string | undefined;
  /** Time of the win, likewise. */
  won_since?: string | undefined;
  won_until?: string | undefined;
  /** Today's date in the filters' zone; only for an agenda. */
  today?: string | undefined;
  planned?: boolean | undefined;
  idle_since?: string | undefined;
  /** UTC offsets of the zone, each with its start; only for an hour filter. */
  clock?: { from: string; seconds: number }[] | undefined;
};

export type ListRequest = LeadChoice & { after: LeadCursor | undefined; limit: number };

/** Resolves filters against `now`. */
export function chooseLeads(filters: LeadFilters, now: number): LeadChoice {
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
    clock: filters.hour === undefined ? undefined : readClock(filters.tz),
  };
}

const selectSpan = query<[], { first: string | null; last: string | null }>(
  `SELECT (SELECT created_at FROM leads INDEXED BY leads_scan WHERE deleted_at IS NULL ORDER BY created_at LIMIT 1) AS first,
     (SELECT created_at FROM leads INDEXED BY leads_scan WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 1) AS last`,
);

function readClock(zone = DEFAULT_ZONE): LeadChoice['clock'] {
  const { first, last } = selectSpan().get() ?? {};
  if (!first || !last) return [];
  return listClockSpans(zone, Date.parse(first), Date.parse(last)).map(({ from, offset }) => ({
    from: Number.isFinite(from) ? new Date(from).toISOString() : '',
    seconds: offset / 1000,
  }));
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

const LIVE = 'deleted_at IS NULL';

export const WAITING = "estado = 'nuevo' AND answered_in IS NULL";

/** Waiting for an answer to a message. */
export const AWAITING_REPLY = 'awaiting_reply_since IS NOT NULL';

const PLANNED = 'next_contact_on IS NOT NULL';
/** Pins the hour too ('' without a date), because an index may order by it before the arrival. */
const UNPLANNED = "next_contact_on IS NULL AND next_contact_at = ''";

/** Spells out IS NOT NULL, because the agenda's index is partial. */
const AGENDAS: Record<NonNullable<LeadFilters['agenda']>, string> = {
  hoy: 'next_contact_on IS NOT NULL AND next_contact_on = :today',
  vencidos: 'next_contact_on IS NOT NULL AND next_contact_on < :today',
  proximos: 'next_contact_on IS NOT NULL AND next_contact_on > :today',
  dia: `(next_contact_on <= :today OR next_contact_on IS NULL AND ${WAITING})`,
};

/** An answer takes at least a second, rounded up; 0 marks leads contacted before they came. */
const ANSWERS: Record<NonNullable<LeadFilters['answered']>, string> = {
  '5m': `answered_in BETWEEN 1 AND ${ANSWER_MINUTES['5m'] * 60}`,
  '60m': `answered_in BETWEEN 1 AND ${ANSWER_MINUTES['60m'] * 60}`,
  later: `answered_in > ${ANSWER_MINUTES['60m'] * 60}`,
  ever: 'answered_in > 0',
  never: 'answered_in IS NULL',
};

const HAS_CALL_OUTCOME = `leads.id IN (SELECT lead_id FROM lead_events INDEXED BY lead_events_calls
  WHERE type = 'call_ended' AND to_value = :call)`;

/** A list's conditions as SQL, on columns or subqueries that an index covers. `valuesOf` binds them. */
export function describeChoice(choice: LeadChoice): string {
  const { filters, since, until, won_since, won_until, idle_since, clock, planned } = choice;
  return [
    LIVE,
    ...COLUMN_FILTERS.filter((name) => filters[name]).map((name) =>
      filters[name] === NONE ? `${FILTER_COLUMNS[name]} IS NULL` : `${FILTER_COLUMNS[name]} = :${name}`,
    ),
    ...(filters.lost_reason ? [describeReason(filters.lost_reason)] : []),
    ...(filters.reached ? ['(passed & :reached_bit <> 0 OR estado = :reached)'] : []),
    ...(filters.call ? [HAS_CALL_OUTCOME] : []),
    ...(filters.imported ? [`import_id IS ${filters.imported === 'yes' ? 'NOT ' : ''}NULL`] : []),
    ...(filters.lost_after ? [describeLoss(filters.lost_after)] : []),
    ...(filters.answered ? [`import_id IS NULL AND ${ANSWERS[filters.answered]}`] : []),
    ...(filters.open ? ["estado NOT IN ('ganado', 'perdido')"] : []),
    ...(clock ? [describeHour(clock)] : []),
    ...(idle_since ? ['last_activity_at < :idle_since'] : []),
    ...(since ? ['created_at >= :since'] : []),
    ...(until ? ['created_at < :until'] : []),
    ...(isOfWins(choice) ? ['won_at IS NOT NULL'] : []),
    ...(won_since ? ['won_at >= :won_since'] : []),
    ...(won_until ? ['won_at < :won_until'] : []),
    ...(filters.agenda ? [AGENDAS[filters.agenda]] : []),
    ...(filters.contacto ? [filters.contacto === 'pendiente' ? WAITING : AWAITING_REPLY] : []),
    ...(planned === undefined ? [] : [planned ? PLANNED : UNPLANNED]),
    ...(filters.duplicados ? ['repeated = 1'] : []),
  ].join(' AND ');
}

const isOfWins = ({ won_since, won_until }: LeadChoice): boolean => Boolean(won_since ?? won_until);

/** The step is the highest bit of the statuses passed; every lead has passed the first. */
function describeLoss(step: StepToLoss): string {
  const bit = 1 << LEAD_STATUSES.indexOf(step);
  const beyond = (1 << STEPS_TO_LOSS.length) - 1;
  return `estado = 'perdido' AND (passed | 1) & ${beyond} BETWEEN ${bit} AND ${2 * bit - 1}`;
}

function describeReason(reason: string): string {
  return reason === NONE ? "estado = 'perdido' AND lost_reason IS NULL" : 'lost_reason = :lost_reason';
}

/** 1 January 1970 was a Thursday: Monday begins at hour 72. A zone without clock changes needs one condition. */
function describeHour(clock: NonNullable<LeadChoice['clock']>): string {
  const spans = clock.map(
    (_, at) =>
      `(created_at >= :clock_from_${at}${clock[at + 1] ? ` AND created_at < :clock_from_${at + 1}` : ''}
        AND ((unixepoch(created_at) + :clock_seconds_${at}) / 3600 + 72) % 168 = :hour_of_week)`,
  );
  return `(${spans.join(' OR ') || 'FALSE'})`;
}

export function valuesOf({ filters, clock, planned, ...moments }: LeadChoice): Record<string, unknown> {
  const clocks = clock?.flatMap(({ from, seconds }, at) => [
    [`clock_from_${at}`, from],
    [`clock_seconds_${at}`, seconds],
  ]);
  return {
    ...filters,
    ...moments,
    ...(filters.reached && { reached_bit: 1 << LEAD_STATUSES.indexOf(filters.reached) }),
    ...(filters.hour && { hour_of_week: readHourOfWeek(filters.hour) }),
    ...(clocks && Object.fromEntries(clocks)),
  };
}

type Asked = Exclude<keyof LeadFilters, 'orden' | 'tz' | 'q'>;

/** Whether no filter but these narrows the list. */
export function isOnlyOf({ filters }: LeadChoice, some: readonly Asked[]): boolean {
  const { orden, tz, q, ...asked } = filters;
  return Object.entries(asked).every(([name, value]) => !value || some.includes(name as Asked));
}

export const isUnfiltered = (choice: LeadChoice): boolean => isOnlyOf(choice, []);

/** A day's list that only its owner narrows: leads due by its end, then those waiting undated, longest wait first. */
export function partsOfDay(choice: LeadChoice): [due: LeadChoice, waiting: LeadChoice] | undefined {
  const { filters, today } = choice;
  if (filters.agenda !== 'dia' || !today || !isOnlyOf(choice, ['agenda', 'owner'])) return undefined;
  const { owner } = filters;
  return [
    { filters: { owner, agenda: 'vencidos' }, today: addDays(today, 1), planned: true },
    { filters: { owner, contacto: 'pendiente', orden: 'antiguos' }, planned: false },
  ];
}

/**
 * The index of a list or a total. A list narrowed by one column alone has an index of its own; `leads_scan` covers the
 * rest. Every statement names it, because SQLite's choice without statistics can take seconds.
 */
export function indexOf(choice: LeadChoice): string {
  if (isOfWins(choice)) return 'leads_won';
  if (choice.filters.contacto === 'respuesta') return 'leads_awaiting_reply';
  const [first] = orderOf(choice.filters).columns;
  const { agenda, owner } = choice.filters;
  const isOwn = owner !== undefined && owner !== NONE && isOnlyOf(choice, ['agenda', 'owner', 'contacto']);
  if (choice.planned !== undefined && isOwn) return 'leads_by_own_day';
  if (choice.planned) return 'leads_by_next_contact';
  if (agenda && agenda !== 'dia' && isOnlyOf(choice, ['agenda', 'owner'])) return 'leads_by_next_contact';
  if (first === 'next_contact_on') return 'leads_scan';
  if (first === 'notes_count') return isUnfiltered(choice) ? 'leads_by_notes' : 'leads_scan';
  if (first === 'last_activity_at') return isOnlyOf(choice, ['idle']) ? 'leads_by_activity' : 'leads_scan';
  if (choice.filters.estado && isOnlyOf(choice, ['estado'])) return 'leads_by_estado';
  return owner && isOnlyOf(choice, ['owner']) ? 'leads_by_owner' : 'leads_scan';
}

/** Conditions from a keyset cursor on, order, and the values of both. Leads without a next contact sort last. */
export function describeList({ after, limit, ...choice }: ListRequest) {
  const { agenda } = choice.filters;
  const planned = choice.planned ?? (agenda !== undefined && agenda !== 'dia');
  const { columns, ascending } = orderOf(choice.filters);
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
    where: [describeChoice(choice), ...begins].join(' AND '),
    orderBy: ordered.map((column) => `${column} ${direction}`).join(', '),
    values: { ...valuesOf(choice), ...after, limit },
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
