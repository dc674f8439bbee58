import { deliveryStrings } from '~/shared/strings/deliveries';
import { z } from '~/shared/zod';
import { rowIdSchema } from '../row-id';
import { DELIVERY_KINDS, DELIVERY_STATES } from './delivery';

const { filterInvalid } = deliveryStrings.errors;

function enumFilter<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.enum(values, { error: filterInvalid }).optional(),
  );
}

/** The log's filters in a URL; an empty value is no filter. */
export const deliveryFiltersSchema = z.object({
  state: enumFilter(DELIVERY_STATES),
  kind: enumFilter(DELIVERY_KINDS),
  /** A webhook's id, or 'ajustes' for the settings' destination. */
  destination: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.union([z.literal('ajustes'), rowIdSchema], { error: filterInvalid }).optional(),
  ),
});
export type DeliveryFilters = z.infer<typeof deliveryFiltersSchema>;

/** Limits a bulk action to one kind of message. */
export const bulkSchema = z.strictObject({ kind: enumFilter(DELIVERY_KINDS) });
