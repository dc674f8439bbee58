import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeView, deleteView } from '~/server/views/views';
import { updateViewSchema } from '~/shared/leads/views';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

export const PATCH = endpoint({
  allow: 'staff',
  params,
  body: updateViewSchema,
  handle: async ({ params: { id }, body, user }) => answerJson({ view: await changeView(id, body, user) }),
});

export const DELETE = endpoint({
  allow: 'staff',
  params,
  handle: async ({ params: { id }, user }) => {
    await deleteView(id, user);
    return noContent();
  },
});
