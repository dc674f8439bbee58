import { twoWeeksAgo, weekAgo } from '~/shared/leads/filters';
import type { LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { selectCounters, selectRecentTotal, selectSummedTotal } from './lead-count-queries';
import { countFound } from './search/search';
import { readSearch } from './search/search-terms';

const HOUR_MS = 3_600_000;
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;

/** The panel's counters, each with what it was a week ago. */
export function countLeads(): LeadCounters {
  const now = Date.now();
  const [since, since_before] = [weekAgo(now), twoWeeksAgo(now)];
  const row = selectCounters().get({
    since,
    hour: hourOf(since),
    next_hour: hourOf(since, HOUR_MS),
    since_before,
    hour_before: hourOf(since_before),
    next_hour_before: hourOf(since_before, HOUR_MS),
  });
  if (!row) throw new Error('lead_counters is empty');
  const { came, came_before, total, contactado, en_seguimiento, ganado, perdido, sin_contactar } = row;
  return {
    total,
    nuevos_7_dias: came,
    contactado,
    en_seguimiento,
    ganado,
    perdido,
    sin_contactar,
    semana_anterior: {
      total: total - row.added,
      nuevos_7_dias: came_before - came,
      contactado: contactado - row.added_contactado,
      en_seguimiento: en_seguimiento - row.added_en_seguimiento,
      ganado: ganado - row.added_ganado,
      perdido: perdido - row.added_perdido,
    },
  };
}

function hourOf(moment: string, later = 0): string {
  return new Date(Date.parse(moment) + later).toISOString().slice(0, HOUR_LENGTH);
}

/**
 * How many leads match the filters: off the summary where it knows them; of the last seven days, or of a search, by
 * counting those.
 */
export async function countListed(filters: LeadFilters, signal?: AbortSignal): Promise<number> {
  const choice = { filters, since: filters.creados && weekAgo(Date.now()) };
  if (!filters.q) return choice.since ? selectRecentTotal(choice) : selectSummedTotal(choice);
  const terms = readSearch(filters.q);
  return terms ? countFound(choice, terms, signal) : 0;
}
