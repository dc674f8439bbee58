import { LEAD_STATUSES, OPEN_STATUSES, type OpenStatus } from '~/shared/leads/enums';
import type { Forecast, Value } from '~/shared/numbers/report';
import { type PlanCounts, priceOf } from './plan-values';
import { selectEnded } from './report-queries';

const YEAR_MS = 365 * 24 * 3_600_000;
/** With fewer closed leads there is no forecast. */
const MIN_CLOSED_LEADS = 30;
/** Standard deviations around the mean that hold 80 % of a normal distribution. */
const SIGMAS_OF_80_PERCENT = 1.2816;

/** Open leads of a status: their total value, and how many of each plan. */
export type Standing = { value: Value; worths: PlanCounts };

/**
 * Forecasts the value of open leads. The variance has two parts: each lead is won or not (binomial), and the win rate
 * is itself estimated from a sample (its standard error, common to all leads of a status).
 */
export function forecastValue(standing: Record<OpenStatus, Standing>, now: number): Forecast | null {
  const ended = selectEnded().all({ since: new Date(now - YEAR_MS).toISOString() });
  let [expected, variance] = [0, 0];
  const steps = OPEN_STATUSES.map((estado) => {
    const bit = 1 << LEAD_STATUSES.indexOf(estado);
    const had = ended.filter(({ passed }) => estado === 'nuevo' || passed & bit);
    const count = (some: typeof had) => some.reduce((sum, { total }) => sum + total, 0);
    const [all, won] = [count(had), count(had.filter((one) => one.won))];
    const { value, worths } = standing[estado];
    const part = all < MIN_CLOSED_LEADS ? null : won / all;
    if (part !== null) {
      const spread = part * (1 - part);
      expected += part * value.monthly;
      variance += (value.monthly ** 2 * spread) / all;
      for (const [key, many] of worths) variance += many * priceOf(key) ** 2 * spread;
    }
    return { ...value, estado, ended: all, won, part };
  });
  if (steps.every(({ part }) => part === null)) return null;
  const about = SIGMAS_OF_80_PERCENT * Math.sqrt(variance);
  return {
    expected: Math.round(expected),
    low: Math.max(0, Math.round(expected - about)),
    high: Math.round(expected + about),
    steps,
  };
}
