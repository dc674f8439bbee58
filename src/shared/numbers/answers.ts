import { daySchema } from '~/shared/answers';
import { CALL_OUTCOMES } from '~/shared/leads/contact';
import { LEAD_STATUSES } from '~/shared/leads/lead';
import { z } from '~/shared/zod';
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

/** A step of the way: who came in the period and stands there now, and who ever came so far. */
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

/** Monthly value in USD. `without_plan`: how many of them have none, and so no value. */
export const valueSchema = z
  .object({ ...count, monthly: z.number(), without_plan: z.int().nonnegative() })
  .meta({ id: 'Value' });
const value = valueSchema.shape;

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
    }),
    arrivals: z.object({ ...count, before: countSchema, days: z.array(dayCountSchema) }),
    funnel: z.array(funnelStepSchema),
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
    lost_reasons: z.array(z.object({ ...count, reason: z.string().nullable(), name: z.string() })),
    won: z.object({
      ...value,
      before: valueSchema,
      in_play: valueSchema,
      by_plan: z.array(planValueSchema),
    }),
    /** Null where nothing ever goes. */
    retention: retentionSchema.nullable(),
  })
  .meta({ id: 'Report' });
