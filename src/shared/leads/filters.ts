import type { Lead } from './lead';
import type { LeadFilters } from './schema';
import { foldedWords, holdsTerms, phoneDigits } from './search';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The start of the last seven days. */
export function weekAgo(now: number): string {
  return new Date(now - WEEK_MS).toISOString();
}

/** The moment since when it counts as one of the seven days before those. */
export function twoWeeksAgo(now: number): string {
  return new Date(now - 2 * WEEK_MS).toISOString();
}

/** Whether nobody has contacted this lead yet. */
export function isWaiting(lead: Pick<Lead, 'estado' | 'first_contacted_at'>): boolean {
  return lead.estado === 'nuevo' && lead.first_contacted_at === null;
}

/** Whether a lead matches the filters, by the same conditions as on the server. For live updates. */
export function matchesFilters(lead: Lead, filters: LeadFilters, now: number): boolean {
  return (
    (!filters.estado || lead.estado === filters.estado) &&
    (!filters.pais || lead.pais === filters.pais) &&
    (!filters.client_type || lead.client_type === filters.client_type) &&
    (!filters.creados || lead.created_at >= weekAgo(now)) &&
    (!filters.contacto || isWaiting(lead)) &&
    (!filters.q || matchesSearch(lead, filters.q))
  );
}

function matchesSearch(lead: Lead, search: string): boolean {
  const digits = phoneDigits(search);
  return holdsTerms(lead, { words: foldedWords(search), runs: digits ? [digits] : [] });
}
