import { LEAD_STATUSES } from '~/shared/leads/lead';
import { type Forecast, OPEN_STATUSES, type OpenStatus, type Value } from '~/shared/numbers/report';
import { selectEnded } from './report-queries';
import { priceOf, type Worths } from './values';

const YEAR_MS = 365 * 24 * 3_600_000;
/** Of fewer leads that have ended nothing is said. */
const FEWEST = 30;
/** Between so many standard deviations below and above its mean lie eight of ten values of a normal distribution. */
const EIGHT_OF_TEN = 1.2816;

/** The leads in play of a status: what they are worth together, and of which plans they are. */
export type Standing = { value: Value; worths: Worths };

/**
 * What the leads in play may bring. Its variance has two parts: each lead is won or not (binomial), and the part that was
 * won is known of some leads only (its standard error, alike for all of a status).
 */
export function foresee(standing: Record<OpenStatus, Standing>, now: number): Forecast | null {
  const ended = selectEnded().all({ since: new Date(now - YEAR_MS).toISOString() });
  let [expected, variance] = [0, 0];
  const steps = OPEN_STATUSES.map((estado) => {
    const bit = 1 << LEAD_STATUSES.indexOf(estado);
    const had = ended.filter(({ passed }) => estado === 'nuevo' || passed & bit);
    const count = (some: typeof had) => some.reduce((sum, { total }) => sum + total, 0);
    const [all, won] = [count(had), count(had.filter((one) => one.won))];
    const { value, worths } = standing[estado];
    const part = all < FEWEST ? null : won / all;
    if (part !== null) {
      const spread = part * (1 - part);
      expected += part * value.monthly;
      variance += (value.monthly ** 2 * spread) / all;
      for (const [key, { many }] of worths) variance += many * priceOf(key) ** 2 * spread;
    }
    return { ...value, estado, ended: all, won, part };
  });
  if (steps.every(({ part }) => part === null)) return null;
  const about = EIGHT_OF_TEN * Math.sqrt(variance);
  return {
    expected: Math.round(expected),
    low: Math.max(0, Math.round(expected - about)),
    high: Math.round(expected + about),
    steps,
  };
}
