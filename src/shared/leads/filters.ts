import { addDays, DEFAULT_ZONE, dayIn, startOfDay } from './days';
import { ME, NONE } from './enums';
import type { Lead } from './lead';
import type { LeadFilters } from './schema';
import { foldedWords, matchesTerms, phoneDigits } from './search';
import { isClosed, isWaiting } from './waiting';

const MINUTE_MS = 60_000;
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

/**
 * Whether a lead matches the filters, by the server's own conditions; for live updates. `similar_to` are the words that
 * a fuzzy search corrected.
 */
export function matchesFilters(lead: Lead, filters: LeadFilters, now: number, similar_to?: string): boolean {
  return (
    (!filters.estado || lead.estado === filters.estado) &&
    matchesValue(lead.pais, filters.pais) &&
    matchesValue(lead.client_type, filters.client_type) &&
    matchesValue(lead.owner_id, filters.owner) &&
    matchesValue(lead.plan, filters.plan) &&
    matchesValue(lead.via, filters.via) &&
    (!filters.source || lead.source === filters.source) &&
    matchesValue(lead.lost_reason, filters.lost_reason) &&
    (filters.lost_reason !== NONE || lead.estado === 'perdido') &&
    (!filters.imported || (lead.import_id !== null) === (filters.imported === 'yes')) &&
    (!filters.answered || (lead.import_id === null && isAnswered(lead, filters.answered))) &&
    (!filters.open || !isClosed(lead)) &&
    (!filters.idle || lead.last_activity_at < daysAgo(Number(filters.idle), now)) &&
    (!filters.creados || lead.created_at >= daysAgo(7, now)) &&
    (filters.contacto !== 'pendiente' || isWaiting(lead)) &&
    (filters.contacto !== 'respuesta' || lead.awaiting_reply_since !== null) &&
    (!filters.duplicados || lead.duplicates > 0) &&
    (!filters.agenda || isInAgenda(lead, filters, now)) &&
    isInRange(lead.created_at, arrivalRange(filters)) &&
    isInRange(lead.won_at, winRange(filters)) &&
    (!filters.q || lead.found_note?.q === filters.q || matchesSearch(lead, filters.q, similar_to))
  );
}

function matchesValue(value: string | null, asked: string | undefined): boolean {
  return !asked || value === (asked === NONE ? null : asked);
}

/** Upper limits of these response times, in minutes. */
export const RESPONSE_MINUTES = { '5m': 5, '60m': 60 } as const;

/** Whether the first contact came that soon, or that late, after arrival. */
function isAnswered({ created_at, first_contacted_at }: Lead, asked: NonNullable<LeadFilters['answered']>): boolean {
  if (first_contacted_at === null) return asked === 'never';
  const minutes = (Date.parse(first_contacted_at) - Date.parse(created_at)) / MINUTE_MS;
  const isAnswer = minutes > 0;
  return {
    '5m': isAnswer && minutes <= RESPONSE_MINUTES['5m'],
    '60m': isAnswer && minutes <= RESPONSE_MINUTES['60m'],
    later: minutes > RESPONSE_MINUTES['60m'],
    ever: isAnswer,
    never: false,
  }[asked];
}

function isInAgenda(lead: Lead, { agenda, tz }: LeadFilters, now: number): boolean {
  const { next_contact_on } = lead;
  if (agenda === 'dia' && lead.awaiting_reply_since !== null) return true;
  if (!next_contact_on) return agenda === 'dia' && isWaiting(lead);
  const today = dayIn(tz ?? DEFAULT_ZONE, now);
  if (next_contact_on > today) return agenda === 'proximos';
  return agenda === 'dia' || agenda === (next_contact_on === today ? 'hoy' : 'vencidos');
}

function isInRange(moment: string | null, { since, until }: ReturnType<typeof arrivalRange>): boolean {
  if (moment === null) return !since && !until;
  return (!since || moment >= since) && (!until || moment < until);
}

/** Arrival filters by day, as moments: `since` inclusive, `until` exclusive. */
export function arrivalRange({ from, to, tz = DEFAULT_ZONE }: LeadFilters) {
  return { since: from && startOfDay(from, tz), until: to && startOfDay(addDays(to, 1), tz) };
}

/** The same for wins. */
export function winRange({ won_from, won_to, tz }: LeadFilters) {
  return arrivalRange({ from: won_from, to: won_to, tz });
}

function matchesSearch(lead: Lead, search: string, similar_to: string | undefined): boolean {
  const digits = phoneDigits(search);
  return matchesTerms(lead, { words: foldedWords(search), runs: digits ? [digits] : [], similar_to });
}
