import { endpoint } from '~/server/http/endpoint';
import { changeTemplate, removeTemplate } from '~/server/templates/templates';
import { templateParamsSchema, updateTemplateSchema } from '~/shared/templates/schema';

export const PATCH = endpoint({
  allow: 'admin',
  params: templateParamsSchema,
  body: updateTemplateSchema,
  handle: async ({ params: { id }, body, actor }) => ({ template: await changeTemplate(id, body, actor) }),
});

export const DELETE = endpoint({
  allow: 'admin',
  params: templateParamsSchema,
  handle: ({ params: { id }, actor }) => removeTemplate(id, actor),
});
