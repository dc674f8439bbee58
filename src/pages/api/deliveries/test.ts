import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { sendTestWebhook } from '~/server/outbox/log/delivery-log';

export const POST = endpoint({
  allow: 'admin',
  handle: async () => answerJson({ delivery: await sendTestWebhook() }, 202),
});
