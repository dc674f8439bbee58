import { dueOf, lastDayOf } from '~/shared/leads/agenda';
import { addDays, dayIn } from '~/shared/leads/days';
import { twoWeeksAgo, weekAgo } from '~/shared/leads/filters';
import type { AgendaCounts, LeadAgenda, LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import {
  selectCountedTotal,
  selectCounters,
  selectDueBefore,
  selectDueDays,
  selectOwnerTotals,
  selectSummedTotal,
} from './lead-count-queries';
import { chooseLeads } from './lead-list-queries';
import { countFound } from './search/search';
import { readSearch } from './search/search-terms';

const HOUR_MS = 3_600_000;
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

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
    agenda: countDue(now),
    duenos: Object.fromEntries(
      selectOwnerTotals()
        .all()
        .map(({ owner, total }) => [owner, total]),
    ),
  };
}

/** From the day before the earliest today on earth on, which is as far as a clock may be wrong. */
function countDue(now: number): AgendaCounts {
  const desde = addDays(new Date(now).toISOString().slice(0, DAY_LENGTH), -2);
  const days = selectDueDays().all({ from: desde, to: lastDayOf(desde) });
  return {
    desde,
    antes: selectDueBefore().get({ day: desde })?.total ?? 0,
    dias: Object.fromEntries(days.map(({ day, total }) => [day, total])),
  };
}

/** The numbers of one person's views, in their time zone. */
export function countAgenda(userId: string, zone: string): LeadAgenda {
  const { agenda, duenos, sin_contactar } = countLeads();
  const { hoy, vencidos } = dueOf(agenda, dayIn(zone, Date.now()));
  return { hoy, vencidos, mios: duenos[userId] ?? 0, sin_dueno: duenos[''] ?? 0, sin_contactar };
}

function hourOf(moment: string, later = 0): string {
  return new Date(Date.parse(moment) + later).toISOString().slice(0, HOUR_LENGTH);
}

/**
 * How many leads match the filters: off the summary where it knows them all; where it does not, by counting them in an
 * index; of a search, by counting what it finds.
 */
export async function countListed(filters: LeadFilters, signal?: AbortSignal): Promise<number> {
  const choice = chooseLeads(filters, Date.now());
  if (!filters.q) return selectSummedTotal(choice) ?? selectCountedTotal(choice);
  const terms = readSearch(filters.q);
  return terms ? countFound(choice, terms, signal) : 0;
}
