import { numberErrors } from '~/shared/strings/number-errors';
import { z } from '~/shared/zod';
import { addDays, DEFAULT_ZONE, dayIn, daysBetween } from '../leads/days';
import { leadFiltersSchema } from '../leads/schema';
import type { Period } from './report';

/** As many days as two years may have. */
const MOST_DAYS = 731;
const USUAL_DAYS = 30;
const { from, to, tz } = leadFiltersSchema.shape;

/** A report's period in a URL: the last thirty days where nothing is said. */
export const reportQuerySchema = z
  .strictObject({ from, to, tz })
  .transform(({ from, to, tz = DEFAULT_ZONE }) => {
    const last = to ?? dayIn(tz, Date.now());
    return { from: from ?? addDays(last, 1 - USUAL_DAYS), to: last, tz };
  })
  .superRefine((period, context) => {
    const problem = faultOf(period);
    if (problem) context.addIssue({ code: 'custom', path: ['from'], message: problem });
  });

/** What is wrong with a period, in a sentence. */
export function faultOf({ from, to }: Period): string | undefined {
  if (from > to) return numberErrors.swapped;
  return daysBetween(from, to) >= MOST_DAYS ? numberErrors.tooLong : undefined;
}

/** The days before a period, as many as it has. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) };
}
