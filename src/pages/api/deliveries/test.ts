import { endpoint } from '~/server/http/endpoint';
import { sendTestWebhook } from '~/server/outbox/log/delivery-log';

export const POST = endpoint({
  allow: 'admin',
  status: 202,
  handle: async () => ({ delivery: await sendTestWebhook() }),
});
