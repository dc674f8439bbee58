import { endpoint } from '~/server/http/endpoint';
import { changeMessage, removeMessage } from '~/server/templates/templates';
import { templateParamsSchema, updateTemplateSchema } from '~/shared/templates/schema';

export const PATCH = endpoint({
  allow: 'admin',
  params: templateParamsSchema,
  body: updateTemplateSchema,
  handle: async ({ params: { id }, body, actor }) => ({ template: await changeMessage(id, body, actor) }),
});

export const DELETE = endpoint({
  allow: 'admin',
  params: templateParamsSchema,
  handle: ({ params: { id }, actor }) => removeMessage(id, actor),
});
