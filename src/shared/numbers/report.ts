import { daySchema } from '~/shared/answers';
import { CALL_OUTCOMES, LEAD_STATUSES, OPEN_STATUSES, STAGES_BEFORE_LOSS } from '~/shared/leads/enums';
import { z } from '~/shared/zod';
import { DIMENSIONS } from './schema';

/** Reports, as they travel from server to screen. Screens import only types. */

/** A count, and the query of the list with exactly these leads. */
const countSchema = z
  .object({ total: z.int().nonnegative(), query: z.string() })
  .meta({ id: 'Count', examples: [{ total: 12, query: 'estado=ganado&from=2026-11-01&to=2026-11-30' }] });
export type Count = z.infer<typeof countSchema>;
const count = countSchema.shape;

/** Both days included. */
const periodSchema = z.object({ from: daySchema, to: daySchema });

/** Minutes, rounded as reports show durations; null if there is nobody. */
const minutesSchema = z.number().nullable();
export type Minutes = z.infer<typeof minutesSchema>;

const dayCountSchema = z.object({
  ...count,
  day: daySchema,
  /** Seven-day moving average. */
  week_mean: z.number(),
});
export type DayCount = z.infer<typeof dayCountSchema>;

/** A funnel step, for the period's arrivals: how many are there now, and how many ever reached it. */
const funnelStepSchema = z.object({
  estado: z.enum(LEAD_STATUSES),
  standing: countSchema,
  reached: countSchema,
  reached_before: countSchema,
  /** Time spent in the previous step; null for the first one. */
  median_minutes: minutesSchema,
});
export type FunnelStep = z.infer<typeof funnelStepSchema>;

/** Leads per country, source, type or plan; null is none. */
const sliceSchema = z
  .object({
    ...count,
    value: z.string().nullable(),
    name: z.string(),
    contacted: countSchema,
    won: countSchema,
  })
  .meta({ id: 'Slice' });
export type Slice = z.infer<typeof sliceSchema>;

const ownerSliceSchema = z.object({
  owner_id: z.string().nullable(),
  name: z.string(),
  had: countSchema,
  contacted: countSchema,
  won: countSchema,
  median_minutes: minutesSchema,
  /** Of all the person's leads, whenever they came. */
  overdue: countSchema,
  waiting: countSchema,
  /** Leads the person contacted in the period, whenever and however those came. Null for nobody. */
  contacts: z.int().nonnegative().nullable(),
});
export type OwnerSlice = z.infer<typeof ownerSliceSchema>;

/** Leads per call outcome; one with several outcomes counts under each. */
const callsSchema = z.object(
  Object.fromEntries(CALL_OUTCOMES.map((outcome) => [outcome, countSchema])) as Record<
    (typeof CALL_OUTCOMES)[number],
    typeof countSchema
  >,
);

/** Time to first contact of the period's arrivals. */
const responseSchema = z.object({
  contacted: countSchema,
  median_minutes: minutesSchema,
  p90_minutes: minutesSchema,
  within_5: countSchema,
  within_60: countSchema,
  later: countSchema,
  never: countSchema,
});
export type Response = z.infer<typeof responseSchema>;

/** An hour of the week: Monday is 1. */
const heatCellSchema = z.object({
  ...count,
  weekday: z.int().min(1).max(7),
  hour: z.int().min(0).max(23),
  within_60: countSchema,
  never: countSchema,
});
export type HeatCell = z.infer<typeof heatCellSchema>;

/** Outcomes of one week's arrivals; weeks begin on Monday and may be cut by the period. */
const cohortSchema = z.object({
  ...count,
  week: daySchema,
  /** Whole days since its last day. */
  age_days: z.int().nonnegative(),
  won: countSchema,
  lost: countSchema,
  open: countSchema,
});
export type Cohort = z.infer<typeof cohortSchema>;

/** Lost leads by furthest step, with median days spent there, and by reason. */
const lossSchema = z.object({
  ...count,
  after: z.enum(STAGES_BEFORE_LOSS),
  median_days: z.number().nullable(),
  reasons: z.array(z.object({ ...count, reason: z.string().nullable(), name: z.string() })),
});
export type Loss = z.infer<typeof lossSchema>;

const crossCount = z.object({ ...count, won: countSchema });
/** Each value of one dimension by each of another, with won leads. */
const crossingSchema = z.object({
  rows: z.enum(DIMENSIONS),
  columns: z.enum(DIMENSIONS),
  heads: z.array(crossCount.extend({ value: z.string().nullable(), name: z.string() })),
  lines: z.array(crossCount.extend({ value: z.string().nullable(), name: z.string(), cells: z.array(crossCount) })),
});
export type Crossing = z.infer<typeof crossingSchema>;

/** Monthly value in USD. `without_plan`: leads without a plan, thus without value. */
const valueSchema = z
  .object({ ...count, monthly: z.number(), without_plan: z.int().nonnegative() })
  .meta({ id: 'Value' });
export type Value = z.infer<typeof valueSchema>;
const value = valueSchema.shape;

/** What was won on a day. */
const wonDaySchema = z.object({ ...value, day: daySchema });
export type WonDay = z.infer<typeof wonDaySchema>;

/**
 * Expected value of open leads in USD a month: each status's value times the win rate of leads that had it, arrived in
 * the last year and are closed. `low` and `high` span 80 %. Statuses with fewer than 30 closed leads are left out; null
 * if all are.
 */
const forecastSchema = z.object({
  expected: z.number(),
  low: z.number(),
  high: z.number(),
  steps: z.array(
    valueSchema.extend({
      estado: z.enum(OPEN_STATUSES),
      ended: z.int().nonnegative(),
      won: z.int().nonnegative(),
      /** Win rate, 0 to 1; null: too few are closed. */
      part: z.number().nullable(),
    }),
  ),
});
export type Forecast = z.infer<typeof forecastSchema>;

/** The current month's goal, what has been won so far, and the total at this pace. */
const goalProgressSchema = z.object({
  monthly_value: z.int().positive(),
  /** '2026-11'. */
  month: z.string(),
  won: valueSchema,
  pace: z.number(),
});
export type GoalProgress = z.infer<typeof goalProgressSchema>;

export const goalSchema = z
  .object({ monthly_value: z.int().positive().nullable() })
  .meta({ id: 'SalesGoal', examples: [{ monthly_value: 3000 }] });

const planValueSchema = z.object({
  plan: z.string().nullable(),
  name: z.string(),
  won: valueSchema,
  standing: z.record(z.enum(OPEN_STATUSES), valueSchema),
});

/**
 * Lost leads to be anonymised within `days`, and the period in months after which that happens. They, and those already
 * anonymised, have been inactive for `idle` days.
 */
const retentionSchema = z.object({
  months: z.int().positive(),
  days: z.int().positive(),
  total: z.int().nonnegative(),
  idle: z.int().nonnegative(),
});
export type Retention = z.infer<typeof retentionSchema>;

export const reportSchema = z
  .object({
    period: z.object({
      ...periodSchema.shape,
      tz: z.string(),
      days: z.int().positive(),
      before: periodSchema,
      /** Restricts the count to this owner: a user's id or `none`. */
      owner: z.string().nullable(),
    }),
    /** Enquiries and manual entries; imported leads are in `imported` only and in no number about enquiries. */
    arrivals: z.object({ ...count, before: countSchema, days: z.array(dayCountSchema) }),
    imported: countSchema,
    funnel: z.array(funnelStepSchema),
    cohorts: z.array(cohortSchema),
    by_country: z.array(sliceSchema),
    by_source: z.array(sliceSchema),
    by_type: z.array(sliceSchema),
    by_plan: z.array(sliceSchema),
    /** By campaign, 'google / cpc / primavera', else by referring site. */
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
    /** Won in the period, whenever it came; and what is in play today. */
    won: z.object({
      ...value,
      before: valueSchema,
      days: z.array(wonDaySchema),
      in_play: valueSchema,
      by_plan: z.array(planValueSchema),
    }),
    /** How many of the period's arrivals are won today. */
    won_of_arrivals: z.object({ ...value, before: valueSchema }),
    /** Today's backlog; `awaiting` is null where no WhatsApp number is connected. */
    lying: z.object({
      overdue: countSchema,
      waiting: countSchema,
      nobody: countSchema,
      awaiting: countSchema.nullable(),
    }),
    forecast: forecastSchema.nullable(),
    /** Null if no goal is set, and for one person's numbers. */
    goal: goalProgressSchema.nullable(),
    /** Null if nothing is ever anonymised. */
    retention: retentionSchema.nullable(),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof reportSchema>;
