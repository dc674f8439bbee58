import { daySchema } from '~/shared/answers';
import { CALL_OUTCOMES } from '~/shared/leads/contact';
import { LEAD_STATUSES, STEPS_TO_LOSS } from '~/shared/leads/lead';
import { z } from '~/shared/zod';
import { DIMENSIONS } from './dimensions';
import { OPEN_STATUSES } from './report';

/** How many leads, and the query of the list that holds exactly those. */
export const countSchema = z
  .object({ total: z.int().nonnegative(), query: z.string() })
  .meta({ id: 'Count', examples: [{ total: 12, query: 'estado=ganado&from=2026-11-01&to=2026-11-30' }] });
const count = countSchema.shape;

/** Days, both of which belong to it. */
export const periodSchema = z.object({ from: daySchema, to: daySchema });

/** A median or the like in minutes, rounded as reports tell durations; null of nobody. */
const minutesSchema = z.number().nullable();

export const dayCountSchema = z.object({
  ...count,
  day: daySchema,
  /** The mean of the last seven days. */
  week_mean: z.number(),
});

/** A step of the way from new to won: who came in the period and stands there now, and who ever came so far. */
export const funnelStepSchema = z.object({
  estado: z.enum(LEAD_STATUSES),
  standing: countSchema,
  reached: countSchema,
  reached_before: countSchema,
  /** How long they stood where they were before it; null for where everybody begins. */
  median_minutes: minutesSchema,
});

/** The leads of a country, source, type or plan; null is none. */
export const sliceSchema = z
  .object({
    ...count,
    value: z.string().nullable(),
    name: z.string(),
    contacted: countSchema,
    won: countSchema,
  })
  .meta({ id: 'Slice' });

export const ownerSliceSchema = z.object({
  owner_id: z.string().nullable(),
  name: z.string(),
  had: countSchema,
  contacted: countSchema,
  won: countSchema,
  median_minutes: minutesSchema,
  /** Of all the person's leads, whenever they came. */
  overdue: countSchema,
  waiting: countSchema,
  /** How many leads the person has contacted in the period, whenever and however those came. Null: of nobody. */
  contacts: z.int().nonnegative().nullable(),
});

/** How many of the leads had a call that ended so; one with several calls counts under each end that they had. */
const callsSchema = z.object(
  Object.fromEntries(CALL_OUTCOMES.map((outcome) => [outcome, countSchema])) as Record<
    (typeof CALL_OUTCOMES)[number],
    typeof countSchema
  >,
);

/** How soon those who came in a period were contacted. */
export const responseSchema = z.object({
  contacted: countSchema,
  median_minutes: minutesSchema,
  p90_minutes: minutesSchema,
  within_5: countSchema,
  within_60: countSchema,
  later: countSchema,
  never: countSchema,
});

/** An hour of the week: Monday is 1. */
export const heatCellSchema = z.object({
  ...count,
  weekday: z.int().min(1).max(7),
  hour: z.int().min(0).max(23),
  within_60: countSchema,
  never: countSchema,
});

/** How those ended that came in one week, which begins on a Monday, or in the part of it that the period has. */
export const cohortSchema = z.object({
  ...count,
  week: daySchema,
  /** How many whole days ago its last day was. */
  age_days: z.int().nonnegative(),
  won: countSchema,
  lost: countSchema,
  open: countSchema,
});

/** How many of the lost ones had come how far, how long they had stood there (median), and why they were lost. */
export const lossSchema = z.object({
  ...count,
  after: z.enum(STEPS_TO_LOSS),
  median_days: z.number().nullable(),
  reasons: z.array(z.object({ ...count, reason: z.string().nullable(), name: z.string() })),
});

const crossCount = z.object({ ...count, won: countSchema });
/** Every value of one thing by every value of another; each with those of them that are won. */
export const crossingSchema = z.object({
  rows: z.enum(DIMENSIONS),
  columns: z.enum(DIMENSIONS),
  heads: z.array(crossCount.extend({ value: z.string().nullable(), name: z.string() })),
  lines: z.array(
    crossCount.extend({ value: z.string().nullable(), name: z.string(), cells: z.array(crossCount) }),
  ),
});

/** Monthly value in USD. `without_plan`: how many of them have none, and so no value. */
export const valueSchema = z
  .object({ ...count, monthly: z.number(), without_plan: z.int().nonnegative() })
  .meta({ id: 'Value' });
const value = valueSchema.shape;

/** What was won on a day. */
export const wonDaySchema = z.object({ ...value, day: daySchema });

/**
 * What those in play may bring, in USD a month: each status's value by the part that was won of those who had it, came in the last year and
 * have ended. `low` and `high` hold eight of ten. Statuses of which fewer than 30 ended are left out; null where all are.
 */
export const forecastSchema = z.object({
  expected: z.number(),
  low: z.number(),
  high: z.number(),
  steps: z.array(
    valueSchema.extend({
      estado: z.enum(OPEN_STATUSES),
      ended: z.int().nonnegative(),
      won: z.int().nonnegative(),
      /** From 0 to 1; null: too few have ended. */
      part: z.number().nullable(),
    }),
  ),
});

/** The goal of the month that it is, what has been won in it so far, and what that comes to at this pace. */
export const goalProgressSchema = z.object({
  monthly_value: z.int().positive(),
  /** '2026-11'. */
  month: z.string(),
  won: valueSchema,
  pace: z.number(),
});

export const goalSchema = z
  .object({ monthly_value: z.int().positive().nullable() })
  .meta({ id: 'SalesGoal', examples: [{ monthly_value: 3000 }] });

export const planValueSchema = z.object({
  plan: z.string().nullable(),
  name: z.string(),
  won: valueSchema,
  standing: z.record(z.enum(OPEN_STATUSES), valueSchema),
});

/**
 * How many lost leads will lose what they say of their person within so many days, and after how many months that is. Since
 * `idle` days nothing has happened to them, nor to those that have lost it already.
 */
export const retentionSchema = z.object({
  months: z.int().positive(),
  days: z.int().positive(),
  total: z.int().nonnegative(),
  idle: z.int().nonnegative(),
});

export const reportSchema = z
  .object({
    period: z.object({
      ...periodSchema.shape,
      tz: z.string(),
      days: z.int().positive(),
      before: periodSchema,
      /** Whose leads alone are counted: a user's id or `none`. */
      owner: z.string().nullable(),
    }),
    /** Who wrote, or was entered by hand; who came with a file is `imported`, and in none of the numbers of enquiries. */
    arrivals: z.object({ ...count, before: countSchema, days: z.array(dayCountSchema) }),
    imported: countSchema,
    funnel: z.array(funnelStepSchema),
    cohorts: z.array(cohortSchema),
    by_country: z.array(sliceSchema),
    by_source: z.array(sliceSchema),
    by_type: z.array(sliceSchema),
    by_plan: z.array(sliceSchema),
    /** By campaign, 'google / cpc / primavera', else by the site whose link the visitor followed. */
    by_via: z.array(sliceSchema),
    by_owner: z.array(ownerSliceSchema),
    response: responseSchema.extend({ before: responseSchema }),
    calls: callsSchema.extend({
      by_owner: z.array(callsSchema.extend({ owner_id: z.string().nullable(), name: z.string() })),
    }),
    heatmap: z.array(heatCellSchema),
    crossing: crossingSchema,
    losses: z.array(lossSchema),
    lost_reasons: z.array(z.object({ ...count, reason: z.string().nullable(), name: z.string() })),
    /** What was won in the period, whenever it came; and what is in play today. */
    won: z.object({
      ...value,
      before: valueSchema,
      days: z.array(wonDaySchema),
      in_play: valueSchema,
      by_plan: z.array(planValueSchema),
    }),
    /** Of those who came in the period, how many are won today. */
    won_of_arrivals: z.object({ ...value, before: valueSchema }),
    /** What is left lying today: overdue, contacted by nobody yet, and in play without an owner. */
    lying: z.object({ overdue: countSchema, waiting: countSchema, nobody: countSchema }),
    forecast: forecastSchema.nullable(),
    /** Null where administrators have set none, and of one person's numbers. */
    goal: goalProgressSchema.nullable(),
    /** Null where nothing ever goes. */
    retention: retentionSchema.nullable(),
  })
  .meta({ id: 'Report' });
