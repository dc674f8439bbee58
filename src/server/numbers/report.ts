import { addDays, dayIn } from '~/shared/leads/days';
import { ME } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import type { Report } from '~/shared/numbers/report';
import { type Period, periodBefore, type ReportRequest } from '~/shared/numbers/schema';
import { forecastAnonymisation } from '../leads/anonymisation/anonymisation';
import { countOverdue } from '../leads/owners/owners';
import { inReadingThread } from '../process/reading-thread';
import { describeOwners } from './owners';
import { type Counter, describeReasons, describeSlices } from './slices';
import { type Tally, tallyPeriods } from './tally';
import { describeGoal, describeLying, describeWins, ownerKey, readInPlay } from './won-and-open';

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
  const tallies = tallyPeriods(request);
  const { now } = tallies;
  const count = counterOf(period, request);
  const countBefore = counterOf(before, request);
  const inPlay = readInPlay(ownerKey(owner));
  const by_owner = describeOwners(now, { overdue: countOverdue(dayIn(tz, Date.now())), inPlay, request, count });
  return {
    period: { ...period, tz, days: now.days.length, before, owner: owner ?? null },
    arrivals: {
      ...count(now.all.total),
      before: countBefore(tallies.before.all.total),
      days: describeDays(tallies.before, now, count, period),
    },
    imported: count(now.imported, { imported: 'yes' }),
    by_country: describeSlices(now, 'country', count),
    by_source: describeSlices(now, 'source', count),
    by_type: describeSlices(now, 'type', count),
    by_plan: describeSlices(now, 'plan', count),
    by_via: describeSlices(now, 'via', count),
    by_owner,
    response: { ...describeResponse(now, count), before: describeResponse(tallies.before, countBefore) },
    lost_reasons: describeReasons(now, count),
    won: describeWins(request, before, inPlay),
    won_of_arrivals: {
      ...now.won,
      query: count(0, { estado: 'ganado' }).query,
      before: { ...tallies.before.won, query: countBefore(0, { estado: 'ganado' }).query },
    },
    lying: describeLying(by_owner, inPlay, request),
    goal: describeGoal(request),
    retention: forecastAnonymisation(),
  };
}

/** Each day with its 7-day mean, which reaches back into the period before. */
function describeDays(before: Tally, now: Tally, count: Counter, { from }: Period) {
  const all = [...before.days, ...now.days];
  return now.days.map((total, index) => {
    const day = addDays(from, index);
    const end = before.days.length + index + 1;
    const week = all.slice(Math.max(0, end - WEEK), end);
    const week_mean = week.reduce((sum, value) => sum + value, 0) / week.length;
    return { day, ...count(total, { from: day, to: day }), week_mean: Math.round(week_mean * 10) / 10 };
  });
}

function describeResponse({ all }: Tally, count: Counter) {
  return {
    contacted: count(all.contacted, { answered: 'ever' }),
    median_minutes: all.quantile(1 / 2),
    p90_minutes: all.quantile(9 / 10),
    within_5: count(all.within_5, { answered: '5m' }),
    within_60: count(all.within_60, { answered: '60m' }),
    later: count(all.contacted - all.within_60, { answered: 'later' }),
    never: count(all.never, { answered: 'never' }),
  };
}
