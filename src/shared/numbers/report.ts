import type { z } from '../zod';
import type {
  cohortSchema,
  countSchema,
  crossingSchema,
  dayCountSchema,
  forecastSchema,
  funnelStepSchema,
  goalProgressSchema,
  heatCellSchema,
  lossSchema,
  ownerSliceSchema,
  periodSchema,
  planValueSchema,
  reportSchema,
  responseSchema,
  retentionSchema,
  sliceSchema,
  valueSchema,
  wonDaySchema,
} from './answers';

/** Reports, as they travel from server to screen; numbers/answers.ts documents the parts. */

export const OPEN_STATUSES = ['nuevo', 'contactado', 'en_seguimiento'] as const;
export type OpenStatus = (typeof OPEN_STATUSES)[number];

export type Count = z.infer<typeof countSchema>;
export type Period = z.infer<typeof periodSchema>;
export type Minutes = number | null;
export type DayCount = z.infer<typeof dayCountSchema>;
export type FunnelStep = z.infer<typeof funnelStepSchema>;
export type Slice = z.infer<typeof sliceSchema>;
export type OwnerSlice = z.infer<typeof ownerSliceSchema>;
export type Response = z.infer<typeof responseSchema>;
export type HeatCell = z.infer<typeof heatCellSchema>;
export type Value = z.infer<typeof valueSchema>;
export type PlanValue = z.infer<typeof planValueSchema>;
export type Retention = z.infer<typeof retentionSchema>;
export type Cohort = z.infer<typeof cohortSchema>;
export type Loss = z.infer<typeof lossSchema>;
export type Crossing = z.infer<typeof crossingSchema>;
export type WonDay = z.infer<typeof wonDaySchema>;
export type Forecast = z.infer<typeof forecastSchema>;
export type GoalProgress = z.infer<typeof goalProgressSchema>;
export type Report = z.infer<typeof reportSchema>;
