import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { createWebhook, listWebhooks } from '~/server/webhooks/webhooks';
import { createWebhookSchema } from '~/shared/webhooks/schema';

export const GET = endpoint({ allow: 'admin', handle: () => answerJson({ webhooks: listWebhooks() }) });

/** The answer tells the secret, once. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  body: createWebhookSchema,
  handle: async ({ body, user, visit }) => answerJson(await createWebhook(body, actorOf(user, visit)), 201),
});
