import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { listDeliveries } from '~/server/outbox/delivery-log';
import { deliveryFiltersSchema } from '~/shared/deliveries/schema';
import { rowIdSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  query: deliveryFiltersSchema.extend({ cursor: rowIdSchema.optional() }),
  handle: ({ query: { cursor, ...filters } }) => answerJson(listDeliveries(filters, cursor)),
});

export const ALL = methodNotAllowed;
