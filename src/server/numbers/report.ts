import { addDays, dayIn, daysBetween } from '~/shared/leads/days';
import {
  LEAD_STATUSES,
  type LeadStatus,
  LOST_REASONS,
  ME,
  NONE,
  OPEN_STATUSES,
  STAGES_BEFORE_LOSS,
} from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { daysFromMonday, writeHourOfWeek } from '~/shared/numbers/clock';
import type { Cohort, Loss, Report, Response } from '~/shared/numbers/report';
import { type Period, periodBefore, type ReportRequest } from '~/shared/numbers/schema';
import { leadStrings } from '~/shared/strings/leads';
import { forecastAnonymisation } from '../leads/anonymisation/anonymisation';
import { countOverdue } from '../leads/owners/overdue';
import { inReadingThread } from '../process/reading-thread';
import { describeCrossing } from './crossing';
import { describeCalls, describeOwners } from './owners';
import { valueOfPlans } from './plan-values';
import { byTotal, type Counter, describeSlices } from './slices';
import { type Tally, tallyPeriods } from './tally';
import { describeForecast, describeGoal, describeLying, describeWins, ownerKey, readInPlay } from './won-and-open';

const WEEK = 7;

/** Makes counts of a period's enquiries. */
function counterOf({ from, to }: Period, { tz, owner }: ReportRequest): Counter {
  return (total = 0, filters = {}) => ({
    total,
    query: toQuery({ from, to, tz, owner, imported: 'no', ...filters }),
  });
}

type ReportOptions = { userId?: string; signal?: AbortSignal };

const makeInThread = inReadingThread('report', makeNow);
/** Each person's report in progress, which their next one waits for. */
const running = new Map<string, Promise<unknown>>();

/**
 * The report of a period in a time zone, compared with as many days before. Each count carries the query of the list
 * with exactly its leads. Runs one at a time per person.
 */
export async function makeReport(request: ReportRequest, { userId = '', signal }: ReportOptions = {}): Promise<Report> {
  const own = (running.get(userId) ?? Promise.resolve())
    .catch(() => {})
    .then(() => makeInThread(request.owner === ME ? { ...request, owner: userId } : request, signal));
  running.set(userId, own);
  try {
    return await own;
  } finally {
    if (running.get(userId) === own) running.delete(userId);
  }
}

function makeNow(request: ReportRequest): Report {
  const { period, tz, owner } = request;
  const before = periodBefore(period);
  const tallies = tallyPeriods(before, request);
  const { now } = tallies;
  const count = counterOf(period, request);
  const countBefore = counterOf(before, request);
  const inPlay = readInPlay(ownerKey(owner));
  const overdue = countOverdue(dayIn(tz, Date.now()));
  return {
    period: { ...period, tz, days: now.days.length, before, owner: owner ?? null },
    arrivals: {
      ...count(now.all.total),
      before: countBefore(tallies.before.all.total),
      days: describeDays(tallies.before, now, count, period),
    },
    imported: count(now.imported, { imported: 'yes' }),
    funnel: LEAD_STATUSES.map((estado, index) => ({
      estado,
      standing: count(now.all.standing(index), { estado }),
      reached: count(now.reached(index), { reached: estado }),
      reached_before: countBefore(tallies.before.reached(index), { reached: estado }),
      median_minutes: now.steps[index - 1]?.at(1 / 2) ?? null,
    })),
    cohorts: describeCohorts(now, period, tz, count),
    by_country: describeSlices(now, 'country', count),
    by_source: describeSlices(now, 'source', count),
    by_type: describeSlices(now, 'type', count),
    by_plan: describeSlices(now, 'plan', count),
    by_via: describeSlices(now, 'via', count),
    by_owner: describeOwners(now, { overdue, inPlay, request, count }),
    crossing: describeCrossing(now, request, count),
    response: { ...describeResponse(now, count), before: describeResponse(tallies.before, countBefore) },
    calls: describeCalls(request, count),
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
    losses: describeLosses(now, count),
    lost_reasons: describeReasons(sumReasons(now), count, {}),
    won: describeWins(request, before, inPlay),
    won_of_arrivals: {
      ...valueOfPlans(now.won),
      query: count(0, { estado: 'ganado' }).query,
      before: { ...valueOfPlans(tallies.before.won), query: countBefore(0, { estado: 'ganado' }).query },
    },
    lying: describeLying(inPlay, overdue, request),
    forecast: describeForecast(inPlay, request),
    goal: describeGoal(request),
    retention: forecastAnonymisation(),
  };
}

/** Each day with its 7-day mean, which reaches back into the period before. */
function describeDays(before: Tally, now: Tally, count: Counter, { from }: Period) {
  const all = [...before.days, ...now.days];
  return [...now.days].map((total, index) => {
    const day = addDays(from, index);
    const end = before.days.length + index + 1;
    const week = all.slice(Math.max(0, end - WEEK), end);
    const week_mean = week.reduce((sum, value) => sum + value, 0) / week.length;
    return { day, ...count(total, { from: day, to: day }), week_mean: Math.round(week_mean * 10) / 10 };
  });
}

function describeCohorts({ weeks }: Tally, period: Period, tz: string, count: Counter): Cohort[] {
  const today = dayIn(tz, Date.now());
  const monday = addDays(period.from, -daysFromMonday(Date.parse(period.from)));
  return weeks.flatMap((standing, index) => {
    const week = addDays(monday, index * WEEK);
    const from = week < period.from ? period.from : week;
    const last = addDays(week, WEEK - 1);
    const to = last > period.to ? period.to : last;
    if (from > to) return [];
    const some = (statuses: readonly LeadStatus[]) =>
      statuses.reduce((sum, estado) => sum + (standing[LEAD_STATUSES.indexOf(estado)] ?? 0), 0);
    return {
      week,
      ...count(some(LEAD_STATUSES), { from, to }),
      age_days: Math.max(0, daysBetween(to, today)),
      won: count(some(['ganado']), { from, to, estado: 'ganado' }),
      lost: count(some(['perdido']), { from, to, estado: 'perdido' }),
      open: count(some(OPEN_STATUSES), { from, to, open: 'yes' }),
    };
  });
}

function describeResponse({ all: group, durations }: Tally, count: Counter): Response {
  return {
    contacted: count(group.contacted, { answered: 'ever' }),
    median_minutes: durations.at(1 / 2),
    p90_minutes: durations.at(9 / 10),
    within_5: count(group.within_5, { answered: '5m' }),
    within_60: count(group.within_60, { answered: '60m' }),
    later: count(group.contacted - group.within_60, { answered: 'later' }),
    never: count(group.never, { answered: 'never' }),
  };
}

/** How far lost leads had come. */
function describeLosses({ losses }: Tally, count: Counter): Loss[] {
  return STAGES_BEFORE_LOSS.flatMap((after, step) => {
    const loss = losses[step];
    if (!loss?.total) return [];
    const minutes = loss.durations.at(1 / 2);
    return {
      after,
      ...count(loss.total, { lost_after: after }),
      median_days: minutes === null ? null : Math.round(minutes / 144) / 10,
      reasons: describeReasons(loss.reasons, count, { lost_after: after }),
    };
  });
}

function sumReasons({ losses }: Tally): Int32Array {
  const [first, ...rest] = losses.map(({ reasons }) => reasons);
  return rest.reduce(
    (sum, reasons) => sum.map((many, index) => many + (reasons[index] ?? 0)),
    first ?? new Int32Array(),
  );
}

function describeReasons(reasons: Int32Array, count: Counter, filters: LeadFilters) {
  return [null, ...LOST_REASONS]
    .map((reason, index) => ({
      reason,
      name: reason ? leadStrings.lostReasons[reason] : leadStrings.none,
      ...count(reasons[index], { ...filters, lost_reason: reason ?? NONE }),
    }))
    .filter(({ total }) => total > 0)
    .sort(byTotal);
}
