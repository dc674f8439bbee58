import { endpoint } from '~/server/http/endpoint';
import { findDelivery } from '~/server/outbox/lines';

export const GET = endpoint({
  allow: 'admin',
  params: 'row',
  handle: ({ params: { id } }) => ({ delivery: findDelivery(id) }),
});
