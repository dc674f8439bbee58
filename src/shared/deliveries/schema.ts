import { leadErrors } from '~/shared/strings/lead/errors';
import { emptyAsMissing, z } from '~/shared/zod';
import { enumFilter } from '../leads/schema';
import { rowIdSchema } from '../row-id';
import { DELIVERY_KINDS, DELIVERY_STATES } from './delivery';

/** The log's filters in a URL; an empty value is no filter. */
export const deliveryFiltersSchema = z.object({
  state: enumFilter(DELIVERY_STATES),
  kind: enumFilter(DELIVERY_KINDS),
  /** A webhook's id, or 'ajustes' for the settings' destination. */
  destination: emptyAsMissing(
    z.union([z.literal('ajustes'), rowIdSchema], { error: leadErrors.filterInvalid }).optional(),
  ),
});
export type DeliveryFilters = z.infer<typeof deliveryFiltersSchema>;

/** Limits a bulk action to one kind of message. */
export const bulkSchema = z.strictObject({ kind: enumFilter(DELIVERY_KINDS) });
