import { addDays, dayIn, daysBetween, startOfDay } from '~/shared/leads/days';
import { NONE, OPEN_STATUSES, type OpenStatus } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import { planName } from '~/shared/leads/plans';
import type { LeadFilters } from '~/shared/leads/schema';
import { makeClock } from '~/shared/numbers/clock';
import type { GoalProgress, Report, Value } from '~/shared/numbers/report';
import type { Period, ReportRequest } from '~/shared/numbers/schema';
import { leadStrings } from '~/shared/strings/leads';
import { isConnected } from '../whatsapp/connection';
import { forecastValue } from './forecast';
import { readGoal } from './goal';
import { PlanCounts, plansOf, valueOfPlans } from './plan-values';
import { selectAwaiting, selectInPlay, selectWins, type Won } from './report-queries';
import { listed } from './slices';

/** Open leads today, whenever they came: value per status, and counts per owner ('' is nobody). */
export type InPlay = {
  worths: Record<OpenStatus, PlanCounts>;
  all: PlanCounts;
  owners: Map<string, { total: number; waiting: number }>;
};

/** Reads the open leads. `owner` ('' is nobody) limits the values, but not the counts per owner. */
export function readInPlay(owner: string | undefined): InPlay {
  const inPlay: InPlay = {
    worths: { nuevo: new PlanCounts(), contactado: new PlanCounts(), en_seguimiento: new PlanCounts() },
    all: new PlanCounts(),
    owners: new Map(),
  };
  for (const row of selectInPlay().iterate()) {
    const before = inPlay.owners.get(row.owner) ?? { total: 0, waiting: 0 };
    inPlay.owners.set(row.owner, { total: before.total + row.total, waiting: before.waiting + row.waiting });
    if (owner !== undefined && row.owner !== owner) continue;
    inPlay.worths[row.estado].add(row.plan, row.billing, row.total);
    inPlay.all.add(row.plan, row.billing, row.total);
  }
  return inPlay;
}

function readWins({ from, to }: Period, { tz, owner }: ReportRequest): Won[] {
  const [since, until] = [startOfDay(from, tz), startOfDay(addDays(to, 1), tz)];
  return selectWins().all({ since, until, owner: ownerKey(owner) ?? null });
}

/** Wins of a period by day. One clock for all of them: `dayIn` would ask Intl for each. */
function groupByDay(wins: readonly Won[], { from, to }: Period, tz: string): Map<string, Won[]> {
  const clock = makeClock(tz, Date.parse(startOfDay(from, tz)), Date.parse(startOfDay(addDays(to, 1), tz)));
  return Map.groupBy(wins, ({ won_at }) => new Date(clock(Date.parse(won_at))).toISOString().slice(0, 10));
}

function addUp(wins: readonly Won[]): PlanCounts {
  const worth = new PlanCounts();
  for (const { plan, billing } of wins) worth.add(plan, billing);
  return worth;
}

/** The report's owner as statements expect it: '' is nobody. */
export const ownerKey = (owner: string | undefined) => (owner === NONE ? '' : owner);

/** Wins of the period and of the one before, and open leads today. */
export function describeWins(request: ReportRequest, before: Period, inPlay: InPlay): Report['won'] {
  const { period, tz, owner } = request;
  const wins = readWins(period, request);
  const won = addUp(wins);
  const ofDays = groupByDay(wins, period, tz);
  const queryOf = ({ from, to }: Period, filters: LeadFilters = {}) =>
    toQuery({ owner, ...filters, won_from: from, won_to: to, tz });
  const filtersOf = (plan: string | null) => ({ plan: plan ?? NONE });
  return {
    ...valueOfPlans(won),
    query: queryOf(period),
    before: { ...valueOfPlans(addUp(readWins(before, request))), query: queryOf(before) },
    days: Array.from({ length: daysBetween(period.from, period.to) + 1 }, (_, index) => {
      const day = addDays(period.from, index);
      return { day, ...valueOfPlans(addUp(ofDays.get(day) ?? [])), query: queryOf({ from: day, to: day }) };
    }),
    in_play: { ...valueOfPlans(inPlay.all), query: toQuery({ owner, open: 'yes' }) },
    by_plan: plansOf(won, inPlay.all).map((plan) => ({
      plan,
      name: plan === null ? leadStrings.none : planName(plan),
      won: { ...valueOfPlans(won, plan), query: queryOf(period, filtersOf(plan)) },
      standing: ofEach((estado) => ({
        ...valueOfPlans(inPlay.worths[estado], plan),
        query: toQuery({ owner, estado, ...filtersOf(plan) }),
      })),
    })),
  };
}

function ofEach<Result>(describe: (estado: OpenStatus) => Result): Record<OpenStatus, Result> {
  return Object.fromEntries(OPEN_STATUSES.map((estado) => [estado, describe(estado)])) as Record<OpenStatus, Result>;
}

export function describeForecast(inPlay: InPlay, { owner }: ReportRequest): Report['forecast'] {
  const describe = (estado: OpenStatus): Value => ({
    ...valueOfPlans(inPlay.worths[estado]),
    query: toQuery({ owner, estado }),
  });
  return forecastValue(
    ofEach((estado) => ({ value: describe(estado), worths: inPlay.worths[estado] })),
    Date.now(),
  );
}

/** Neglected leads today. `overdue`: per owner ('' is nobody). */
export function describeLying(
  { owners }: InPlay,
  overdue: Map<string, number>,
  { tz, owner }: ReportRequest,
): Report['lying'] {
  const key = ownerKey(owner);
  const sum = <One>(ofEach: Map<string, One>, read: (one: One) => number) =>
    [...ofEach].reduce((total, [id, one]) => total + (key === undefined || id === key ? read(one) : 0), 0);
  const awaiting = isConnected() && (selectAwaiting().get({ owner: key ?? null })?.total ?? 0);
  return {
    overdue: listed(
      sum(overdue, (total) => total),
      { agenda: 'vencidos', owner, tz },
    ),
    waiting: listed(
      sum(owners, (one) => one.waiting),
      { contacto: 'pendiente', owner },
    ),
    nobody: listed(owners.get('')?.total ?? 0, { open: 'yes', owner: NONE }),
    awaiting: awaiting === false ? null : listed(awaiting, { contacto: 'respuesta', owner }),
  };
}

/** Progress of the current month towards the goal. */
export function describeGoal(request: ReportRequest): GoalProgress | null {
  const monthly_value = request.owner === undefined ? readGoal() : null;
  if (monthly_value === null) return null;
  const today = dayIn(request.tz, Date.now());
  const month = today.slice(0, 7);
  const period = { from: `${month}-01`, to: today };
  const won = valueOfPlans(addUp(readWins(period, request)));
  const [year = 0, nth = 0] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, nth, 0)).getUTCDate();
  return {
    monthly_value,
    month,
    won: { ...won, query: toQuery({ won_from: period.from, won_to: today, tz: request.tz }) },
    pace: Math.round((won.monthly * days) / Number(today.slice(8))),
  };
}
