import { endpoint } from '~/server/http/endpoint';
import { discardDelivery, findDelivery } from '~/server/outbox/log/delivery-log';
import { idParamsSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: ({ params: { id } }) => ({ delivery: findDelivery(id) }),
});

export const DELETE = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: ({ params: { id }, actor }) => discardDelivery(id, actor),
});
