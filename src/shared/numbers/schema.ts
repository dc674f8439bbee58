import { numberErrors } from '~/shared/strings/numbers';
import { z } from '~/shared/zod';
import { addDays, DEFAULT_ZONE, dayIn, daysBetween } from '../leads/days';
import { EXPORT_FORMATS } from '../leads/export-formats';
import { enumFilter, leadFiltersSchema } from '../leads/schema';

/** Two years, one of them a leap year. */
const MAX_DAYS = 731;
const DEFAULT_DAYS = 30;
const MAX_GOAL = 1_000_000_000;
const { from, to, tz, owner } = leadFiltersSchema.shape;

/** Dimensions by which enquiries are split and crossed. */
export const DIMENSIONS = ['source', 'owner', 'country', 'type', 'plan', 'via'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Days, both included. */
export type Period = { from: string; to: string };

const dimension = z.preprocess((value) => value || undefined, z.enum(DIMENSIONS, numberErrors.dimension).optional());

const askedSchema = z.strictObject({ from, to, tz, owner, rows: dimension, columns: dimension });

/** A report's query; by default everybody's last thirty days. */
export const reportQuerySchema = askedSchema.transform(complete).superRefine(refuse);

/** The same for a download, CSV by default. */
export const reportFileSchema = askedSchema
  .extend({ format: enumFilter(EXPORT_FORMATS) })
  .transform(({ format = 'csv', ...asked }) => ({ ...complete(asked), format }))
  .superRefine(refuse);

function complete(asked: z.output<typeof askedSchema>): ReportRequest {
  const { from, to, tz = DEFAULT_ZONE, owner, rows = 'source', columns = 'owner' } = asked;
  const last = to ?? dayIn(tz, Date.now());
  return { period: { from: from ?? addDays(last, 1 - DEFAULT_DAYS), to: last }, tz, owner, rows, columns };
}

function refuse({ period, rows, columns }: ReportRequest, context: z.RefinementCtx): void {
  const problem = findPeriodFault(period);
  if (problem) context.addIssue({ code: 'custom', path: ['from'], message: problem });
  if (rows === columns) context.addIssue({ code: 'custom', path: ['columns'], message: numberErrors.sameDimension });
}

/** Days, zone, owner (everybody's without `owner`), and what is crossed. */
export type ReportRequest = {
  period: Period;
  tz: string;
  owner?: string | undefined;
  rows: Dimension;
  columns: Dimension;
};

/** The administrators' goal in USD a month; null removes it. */
export const goalInputSchema = z.strictObject({
  monthly_value: z.int(numberErrors.goal).min(1, numberErrors.goal).max(MAX_GOAL, numberErrors.goal).nullable(),
});

/** Why a period is refused, in a sentence; undefined if it is not. */
export function findPeriodFault({ from, to }: Period): string | undefined {
  if (from > to) return numberErrors.swapped;
  return daysBetween(from, to) >= MAX_DAYS ? numberErrors.tooLong : undefined;
}

/** The period of equal length just before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) };
}
