import { addDays, DEFAULT_ZONE, startOfDay } from './days';
import { ME } from './enums';
import type { LeadFilters } from './schema';

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

/** Whether the list depends on the time zone. */
export function dependsOnZone({ agenda, from, to, won_from, won_to }: LeadFilters): boolean {
  return Boolean(agenda ?? from ?? to ?? won_from ?? won_to);
}

/** Upper limits of these response times, in minutes. */
export const RESPONSE_MINUTES = { '5m': 5, '60m': 60 } as const;

/** Arrival filters by day, as moments: `since` inclusive, `until` exclusive. */
export function arrivalRange({ from, to, tz = DEFAULT_ZONE }: LeadFilters) {
  return { since: from && startOfDay(from, tz), until: to && startOfDay(addDays(to, 1), tz) };
}

/** The same for wins. */
export function winRange({ won_from, won_to, tz }: LeadFilters) {
  return arrivalRange({ from: won_from, to: won_to, tz });
}
