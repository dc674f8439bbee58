import { endpoint } from '~/server/http/endpoint';
import { testWebhook } from '~/server/webhooks/webhooks';

export const POST = endpoint({
  allow: 'admin',
  params: 'row',
  status: 202,
  handle: async ({ params: { id } }) => ({ delivery: await testWebhook(id) }),
});
