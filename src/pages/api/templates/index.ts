import { endpoint } from '~/server/http/endpoint';
import { readIdempotency } from '~/server/idempotency/idempotency';
import { createTemplate, listTemplates } from '~/server/templates/templates';
import { createTemplateSchema } from '~/shared/templates/schema';

export const GET = endpoint({ allow: 'staff', handle: () => ({ templates: listTemplates() }) });

export const POST = endpoint({
  allow: 'admin',
  body: createTemplateSchema,
  status: 201,
  handle: async ({ body, actor, user, visit }) => ({
    template: await createTemplate(body, actor, readIdempotency(user, visit)),
  }),
});
