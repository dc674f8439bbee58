import { daySchema } from '~/shared/answers';
import { z } from '~/shared/zod';

/** Reports, as they travel from server to screen. Screens import only types. */

/** A count, and the query of the list with exactly these leads. */
const countSchema = z
  .object({ total: z.int().nonnegative(), query: z.string() })
  .meta({ id: 'Count', examples: [{ total: 12, query: 'estado=ganado&from=2026-11-01&to=2026-11-30' }] });
export type Count = z.infer<typeof countSchema>;
const count = countSchema.shape;

/** Both days included. */
const periodSchema = z.object({ from: daySchema, to: daySchema });

/** Rounded as reports show durations; null if there is nobody. */
const minutes = z.number().nullable();

/** Leads per country, source, type or plan; null is none. */
const sliceSchema = z
  .object({ ...count, value: z.string().nullable(), name: z.string(), contacted: countSchema, won: countSchema })
  .meta({ id: 'Slice' });
export type Slice = z.infer<typeof sliceSchema>;

const ownerSliceSchema = z.object({
  owner_id: z.string().nullable(),
  name: z.string(),
  had: countSchema,
  contacted: countSchema,
  won: countSchema,
  median_minutes: minutes,
  /** Of all the person's leads, whenever they came. */
  overdue: countSchema,
  waiting: countSchema,
  /** Leads the person contacted in the period, whenever and however those came. Null for nobody. */
  contacts: z.int().nonnegative().nullable(),
});
export type OwnerSlice = z.infer<typeof ownerSliceSchema>;

/** Time to first contact of the period's arrivals. */
const responseSchema = z.object({
  contacted: countSchema,
  median_minutes: minutes,
  p90_minutes: minutes,
  within_5: countSchema,
  within_60: countSchema,
  later: countSchema,
  never: countSchema,
});

/** Monthly value in USD. `without_plan`: leads without a plan, thus without value. */
const valueSchema = z
  .object({ ...count, monthly: z.number(), without_plan: z.int().nonnegative() })
  .meta({ id: 'Value' });
export type Value = z.infer<typeof valueSchema>;
const value = valueSchema.shape;

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
    arrivals: z.object({
      ...count,
      before: countSchema,
      /** With their seven-day moving average. */
      days: z.array(z.object({ ...count, day: daySchema, week_mean: z.number() })),
    }),
    imported: countSchema,
    by_country: z.array(sliceSchema),
    by_source: z.array(sliceSchema),
    by_type: z.array(sliceSchema),
    by_plan: z.array(sliceSchema),
    /** By campaign, 'google / cpc / primavera', else by referring site. */
    by_via: z.array(sliceSchema),
    by_owner: z.array(ownerSliceSchema),
    response: responseSchema.extend({ before: responseSchema }),
    lost_reasons: z.array(z.object({ ...count, reason: z.string().nullable(), name: z.string() })),
    /** Won in the period, whenever it came; and what is in play today. */
    won: z.object({
      ...value,
      before: valueSchema,
      days: z.array(z.object({ ...value, day: daySchema })),
      in_play: valueSchema,
      by_plan: z.array(z.object({ plan: z.string().nullable(), name: z.string(), won: valueSchema })),
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
    /** The current month ('2026-11'), and the total at this pace. Null if no goal is set, and for one person's numbers. */
    goal: z
      .object({ monthly_value: z.int().positive(), month: z.string(), won: valueSchema, pace: z.number() })
      .nullable(),
    /** Null if nothing is ever anonymised. */
    retention: retentionSchema.nullable(),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof reportSchema>;
