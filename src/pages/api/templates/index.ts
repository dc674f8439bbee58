import { readPress } from '~/server/creations/creations';
import { endpoint } from '~/server/http/endpoint';
import { createMessage, listMessages } from '~/server/templates/templates';
import { createTemplateSchema } from '~/shared/templates/schema';

export const GET = endpoint({
  allow: 'staff',
  handle: () => ({ templates: listMessages() }),
});

export const POST = endpoint({
  allow: 'admin',
  body: createTemplateSchema,
  status: 201,
  handle: async ({ body, actor, user, visit }) => ({
    template: await createMessage(body, actor, readPress(user, visit)),
  }),
});
