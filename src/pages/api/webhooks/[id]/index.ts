import { endpoint, isProgram } from '~/server/http/endpoint';
import { removeWebhook } from '~/server/webhooks/removal';
import { changeWebhook } from '~/server/webhooks/webhooks';
import { noBody } from '~/shared/answers';
import { changeWebhookSchema } from '~/shared/webhooks/schema';

export const PATCH = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  body: changeWebhookSchema,
  handle: async ({ params: { id }, body, actor }) => ({ webhook: await changeWebhook(id, body, actor) }),
});

/** Any destination; for a program, only its own. */
export const DELETE = endpoint({
  allow: 'admin',
  forPrograms: { area: 'webhooks', answer: noBody },
  confirmed: true,
  params: 'row',
  handle: ({ params: { id }, actor, user }) => removeWebhook(id, actor, isProgram(user)),
});
