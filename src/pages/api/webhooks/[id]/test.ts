import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { testWebhook } from '~/server/webhooks/webhooks';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: async ({ params: { id } }) => answerJson({ delivery: await testWebhook(id) }, 202),
});
