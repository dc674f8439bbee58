import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeWebhook, removeWebhook } from '~/server/webhooks/webhooks';
import { idParamsSchema } from '~/shared/row-id';
import { changeWebhookSchema } from '~/shared/webhooks/schema';

export const PATCH = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema,
  body: changeWebhookSchema,
  handle: async ({ params: { id }, body, user, visit }) =>
    answerJson({ webhook: await changeWebhook(id, body, actorOf(user, visit)) }),
});

export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema,
  handle: async ({ params: { id }, user, visit }) => {
    await removeWebhook(id, actorOf(user, visit));
    return noContent();
  },
});
