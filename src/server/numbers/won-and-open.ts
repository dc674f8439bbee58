import { addDays, dayIn, daysBetween, startOfDay } from '~/shared/leads/days';
import { NONE } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import { planName } from '~/shared/leads/plans';
import { makeClock } from '~/shared/numbers/clock';
import type { OwnerSlice, Report, Value } from '~/shared/numbers/report';
import type { Period, ReportRequest } from '~/shared/numbers/schema';
import { leadStrings } from '~/shared/strings/leads';
import { query } from '../database/connection';
import { isConnected } from '../whatsapp/connection';
import { readGoal } from './goal';
import { listed } from './slices';
import { rankOfPlan, Worth } from './worth';

type InPlayRow = { owner: string; plan: string | null; billing: string | null; total: number; waiting: number };

/** Open leads today, whenever they came: their value, and counts per owner ('' is nobody). */
export type InPlay = { worth: Worth; owners: Map<string, { total: number; waiting: number }> };

/** Open leads per owner ('' is nobody), plan and billing period, and how many of them wait. */
const selectInPlay = query<[], InPlayRow>(
  `SELECT coalesce(owner_id, '') AS owner, plan, billing, count(*) AS total,
     sum(estado = 'nuevo' AND answered_in IS NULL) AS waiting
   FROM leads INDEXED BY leads_in_play WHERE deleted_at IS NULL AND estado NOT IN ('ganado', 'perdido')
   GROUP BY estado, plan, billing, owner_id`,
);

/** Reads the open leads. `owner` ('' is nobody) limits their value, but not the counts per owner. */
export function readInPlay(owner: string | undefined): InPlay {
  const inPlay: InPlay = { worth: new Worth(), owners: new Map() };
  for (const row of selectInPlay().iterate()) {
    const before = inPlay.owners.get(row.owner) ?? { total: 0, waiting: 0 };
    inPlay.owners.set(row.owner, { total: before.total + row.total, waiting: before.waiting + row.waiting });
    if (owner === undefined || row.owner === owner) inPlay.worth.add(row.plan, row.billing, row.total);
  }
  return inPlay;
}

type Won = { won_at: string; plan: string | null; billing: string | null };

/** Wins of a period, optionally of one owner. */
const selectWins = query<[{ since: string; until: string; owner: string | null }], Won>(
  `SELECT won_at, plan, billing FROM leads INDEXED BY leads_won
   WHERE deleted_at IS NULL AND won_at IS NOT NULL AND won_at >= :since AND won_at < :until
     AND (:owner IS NULL OR coalesce(owner_id, '') = :owner)`,
);

function readWins({ from, to }: Period, { tz, owner }: ReportRequest): Won[] {
  const [since, until] = [startOfDay(from, tz), startOfDay(addDays(to, 1), tz)];
  return selectWins().all({ since, until, owner: ownerKey(owner) ?? null });
}

function addUp(wins: readonly Won[] = []): Worth {
  const worth = new Worth();
  for (const { plan, billing } of wins) worth.add(plan, billing);
  return worth;
}

/** The report's owner as statements expect it: '' is nobody. */
export const ownerKey = (owner: string | undefined) => (owner === NONE ? '' : owner);

/** Wins of the period and of the one before, and open leads today. */
export function describeWins(request: ReportRequest, before: Period, inPlay: InPlay): Report['won'] {
  const { period, tz, owner } = request;
  const wins = readWins(period, request);
  const clock = makeClock(tz);
  const ofDays = Map.groupBy(wins, ({ won_at }) => new Date(clock(Date.parse(won_at))).toISOString().slice(0, 10));
  const ofPlans = Map.groupBy(wins, ({ plan }) => plan);
  const describe = (some: readonly Won[] | undefined, { from, to }: Period, plan?: string): Value => ({
    ...addUp(some),
    query: toQuery({ owner, plan, won_from: from, won_to: to, tz }),
  });
  return {
    ...describe(wins, period),
    before: describe(readWins(before, request), before),
    days: Array.from({ length: daysBetween(period.from, period.to) + 1 }, (_, index) => {
      const day = addDays(period.from, index);
      return { day, ...describe(ofDays.get(day), { from: day, to: day }) };
    }),
    in_play: { ...inPlay.worth, query: toQuery({ owner, open: 'yes' }) },
    by_plan: [...ofPlans]
      .sort(([one], [other]) => rankOfPlan(one) - rankOfPlan(other))
      .map(([plan, some]) => ({
        plan,
        name: plan === null ? leadStrings.none : planName(plan),
        won: describe(some, period, plan ?? NONE),
      })),
  };
}

/** Leads that await an answer, optionally of one owner ('' is nobody). */
const selectAwaiting = query<[{ owner: string | null }], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_awaiting_reply
   WHERE deleted_at IS NULL AND awaiting_reply_since IS NOT NULL
     AND (:owner IS NULL OR coalesce(owner_id, '') = :owner)`,
);

/** Neglected leads today. */
export function describeLying(
  byOwner: OwnerSlice[],
  { owners }: InPlay,
  { tz, owner }: ReportRequest,
): Report['lying'] {
  const sum = (name: 'overdue' | 'waiting') => byOwner.reduce((total, each) => total + each[name].total, 0);
  const awaiting = isConnected() && (selectAwaiting().get({ owner: ownerKey(owner) ?? null })?.total ?? 0);
  return {
    overdue: listed(sum('overdue'), { agenda: 'vencidos', owner, tz }),
    waiting: listed(sum('waiting'), { contacto: 'pendiente', owner }),
    nobody: listed(owners.get('')?.total ?? 0, { open: 'yes', owner: NONE }),
    awaiting: awaiting === false ? null : listed(awaiting, { contacto: 'respuesta', owner }),
  };
}

/** Progress of the current month towards the goal. */
export function describeGoal(request: ReportRequest): Report['goal'] {
  const monthly_value = request.owner === undefined ? readGoal() : null;
  if (monthly_value === null) return null;
  const today = dayIn(request.tz, Date.now());
  const month = today.slice(0, 7);
  const period = { from: `${month}-01`, to: today };
  const won = addUp(readWins(period, request));
  const [year = 0, nth = 0] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, nth, 0)).getUTCDate();
  return {
    monthly_value,
    month,
    won: { ...won, query: toQuery({ won_from: period.from, won_to: today, tz: request.tz }) },
    pace: Math.round((won.monthly * days) / Number(today.slice(8))),
  };
}
