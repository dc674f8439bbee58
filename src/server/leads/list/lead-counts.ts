import { dueOn, lastCountedDay, listCountedDays } from '~/shared/leads/agenda';
import type { AgendaCounts, LeadAgenda, LeadCounters } from '~/shared/leads/counters';
import { addDays, dayIn } from '~/shared/leads/days';
import type { LeadStatus } from '~/shared/leads/enums';
import { daysAgo, type LeadFilters } from '~/shared/leads/filters';
import { query } from '../../database/connection';
import { searchLeads } from '../search/search';
import { AWAITING_REPLY, WAITING } from './filters';
import { selectTotal } from './list-queries';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Leads per owner; '' is nobody. */
const selectOwnerTotals = query<[], { owner: string; total: number }>(
  'SELECT owner, sum(total) AS total FROM owner_counters GROUP BY owner',
);

const selectAwaitingReply = query<[], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_awaiting_reply WHERE deleted_at IS NULL AND ${AWAITING_REPLY}`,
);

const selectCame = query<[{ since: string }], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_scan WHERE deleted_at IS NULL AND created_at >= :since`,
);

type Standing = { estado: LeadStatus; total: number; waiting: number; repeated: number };

const selectStanding = query<[], Standing>(
  `SELECT estado, sum(total) AS total, sum(waiting) AS waiting, sum(repeated) AS repeated
   FROM lead_counters GROUP BY estado`,
);

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

/** Changes with every event, every write of another connection, and whoever begins to wait by a failure, which is no event. */
const selectVersion = query<[], { version: string }>(
  `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'lead_events'), 0) || ' ' || data_version || ' ' || (
     SELECT coalesce(group_concat(id), '') FROM leads INDEXED BY leads_awaiting_reply
     WHERE deleted_at IS NULL AND ${AWAITING_REPLY}
   ) AS version FROM pragma_data_version`,
);

/** Cached until a new day or a write: counting thousands of overdue leads takes longer than all other counters. */
function readDue(now: number): Due {
  const desde = addDays(new Date(now).toISOString().slice(0, DAY_LENGTH), -2);
  const as = `${desde} ${selectVersion().get()?.version}`;
  if (known?.as !== as) known = { as, due: { agenda: countAgendaOf(desde), por_hacer: listToDo(desde) } };
  return known.due;
}

const selectDueDays = query<[{ from: string; to: string }], { day: string; total: number }>(
  `SELECT next_contact_on AS day, count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on >= :from AND next_contact_on <= :to
   GROUP BY next_contact_on`,
);

const selectDueBefore = query<[{ day: string }], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on < :day`,
);

/** Counts from the day before the earliest "today" on earth, which tolerates a clock that far off. */
function countAgendaOf(desde: string): AgendaCounts {
  const days = selectDueDays().all({ from: desde, to: lastCountedDay(desde) });
  return {
    desde,
    antes: selectDueBefore().get({ day: desde })?.total ?? 0,
    dias: Object.fromEntries(days.map(({ day, total }) => [day, total])),
  };
}

/** FROM and WHERE of one owner's day; the index is ordered by owner. */
const OF_OWNER = 'FROM leads INDEXED BY leads_by_own_day WHERE deleted_at IS NULL AND owner_id = owner AND';

/**
 * Leads to do per owner and day: `before` also counts everything overdue by then; '', on whichever day, who waits for an
 * answer, and for a first contact without a date. One lookup per owner and day, because grouping would sort everything
 * due.
 */
const selectToDo = query<[{ days: string; before: string }], { owner: string; day: string; total: number }>(
  `SELECT owner, value AS day, CASE value
     WHEN '' THEN (SELECT count(*) ${OF_OWNER} next_contact_on IS NULL AND ${WAITING} AND NOT ${AWAITING_REPLY})
       + (SELECT count(*) FROM leads INDEXED BY leads_awaiting_reply
          WHERE deleted_at IS NULL AND ${AWAITING_REPLY} AND owner_id = owner)
     WHEN :before THEN (SELECT count(*) ${OF_OWNER} next_contact_on <= :before AND NOT ${AWAITING_REPLY})
     ELSE (SELECT count(*) ${OF_OWNER} next_contact_on = value AND NOT ${AWAITING_REPLY}) END AS total
   FROM (SELECT DISTINCT owner FROM owner_counters WHERE owner <> '' AND total > 0) JOIN json_each(:days)`,
);

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
