import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint, isProgram } from '~/server/http/endpoint';
import { removeWebhook } from '~/server/webhooks/endings';
import { changeWebhook } from '~/server/webhooks/webhooks';
import { noBody } from '~/shared/answers';
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

/** Any destination; for a program, only its own. */
export const DELETE = endpoint({
  allow: 'admin',
  open: { area: 'webhooks', answer: noBody },
  confirmed: true,
  params: idParamsSchema,
  handle: async ({ params: { id }, user, visit }) => {
    await removeWebhook(id, actorOf(user, visit), isProgram(user));
    return noContent();
  },
});
