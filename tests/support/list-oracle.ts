import { NO_NEXT_CONTACT, orderOf } from '~/server/leads/list/filters';
import { matchesTerms } from '~/server/leads/search/excerpts';
import { phoneDigits } from '~/server/leads/search/search';
import { lastCountedDay } from '~/shared/leads/agenda';
import type { LeadCounters } from '~/shared/leads/counters';
import { addDays, DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { NONE } from '~/shared/leads/enums';
import { arrivalRange, daysAgo, type LeadFilters, RESPONSE_MINUTES } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { foldedWords } from '~/shared/leads/search';
import { isClosed, isWaiting } from '~/shared/leads/waiting';

// What each list holds, said a second time and without SQL, for tests that compare lists with it.

const MINUTE_MS = 60_000;

/** Whether a lead matches the filters. `similar_to` are the words that a fuzzy search corrected. */
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
    isInRange(lead.won_at, arrivalRange({ from: filters.won_from, to: filters.won_to, tz: filters.tz })) &&
    (!filters.q || lead.found_note?.q === filters.q || matchesSearch(lead, filters.q, similar_to))
  );
}

function matchesValue(value: string | null, asked: string | undefined): boolean {
  return !asked || value === (asked === NONE ? null : asked);
}

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

function matchesSearch(lead: Lead, search: string, similar_to: string | undefined): boolean {
  const digits = phoneDigits(search);
  return matchesTerms(lead, { words: foldedWords(search), runs: digits ? [digits] : [], similar_to });
}

function sortKeysOf(lead: Lead) {
  const { next_contact_on, next_contact_at } = lead;
  return { ...lead, next_contact_on: next_contact_on ?? NO_NEXT_CONTACT, next_contact_at: next_contact_at ?? '' };
}

/** The list's own order. */
export function compareLeads(filters: LeadFilters) {
  const { columns, ascending } = orderOf(filters);
  return (one: Lead, other: Lead): number => {
    const [a, b] = [sortKeysOf(one), sortKeysOf(other)];
    const column = columns.find((name) => a[name] !== b[name]);
    if (!column) return 0;
    return a[column] < b[column] === ascending ? -1 : 1;
  };
}

/** Each person's to-do counts after a lead comes to (1) or leaves (-1) its owner. */
export function countToDo(
  counts: LeadCounters['por_hacer'],
  desde: string,
  lead: Lead,
  step: 1 | -1,
): LeadCounters['por_hacer'] {
  const { owner_id } = lead;
  const day = toDoOn(lead, desde);
  if (!owner_id || day === null) return counts;
  const own = counts[owner_id] ?? {};
  return { ...counts, [owner_id]: { ...own, [day]: (own[day] ?? 0) + step } };
}

/** The day that a lead's to-do counts on: '' for each, null for none of those counted. */
function toDoOn(lead: Lead, desde: string): string | null {
  const { next_contact_on, awaiting_reply_since } = lead;
  if (awaiting_reply_since) return '';
  if (!next_contact_on) return isWaiting(lead) ? '' : null;
  const yesterday = addDays(desde, -1);
  if (next_contact_on > lastCountedDay(desde)) return null;
  return next_contact_on < yesterday ? yesterday : next_contact_on;
}
