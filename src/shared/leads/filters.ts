import { addDays, DEFAULT_ZONE, startOfDay } from './days';
import { CLIENT_TYPES, LEAD_COUNTRIES, type LEAD_ORDERS, LEAD_STATUSES, LOST_REASONS, ME, NONE } from './enums';

/** What a filter's values are, which says how they are checked, shown and chosen. */
type Kind =
  | { kind: 'choice'; values: readonly [string, ...string[]] }
  | { kind: 'text'; max: number }
  | { kind: 'search' | 'person' | 'plan' | 'day' | 'days' | 'order' | 'zone' };

type Filter = Kind & {
  /** Chosen beside the search. */
  inSight?: true;
  /** Chosen at this place in 'Más filtros'. */
  more?: number;
};

/**
 * The filters of the leads' list, its search and its order, as they stand in an address, and in the address's order.
 * Their words are in `strings/lead/filters.ts`, their conditions in `server/leads/list/filters.ts`.
 */
export const FILTERS = {
  q: { kind: 'search' },
  estado: { kind: 'choice', values: LEAD_STATUSES, inSight: true },
  pais: { kind: 'choice', values: [...LEAD_COUNTRIES, NONE], inSight: true },
  client_type: { kind: 'choice', values: [...CLIENT_TYPES, NONE], inSight: true },
  /** Behind the counter 'Nuevos (7 días)'. */
  creados: { kind: 'choice', values: ['7d'] },
  /** Behind 'Sin contactar' and 'Esperan respuesta'. */
  contacto: { kind: 'choice', values: ['pendiente', 'respuesta'] },
  duplicados: { kind: 'choice', values: ['si'] },
  owner: { kind: 'person', more: 2 },
  /**
   * Due today, before, or later; 'dia' is the whole day: everything due by today, who waits for an answer, and who
   * waits for a first contact without a day.
   */
  agenda: { kind: 'choice', values: ['hoy', 'vencidos', 'proximos', 'dia'] },
  from: { kind: 'day', more: 7 },
  to: { kind: 'day', more: 8 },
  /** Days of winning, for won leads. */
  won_from: { kind: 'day' },
  won_to: { kind: 'day' },
  source: { kind: 'text', max: 40, more: 4 },
  imported: { kind: 'choice', values: ['yes', 'no'] },
  plan: { kind: 'plan', more: 3 },
  /** Campaign or referring site. */
  via: { kind: 'text', max: 400 },
  lost_reason: { kind: 'choice', values: [...LOST_REASONS, NONE], more: 6 },
  /** Time to first contact; not the call outcome 'answered'. */
  answered: { kind: 'choice', values: ['5m', '60m', 'later', 'ever', 'never'] },
  /** Neither won nor lost. */
  open: { kind: 'choice', values: ['yes'] },
  idle: { kind: 'days', more: 5 },
  orden: { kind: 'order', more: 1 },
  tz: { kind: 'zone' },
} as const satisfies Record<string, Filter>;

export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** A filter by its name, without what is its own. */
export const filterOf = (name: FilterName): Filter => FILTERS[name];

type ValueOf<One extends Filter> = One extends { values: readonly (infer Value)[] }
  ? Value
  : One extends { kind: 'order' }
    ? (typeof LEAD_ORDERS)[number]
    : string;
export type LeadFilters = { [Name in FilterName]?: ValueOf<(typeof FILTERS)[Name]> | undefined };

/** Whether the order goes with the filters: the agenda has its own. */
export function hasValidOrder({ agenda, orden }: LeadFilters): boolean {
  return !agenda || !orden;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment this many days before `now`. */
export function daysAgo(days: number, now: number): string {
  return new Date(now - days * DAY_MS).toISOString();
}

/** The reader and their time zone. */
export type Reader = { userId: string; zone: string };

/** Replaces `owner=me` by the user, so that a link with `me` is everybody's own list. */
export function resolveOwner(filters: LeadFilters, userId: string): LeadFilters {
  return filters.owner === ME ? { ...filters, owner: userId } : filters;
}

/** Replaces `me` by the reader and, unless the link names a zone, adds theirs. */
export function resolveFilters({ tz, ...filters }: LeadFilters, { userId, zone }: Reader): LeadFilters {
  return { ...resolveOwner(filters, userId), ...(dependsOnZone(filters) && { tz: tz ?? zone }) };
}

/** Whether the list depends on the time zone: it counts days. */
export function dependsOnZone(filters: LeadFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] && (name === 'agenda' || filterOf(name).kind === 'day'));
}

/** Upper limits of these response times, in minutes. */
export const RESPONSE_MINUTES = { '5m': 5, '60m': 60 } as const;

/** Days of arrival as moments: `since` inclusive, `until` exclusive. */
export function arrivalRange({ from, to, tz = DEFAULT_ZONE }: LeadFilters) {
  return { since: from && startOfDay(from, tz), until: to && startOfDay(addDays(to, 1), tz) };
}
