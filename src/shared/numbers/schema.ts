import { numberErrors } from '~/shared/strings/numbers';
import { rule, type Sentence, z } from '~/shared/zod';
import { addDays, DEFAULT_ZONE, dayIn, daysBetween } from '../leads/days';
import { leadFiltersSchema } from '../leads/filter-schema';

/** Two years, one of them a leap year. */
const MAX_DAYS = 731;
const DEFAULT_DAYS = 30;
const MAX_GOAL = 1_000_000_000;
const { from, to, tz, owner } = leadFiltersSchema.shape;

/** Days, both included. */
export type Period = { from: string; to: string };

/** Days, zone, and owner (everybody's without). */
export type ReportRequest = { period: Period; tz: string; owner?: string | undefined };

/** A report's query; by default everybody's last thirty days. */
export const reportQuerySchema = z
  .strictObject({ from, to, tz, owner })
  .transform(({ from, to, tz = DEFAULT_ZONE, owner }): ReportRequest => {
    const last = to ?? dayIn(tz, Date.now());
    return { period: { from: from ?? addDays(last, 1 - DEFAULT_DAYS), to: last }, tz, owner };
  })
  .superRefine(({ period }, context) => {
    const problem = findPeriodFault(period);
    if (problem) context.addIssue({ code: 'custom', ...rule(problem, 'from') });
  });

/** The administrators' goal in USD a month; null removes it. */
export const goalInputSchema = z.strictObject({
  monthly_value: z.int(numberErrors.goal).min(1, numberErrors.goal).max(MAX_GOAL, numberErrors.goal).nullable(),
});

/** Why a period is refused; undefined if it is not. */
export function findPeriodFault({ from, to }: Period): Sentence | undefined {
  if (from > to) return numberErrors.swapped;
  return daysBetween(from, to) >= MAX_DAYS ? numberErrors.tooLong : undefined;
}

/** The period of equal length just before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) };
}
