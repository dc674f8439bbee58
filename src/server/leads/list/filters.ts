import { addDays, DEFAULT_ZONE, dayIn, startOfDay } from '~/shared/leads/days';
import { type LEAD_ORDERS, NONE } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import { daysAgo, FILTER_NAMES, type FilterName, type LeadFilters, RESPONSE_MINUTES } from '~/shared/leads/filters';
import type { ListCursor } from '~/shared/paging';

/** Stands in for a missing next contact, so that it sorts last. */
export const NO_NEXT_CONTACT = '9999';

export const WAITING = "estado = 'nuevo' AND answered_in IS NULL";

/** Waiting for an answer to a message. */
export const AWAITING_REPLY = 'awaiting_reply_since IS NOT NULL';

const PLANNED = 'next_contact_on IS NOT NULL';

const DUE_OR_AWAITING = `next_contact_on <= :agenda OR ${AWAITING_REPLY}`;

/** A keyset cursor for any of the list's orders. Leads without a next contact come last. */
export type LeadCursor = Required<ListCursor>;

type Condition<Value extends string> = {
  /** In SQL, on columns of `leads_scan` or subqueries that an index covers. `parameter` stands for the value. */
  where: (value: Value, parameter: string) => string;
  /** What the parameter is bound to, if not the value itself. */
  bind?: (value: Value, at: { zone: string; now: number }) => string;
  /** An index of few leads, which are read and sorted whatever else is asked for. */
  few?: (value: Value) => string | undefined;
  /** An index in this order, of a list that nothing narrows but this filter, and those `besides`. */
  walks?: { index: string; by: keyof LeadCursor; besides?: Narrowing };
};

/** Filters that narrow the list, as against what searches, orders and says whose days count. */
type Narrowing = Exclude<FilterName, 'q' | 'orden' | 'tz'>;

/** Compares a column; NONE asks for NULL. */
const compared = (column: string) => ({
  where: (value: string, parameter: string) => (value === NONE ? `${column} IS NULL` : `${column} = ${parameter}`),
});

/** A moment's column from a day on, and until a day has ended. */
const fromDay = (column: string) => ({
  where: (_: string, parameter: string) => `${column} >= ${parameter}`,
  bind: (day: string, { zone }: { zone: string }) => startOfDay(day, zone),
});

const untilDay = (column: string) => ({
  where: (_: string, parameter: string) => `${column} < ${parameter}`,
  bind: (day: string, { zone }: { zone: string }) => startOfDay(addDays(day, 1), zone),
});

const RESPONSE_SECONDS = { '5m': RESPONSE_MINUTES['5m'] * 60, '60m': RESPONSE_MINUTES['60m'] * 60 };

const CONDITIONS: { [Name in Narrowing]: Condition<NonNullable<LeadFilters[Name]>> } = {
  estado: { ...compared('estado'), walks: { index: 'leads_by_estado', by: 'created_at' } },
  pais: compared('pais'),
  client_type: compared('client_type'),
  creados: {
    where: (_, parameter) => `created_at >= ${parameter}`,
    bind: (_, { now }) => daysAgo(7, now),
  },
  contacto: {
    where: (value) => ({ pendiente: WAITING, respuesta: AWAITING_REPLY })[value],
    few: (value) => (value === 'respuesta' ? 'leads_awaiting_reply' : undefined),
  },
  duplicados: { where: () => 'repeated = 1' },
  owner: { ...compared('owner_id'), walks: { index: 'leads_by_owner', by: 'created_at' } },
  agenda: {
    where: (value, today) =>
      ({
        hoy: `next_contact_on = ${today}`,
        vencidos: `next_contact_on < ${today}`,
        proximos: `next_contact_on > ${today}`,
        dia: `(${DUE_OR_AWAITING} OR next_contact_on IS NULL AND ${WAITING})`,
      })[value],
    bind: (_, { zone, now }) => dayIn(zone, now),
    walks: { index: 'leads_by_next_contact', by: 'next_contact_on', besides: 'owner' },
  },
  from: fromDay('created_at'),
  to: untilDay('created_at'),
  won_from: { ...fromDay('won_at'), few: () => 'leads_won' },
  won_to: { ...untilDay('won_at'), few: () => 'leads_won' },
  source: compared('source'),
  imported: { where: (value) => ({ yes: 'import_id IS NOT NULL', no: 'import_id IS NULL' })[value] },
  plan: compared('plan'),
  via: compared('via'),
  lost_reason: {
    where: (value, parameter) =>
      value === NONE ? "estado = 'perdido' AND lost_reason IS NULL" : `lost_reason = ${parameter}`,
  },
  answered: {
    // An answer takes at least a second, rounded up; 0 marks leads contacted before they came.
    where: (value) =>
      `import_id IS NULL AND ${
        {
          '5m': `answered_in BETWEEN 1 AND ${RESPONSE_SECONDS['5m']}`,
          '60m': `answered_in BETWEEN 1 AND ${RESPONSE_SECONDS['60m']}`,
          later: `answered_in > ${RESPONSE_SECONDS['60m']}`,
          ever: 'answered_in > 0',
          never: 'answered_in IS NULL',
        }[value]
      }`,
  },
  open: { where: () => "estado NOT IN ('ganado', 'perdido')" },
  idle: {
    where: (_, parameter) => `last_activity_at < ${parameter}`,
    bind: (days, { now }) => daysAgo(Number(days), now),
    walks: { index: 'leads_by_activity', by: 'last_activity_at' },
  },
};

/** The indexes that a list without filters walks. By next contact there are two, of its parts. */
const UNFILTERED: Partial<Record<keyof LeadCursor, string>> = {
  notes_count: 'leads_by_notes',
  last_activity_at: 'leads_by_activity',
};

/**
 * Parts of a list by next contact: leads with a date, then those without one; of somebody's day, who is due or waits,
 * then who waits for a first contact or an answer.
 */
const PARTS = {
  planned: PLANNED,
  due: `${PLANNED} AND (${DUE_OR_AWAITING})`,
  // Pins the hour too ('' without a date), because an index may order by it before the arrival.
  unplanned: "next_contact_on IS NULL AND next_contact_at = ''",
  // Begins as a partial index says it.
  waited: `next_contact_on IS NULL AND next_contact_at = '' AND (estado = 'nuevo' OR ${AWAITING_REPLY})
    AND (answered_in IS NULL OR ${AWAITING_REPLY})`,
};

/** Filters as they stand at `now`, and the part of their list. */
export type ResolvedFilters = { filters: LeadFilters; now: number; part?: keyof typeof PARTS };

/** The filters asked for, with their conditions. */
function asked(filters: LeadFilters): [Narrowing, string, Condition<string>][] {
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value && name in CONDITIONS
      ? [[name as Narrowing, value, CONDITIONS[name as Narrowing] as Condition<string>]]
      : [];
  });
}

/** Whether no filter but these narrows the list. */
export function isOnlyOf({ filters }: ResolvedFilters, some: readonly Narrowing[]): boolean {
  return asked(filters).every(([name]) => some.includes(name));
}

export const isUnfiltered = (resolved: ResolvedFilters): boolean => isOnlyOf(resolved, []);

/** A list's conditions as SQL. `bindValues` binds them. */
export function buildWhere({ filters, part }: ResolvedFilters): string {
  return [
    'deleted_at IS NULL',
    ...asked(filters)
      // The index of who is due need not tell who waits for a first contact.
      .filter(([name]) => part !== 'due' || name !== 'agenda')
      .map(([name, value, { where }]) => where(value, `:${name}`)),
    ...(part ? [PARTS[part]] : []),
  ].join(' AND ');
}

export function bindValues({ filters, now }: ResolvedFilters): Record<string, unknown> {
  const at = { zone: filters.tz ?? DEFAULT_ZONE, now };
  return Object.fromEntries(asked(filters).map(([name, value, { bind }]) => [name, bind ? bind(value, at) : value]));
}

/** A day's list that only its owner narrows: its leads with a date, then those without one, which came first on top. */
export function splitDayAgenda(resolved: ResolvedFilters): [ResolvedFilters, ResolvedFilters] | undefined {
  const { filters, now } = resolved;
  if (filters.agenda !== 'dia' || !isOnlyOf(resolved, ['agenda', 'owner'])) return undefined;
  const { owner, tz } = filters;
  return [
    { filters: { owner, agenda: 'dia', tz }, now, part: 'due' },
    { filters: { owner, orden: 'antiguos' }, now, part: 'waited' },
  ];
}

const BY_ACTIVITY = ['last_activity_at', 'id'] as const;

const BY_NEXT_CONTACT = ['next_contact_on', 'next_contact_at', 'created_at', 'id'] as const;

const BY_NOTES = ['notes_count', 'created_at', 'id'] as const;

const BY_ARRIVAL = ['created_at', 'id'] as const;

/** `byPerson`: leads of one person stand together, before all else. */
type Order = { columns: readonly (keyof LeadCursor)[]; ascending: boolean; byPerson?: true };

const ORDERS: Record<(typeof LEAD_ORDERS)[number] | 'recientes' | 'personas', Order> = {
  personas: { columns: ['id'], ascending: false, byPerson: true },
  recientes: { columns: BY_ARRIVAL, ascending: false },
  antiguos: { columns: BY_ARRIVAL, ascending: true },
  mas_notas: { columns: BY_NOTES, ascending: false },
  menos_notas: { columns: BY_NOTES, ascending: true },
  proximo_contacto: { columns: BY_NEXT_CONTACT, ascending: true },
  con_actividad: { columns: BY_ACTIVITY, ascending: false },
  sin_actividad: { columns: BY_ACTIVITY, ascending: true },
};

const AGENDA = ORDERS.proximo_contacto;

/**
 * The list's sort columns, all ascending or all descending; newest first by default, possible duplicates by person. The
 * agenda has only one order, earliest due first.
 */
export function orderOf({ orden, agenda, duplicados }: LeadFilters): Order {
  return agenda ? AGENDA : ORDERS[orden ?? (duplicados ? 'personas' : 'recientes')];
}

/**
 * The index of a list, or of a total, which has no order. Every statement names it, because SQLite's choice without
 * statistics can take seconds. `leads_scan` covers every condition.
 */
export function indexOf(resolved: ResolvedFilters, what: 'list' | 'total' = 'list'): string {
  const { filters, part } = resolved;
  if (part) return indexOfPart(part, filters.owner);
  const [order = 'created_at'] = orderOf(filters).columns;
  const narrowed = asked(filters);
  for (const [, value, { few }] of narrowed) {
    const index = few?.(value);
    if (index) return index;
  }
  if (narrowed.length === 0) return UNFILTERED[order] ?? 'leads_scan';
  const own = narrowed.find(
    ([name, , { walks }]) =>
      walks &&
      (what === 'total' || walks.by === order) &&
      isOnlyOf(resolved, walks.besides ? [name, walks.besides] : [name]),
  );
  return own?.[2].walks?.index ?? 'leads_scan';
}

function indexOfPart(part: keyof typeof PARTS, owner: string | undefined): string {
  if (owner && owner !== NONE) return 'leads_by_own_day';
  return part === 'due' || part === 'planned' ? 'leads_by_next_contact' : 'leads_scan';
}

/** Whether the index is walked in the list's order; else what it holds is sorted. */
export function isWalked(resolved: ResolvedFilters, index: string): boolean {
  if (index === 'leads_scan') return orderOf(resolved.filters).columns[0] === 'created_at';
  return asked(resolved.filters).every(([, value, { few }]) => !few?.(value));
}

/** Filters as the audit stores them. It outlives the people who are looked for, so a search stands there as '*'. */
export function auditedFilters(filters: LeadFilters): string {
  return toQuery({ ...filters, tz: undefined, q: filters.q && '*' });
}
