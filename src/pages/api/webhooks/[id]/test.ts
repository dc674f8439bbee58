import { endpoint } from '~/server/http/endpoint';
import { testWebhook } from '~/server/webhooks/webhooks';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  status: 202,
  handle: async ({ params: { id } }) => ({ delivery: await testWebhook(id) }),
});
