import { CALL_OUTCOMES } from '~/shared/leads/contact';
import { dayIn } from '~/shared/leads/days';
import { toQuery } from '~/shared/leads/filter-params';
import { arrivalsOf, NONE } from '~/shared/leads/filters';
import { LEAD_STATUSES, LOST_REASONS } from '~/shared/leads/lead';
import { planName } from '~/shared/leads/plans';
import type { LeadFilters } from '~/shared/leads/schema';
import { writeHourOfWeek } from '~/shared/numbers/clock';
import type { OwnerSlice, Period, Report, Response, Slice } from '~/shared/numbers/report';
import { periodBefore, type ReportRequest } from '~/shared/numbers/schema';
import { leadStrings } from '~/shared/strings/leads';
import { countOverdue, nameOwners } from '../leads/list/overdue';
import { foreseeRetention } from '../leads/retention/retention';
import { aside } from '../process/aside';
import { selectCalls } from './report-queries';
import { type Group, type Tally, type TimedGroup, tallyPeriods } from './tally';
import { type Counter, describeValues } from './values';

const DAY_MS = 24 * 3_600_000;
const WEEK = 7;
const WON = LEAD_STATUSES.indexOf('ganado');

function counterOf({ from, to }: Period, tz: string): Counter {
  return (total = 0, filters = {}) => ({ total, query: toQuery({ from, to, tz, ...filters }) });
}

type Asker = { userId?: string; signal?: AbortSignal };

const makeAside = aside('report', makeNow);
/** Of each person the report that is being made, after which the next one is. */
const turns = new Map<string, Promise<unknown>>();

/**
 * The numbers of who came in a period, by the days of a time zone, and of as many days before. Each count has the query of
 * the list that holds exactly those leads. One at a time for a person.
 */
export async function makeReport(
  request: ReportRequest,
  { userId = '', signal }: Asker = {},
): Promise<Report> {
  const turn = (turns.get(userId) ?? Promise.resolve())
    .catch(() => {})
    .then(() => makeAside(request, signal));
  turns.set(userId, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(userId) === turn) turns.delete(userId);
  }
}

function makeNow({ period, tz, owner, rows, columns }: ReportRequest): Report {
  const before = periodBefore(period);
  const tallies = tallyPeriods(before, period, tz);
  const { now } = tallies;
  const count = counterOf(period, tz);
  const countBefore = counterOf(before, tz);
  return {
    period: { ...period, tz, days: now.days.length, before, owner: owner ?? null },
    arrivals: {
      ...count(now.all.total),
      before: countBefore(tallies.before.all.total),
      days: describeDays(tallies.before, now, period, tz),
    },
    imported: count(0, { imported: 'yes' }),
    cohorts: [],
    crossing: { rows, columns, heads: [], lines: [] },
    losses: [],
    won_of_arrivals: { ...describeValues(tallies, count, countBefore) },
    lying: { overdue: count(0), waiting: count(0), nobody: count(0) },
    forecast: null,
    goal: null,
    funnel: LEAD_STATUSES.map((estado, index) => ({
      estado,
      standing: count(now.all.standing(index), { estado }),
      reached: count(now.reached(index), { reached: estado }),
      reached_before: countBefore(tallies.before.reached(index), { reached: estado }),
      median_minutes: now.steps[index - 1]?.at(1 / 2) ?? null,
    })),
    by_country: sliced(
      now.countries,
      (pais) => ({ value: pais, name: pais ?? leadStrings.none, filters: { pais: pais ?? NONE } }),
      count,
    ),
    by_type: sliced(
      now.types,
      (type) => ({
        value: type,
        name: type ? leadStrings.clientTypes[type] : leadStrings.none,
        filters: { client_type: type ?? NONE },
      }),
      count,
    ),
    by_source: sliced(
      now.sources,
      (source) => ({
        value: source,
        name: leadStrings.sources[source] ?? source,
        filters: { source },
      }),
      count,
    ),
    by_plan: sliced(
      now.plans,
      (plan) => ({
        value: plan,
        name: plan ? planName(plan) : leadStrings.none,
        filters: { plan: plan ?? NONE },
      }),
      count,
    ),
    by_via: sliced(
      now.vias,
      (via) => ({ value: via, name: via ?? leadStrings.none, filters: { via: via ?? NONE } }),
      count,
    ),
    by_owner: describeOwners(now, countOverdue(dayIn(tz, Date.now())), tz, count),
    response: {
      ...describeResponse(now.all, count),
      before: describeResponse(tallies.before.all, countBefore),
    },
    calls: describeCalls(period, tz, count),
    heatmap: now.hours.map((group, index) => {
      const hour = writeHourOfWeek(index);
      return {
        weekday: Math.floor(index / 24) + 1,
        hour: index % 24,
        ...count(group.total, { hour }),
        within_60: count(group.within_60, { hour, answered: '60m' }),
        never: count(group.never, { hour, answered: 'never' }),
      };
    }),
    lost_reasons: describeReasons(now, count),
    won: { ...describeValues(tallies, count, countBefore), days: [] },
    retention: foreseeRetention(),
  };
}

/** Each day, and the mean of the seven that end with it; those before the first come from the period before. */
function describeDays(before: Tally, now: Tally, { from }: Period, tz: string) {
  const all = [...before.days, ...now.days];
  return [...now.days].map((total, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    const end = before.days.length + index + 1;
    const week = all.slice(Math.max(0, end - WEEK), end);
    const week_mean = week.reduce((sum, value) => sum + value, 0) / week.length;
    return {
      day,
      total,
      query: toQuery({ from: day, to: day, tz }),
      week_mean: Math.round(week_mean * 10) / 10,
    };
  });
}

type Named = { value: string | null; name: string; filters: LeadFilters };

/** What is counted of each value of a column, most leads first. */
function sliced<Key>(groups: Map<Key, Group>, describe: (key: Key) => Named, count: Counter): Slice[] {
  return [...groups]
    .map(([key, group]) => {
      const { value, name, filters } = describe(key);
      return {
        value,
        name,
        ...count(group.total, filters),
        contacted: count(group.contacted, { ...filters, answered: 'ever' }),
        won: count(group.standing(WON), { ...filters, estado: 'ganado' }),
      };
    })
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}

function describeOwners(
  { owners }: Tally,
  overdue: Map<string, number>,
  tz: string,
  count: Counter,
): OwnerSlice[] {
  const ids = new Set([...owners.keys(), ...overdue.keys()]);
  const names = nameOwners([...ids]);
  return [...ids]
    .map((id) => {
      const group = owners.get(id);
      const owner = id || NONE;
      return {
        owner_id: id || null,
        name: nameOwner(id, names),
        had: count(group?.total, { owner }),
        contacted: count(group?.contacted, { owner, answered: 'ever' }),
        won: count(group?.standing(WON), { owner, estado: 'ganado' }),
        median_minutes: group?.durations.at(1 / 2) ?? null,
        waiting: count(0),
        contacts: null,
        overdue: { total: overdue.get(id) ?? 0, query: toQuery({ agenda: 'vencidos', owner, tz }) },
      };
    })
    .sort((a, b) => b.had.total - a.had.total || (a.name < b.name ? -1 : 1));
}

/** How calls ended to those who came in the period, of all and of each owner's. */
function describeCalls(period: Period, tz: string, count: Counter): Report['calls'] {
  const { since = '', until = '' } = arrivalsOf({ ...period, tz });
  const rows = selectCalls().all({ since, until });
  const countEach = (owner?: string) => {
    const ofOwner = rows.filter((row) => owner === undefined || row.owner === owner);
    const each = CALL_OUTCOMES.map((call) => {
      const total = ofOwner.reduce((sum, row) => sum + (row.outcome === call ? row.total : 0), 0);
      return [call, count(total, { call, ...(owner !== undefined && { owner: owner || NONE }) })] as const;
    });
    return Object.fromEntries(each) as Omit<Report['calls'], 'by_owner'>;
  };
  const ids = [...new Set(rows.map(({ owner }) => owner))];
  const names = nameOwners(ids);
  const by_owner = ids
    .map((id) => ({ owner_id: id || null, name: nameOwner(id, names), ...countEach(id) }))
    .sort((a, b) => b.answered.total - a.answered.total || (a.name < b.name ? -1 : 1));
  return { ...countEach(), by_owner };
}

function nameOwner(id: string, names: Map<string, string>): string {
  return id ? (names.get(id) ?? leadStrings.owner.gone) : leadStrings.owner.nobody;
}

function describeResponse(group: TimedGroup, count: Counter): Response {
  return {
    contacted: count(group.contacted, { answered: 'ever' }),
    median_minutes: group.durations.at(1 / 2),
    p90_minutes: group.durations.at(9 / 10),
    within_5: count(group.within_5, { answered: '5m' }),
    within_60: count(group.within_60, { answered: '60m' }),
    later: count(group.contacted - group.within_60, { answered: 'later' }),
    never: count(group.never, { answered: 'never' }),
  };
}

function describeReasons({ reasons }: Tally, count: Counter) {
  return [null, ...LOST_REASONS]
    .map((reason, place) => ({
      reason,
      name: reason ? leadStrings.lostReasons[reason] : leadStrings.none,
      ...count(reasons[place], { lost_reason: reason ?? NONE }),
    }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
}
