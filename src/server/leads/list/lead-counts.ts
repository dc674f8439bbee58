import { dueOf, lastDayOf } from '~/shared/leads/agenda';
import { addDays, dayIn } from '~/shared/leads/days';
import { twoWeeksAgo, weekAgo } from '~/shared/leads/filters';
import type { AgendaCounts, LeadAgenda, LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { chooseLeads, describeCells, isOfPacks, type LeadChoice } from '../lead-list-queries';
import { findPacked, isPackable } from '../packs/find-packed';
import { countFound } from '../search/search';
import { selectHighestId } from '../search/search-queries';
import { readSearch } from '../search/search-terms';
import {
  selectAgendaTotal,
  selectArrivals,
  selectCellsTotal,
  selectCountedTotal,
  selectCounters,
  selectDueBefore,
  selectDueDays,
  selectIdlePart,
  selectOwnerTotals,
  selectSummedTotal,
} from './lead-count-queries';

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
  const { came, came_before, total, contactado, en_seguimiento, ganado, perdido, sin_contactar, duplicados } =
    row;
  return {
    total,
    nuevos_7_dias: came,
    contactado,
    en_seguimiento,
    ganado,
    perdido,
    sin_contactar,
    duplicados,
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
  if (!filters.q) {
    if (isPackable(choice))
      return (await findPacked({ ...choice, after: undefined, limit: 0 }, signal)).total;
    return selectSummedTotal(choice) ?? countOthers(choice);
  }
  const terms = readSearch(filters.q);
  return terms ? countFound(choice, terms, signal) : 0;
}

/** Of how many leads it is looked at whether most are idle. */
const SAMPLE = 100;

/**
 * Of days of arrival, and of days without activity, whichever are fewer are counted: those that match, or those of the
 * same summary that do not.
 */
function countOthers(choice: LeadChoice): number {
  const { filters, since, until, idle_since } = choice;
  const isOfAll = describeCells(choice) === describeCells({ filters: {} });
  const isOfDays = Boolean(since || until);
  const isNarrowed = filters.lost_reason || filters.duplicados || isOfPacks(filters);
  if (filters.agenda && isOfAll && !isOfDays && !idle_since && !isNarrowed) return selectAgendaTotal(choice);
  if (filters.agenda || isNarrowed || (isOfDays && idle_since)) return selectCountedTotal(choice);
  if (isOfDays && isOfAll) return selectArrivals(choice);
  const rest: LeadChoice = { filters };
  const others: LeadChoice[] = idle_since
    ? [{ ...rest, active_since: idle_since }]
    : [...(since ? [{ ...rest, until: since }] : []), ...(until ? [{ ...rest, since: until }] : [])];
  const part = idle_since ? estimateIdle(idle_since) : selectArrivals(choice) / (countAll() || 1);
  if (part <= 1 / 2) return selectCountedTotal(choice);
  return others.reduce((total, other) => total - selectCountedTotal(other), selectCellsTotal(rest));
}

const countAll = () => selectCellsTotal({ filters: {} });

function estimateIdle(idle_since: string): number {
  const step = (selectHighestId().get()?.id ?? 0) / SAMPLE;
  const ids = Array.from({ length: SAMPLE }, (_, index) => Math.ceil((index + 1) * step));
  return selectIdlePart().get({ idle_since, ids: JSON.stringify(ids) })?.part ?? 0;
}
