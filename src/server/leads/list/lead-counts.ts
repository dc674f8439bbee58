import { dueOf, lastDayOf } from '~/shared/leads/agenda';
import { addDays, dayIn } from '~/shared/leads/days';
import { twoWeeksAgo, weekAgo } from '~/shared/leads/filters';
import {
  type AgendaCounts,
  LEAD_STATUSES,
  type LeadAgenda,
  type LeadCounters,
  type LeadStatus,
} from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { chooseLeads } from '../lead-list-queries';
import { searchLeads } from '../search/search';
import {
  selectCame,
  selectCameByStatus,
  selectDueBefore,
  selectDueDays,
  selectMoves,
  selectOwnerTotals,
  selectStanding,
  selectTotal,
  selectVersion,
} from './lead-count-queries';

const HOUR_MS = 3_600_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

type ByStatus = Record<LeadStatus, number>;

/** The panel's counters, each with what it was a week ago, to the hour. */
export function countLeads(): LeadCounters {
  const now = Date.now();
  const standing = selectStanding().all();
  const sum = (column: 'total' | 'waiting' | 'repeated') =>
    standing.reduce((total, row) => total + row[column], 0);
  const of = (estado: LeadStatus) => standing.find((row) => row.estado === estado)?.total ?? 0;
  const { came = 0, before = 0 } =
    selectCame().get({ since: weekAgo(now), since_before: twoWeeksAgo(now) }) ?? {};
  const { added, agenda } = readSlow(now);
  const total = sum('total');
  return {
    total,
    nuevos_7_dias: came,
    contactado: of('contactado'),
    en_seguimiento: of('en_seguimiento'),
    ganado: of('ganado'),
    perdido: of('perdido'),
    sin_contactar: sum('waiting'),
    duplicados: sum('repeated'),
    semana_anterior: {
      total: total - LEAD_STATUSES.reduce((all, estado) => all + added[estado], 0),
      nuevos_7_dias: before - came,
      contactado: of('contactado') - added.contactado,
      en_seguimiento: of('en_seguimiento') - added.en_seguimiento,
      ganado: of('ganado') - added.ganado,
      perdido: of('perdido') - added.perdido,
    },
    agenda,
    duenos: Object.fromEntries(
      selectOwnerTotals()
        .all()
        .map(({ owner, total }) => [owner, total]),
    ),
  };
}

type Slow = { added: ByStatus; agenda: AgendaCounts };
let known: (Slow & { as: string }) | undefined;

/** What takes some milliseconds of a week's events: read again in each new hour, and after something has happened. */
function readSlow(now: number): Slow {
  const since = new Date(Math.floor((now - 7 * 24 * HOUR_MS) / HOUR_MS) * HOUR_MS + HOUR_MS).toISOString();
  const as = `${since} ${selectVersion().get()?.version}`;
  if (known?.as !== as) known = { as, added: countAdded(since), agenda: countDue(now) };
  return known;
}

/**
 * How many more leads of each status there are than at a moment: those that came since, and of those that had come the
 * ones that have another status since, or have gone or come back.
 */
function countAdded(since: string): ByStatus {
  const added: ByStatus = { nuevo: 0, contactado: 0, en_seguimiento: 0, ganado: 0, perdido: 0 };
  for (const { estado, total } of selectCameByStatus().all({ since })) added[estado] += total;
  const [turned, changed] = [new Set<number>(), new Set<number>()];
  const leads = new Map<number, { stood: boolean; was: LeadStatus }>();
  // The first event of each kind tells how it was before.
  for (const { lead_id, type, from_value, to_value, estado, stands } of selectMoves().all({ since })) {
    if (!leads.has(lead_id) && stands) added[estado]++;
    const lead = leads.get(lead_id) ?? { stood: stands === 1, was: estado };
    leads.set(lead_id, lead);
    const hasGone = type === 'deleted' || (type === 'joined' && to_value !== null);
    const hasComeBack = type === 'restored' || (type === 'separated' && from_value !== null);
    if (type === 'changed' && !changed.has(lead_id)) {
      lead.was = from_value as LeadStatus;
      changed.add(lead_id);
    } else if ((hasGone || hasComeBack) && !turned.has(lead_id)) {
      lead.stood = hasGone;
      turned.add(lead_id);
    }
  }
  for (const { stood, was } of leads.values()) if (stood) added[was]--;
  return added;
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

/** How many leads match the filters; of a search, how many it finds. */
export async function countListed(filters: LeadFilters, signal?: AbortSignal): Promise<number> {
  const choice = chooseLeads(filters, Date.now());
  if (!filters.q) return selectTotal(choice);
  return (await searchLeads({ ...choice, after: undefined, limit: 0 }, filters.q, signal)).total;
}
