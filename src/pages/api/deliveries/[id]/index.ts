import { endpoint } from '~/server/http/endpoint';
import { findDelivery } from '~/server/outbox/lines';
import { idParamsSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: ({ params: { id } }) => ({ delivery: findDelivery(id) }),
});
