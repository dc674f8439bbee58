import { endpoint } from '~/server/http/endpoint';
import { resendDelivery } from '~/server/outbox/lines';

export const POST = endpoint({
  allow: 'admin',
  params: 'row',
  handle: async ({ params: { id }, actor }) => ({ delivery: await resendDelivery(id, actor) }),
});
