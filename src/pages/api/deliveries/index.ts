import { endpoint } from '~/server/http/endpoint';
import { listDeliveries } from '~/server/outbox/log/delivery-log';
import { deliveryFiltersSchema } from '~/shared/deliveries/schema';
import { rowIdSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  query: deliveryFiltersSchema.extend({ cursor: rowIdSchema.optional() }),
  handle: ({ query: { cursor, ...filters } }) => listDeliveries(filters, cursor),
});
