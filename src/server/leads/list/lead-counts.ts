import { dueOn, lastCountedDay, listCountedDays } from '~/shared/leads/agenda';
import type { AgendaCounts, LeadAgenda, LeadCounters } from '~/shared/leads/counters';
import { addDays, dayIn } from '~/shared/leads/days';
import type { LeadStatus } from '~/shared/leads/enums';
import { daysAgo, type LeadFilters } from '~/shared/leads/filters';
import { searchLeads } from '../search/search';
import {
  selectAwaitingReply,
  selectCame,
  selectDueBefore,
  selectDueDays,
  selectOwnerTotals,
  selectStanding,
  selectToDo,
  selectTotal,
  selectVersion,
} from './lead-count-queries';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The panel's counters, and the numbers of its views. */
export function countLeads(): LeadCounters {
  const now = Date.now();
  const standing = selectStanding().all();
  const sum = (column: 'total' | 'waiting' | 'repeated') => standing.reduce((total, row) => total + row[column], 0);
  const of = (estado: LeadStatus) => standing.find((row) => row.estado === estado)?.total ?? 0;
  return {
    total: sum('total'),
    nuevos_7_dias: selectCame().get({ since: daysAgo(7, now) })?.total ?? 0,
    contactado: of('contactado'),
    en_seguimiento: of('en_seguimiento'),
    ganado: of('ganado'),
    perdido: of('perdido'),
    sin_contactar: sum('waiting'),
    esperan_respuesta: selectAwaitingReply().get()?.total ?? 0,
    duplicados: sum('repeated'),
    ...readDue(now),
    duenos: Object.fromEntries(
      selectOwnerTotals()
        .all()
        .map(({ owner, total }) => [owner, total]),
    ),
  };
}

type Due = Pick<LeadCounters, 'agenda' | 'por_hacer'>;
let known: { as: string; due: Due } | undefined;

/** Cached until a new day or a write: counting thousands of overdue leads takes longer than all other counters. */
function readDue(now: number): Due {
  const desde = addDays(new Date(now).toISOString().slice(0, DAY_LENGTH), -2);
  const as = `${desde} ${selectVersion().get()?.version}`;
  if (known?.as !== as) known = { as, due: { agenda: countAgendaOf(desde), por_hacer: listToDo(desde) } };
  return known.due;
}

/** Counts from the day before the earliest "today" on earth, which tolerates a clock that far off. */
function countAgendaOf(desde: string): AgendaCounts {
  const days = selectDueDays().all({ from: desde, to: lastCountedDay(desde) });
  return {
    desde,
    antes: selectDueBefore().get({ day: desde })?.total ?? 0,
    dias: Object.fromEntries(days.map(({ day, total }) => [day, total])),
  };
}

function listToDo(desde: string): LeadCounters['por_hacer'] {
  const toDo: LeadCounters['por_hacer'] = {};
  const days = listCountedDays(desde);
  const [before = desde] = days;
  for (const { owner, day, total } of selectToDo().all({ days: JSON.stringify(['', ...days]), before })) {
    if (total > 0) toDo[owner] = { ...toDo[owner], [day]: total };
  }
  return toDo;
}

/** The counters of one person's views, in their time zone. */
export function countAgenda(userId: string, zone: string): LeadAgenda {
  const { agenda, duenos, sin_contactar } = countLeads();
  const { hoy, vencidos } = dueOn(agenda, dayIn(zone, Date.now()));
  return { hoy, vencidos, mios: duenos[userId] ?? 0, sin_dueno: duenos[''] ?? 0, sin_contactar };
}

/** How many leads match the filters and the search. */
export async function countListed(
  filters: LeadFilters,
  how: { signal?: AbortSignal | undefined; hidesMessages?: boolean } = {},
): Promise<number> {
  const resolved = { filters, now: Date.now() };
  if (!filters.q) return selectTotal(resolved);
  return (await searchLeads({ ...resolved, after: undefined, limit: 0 }, filters.q, how)).total;
}
