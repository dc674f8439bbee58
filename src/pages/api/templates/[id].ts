import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeMessage, removeMessage } from '~/server/templates/templates';
import { templateParamsSchema, updateTemplateSchema } from '~/shared/messages/schema';

const params = templateParamsSchema;

export const PATCH = endpoint({
  allow: 'admin',
  params,
  body: updateTemplateSchema,
  handle: async ({ params: { id }, body, user, visit }) =>
    answerJson({ template: await changeMessage(id, body, actorOf(user, visit)) }),
});

export const DELETE = endpoint({
  allow: 'admin',
  params,
  handle: async ({ params: { id }, user, visit }) => {
    await removeMessage(id, actorOf(user, visit));
    return noContent();
  },
});
