import { actorOf } from '~/server/audit/audit';
import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { createMessage, listMessages } from '~/server/templates/templates';
import { createTemplateSchema } from '~/shared/messages/schema';

export const GET = endpoint({
  allow: 'staff',
  handle: () => answerJson({ templates: listMessages() }),
});

export const POST = endpoint({
  allow: 'admin',
  body: createTemplateSchema,
  handle: async ({ body, user, visit }) => {
    const press = readPress(user, visit);
    return answerJson({ template: await createMessage(body, actorOf(user, visit), press) }, 201);
  },
});
