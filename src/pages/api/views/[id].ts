import { endpoint } from '~/server/http/endpoint';
import { changeView, deleteView } from '~/server/views/views';
import { updateViewSchema } from '~/shared/leads/views';
import { idParamsSchema } from '~/shared/row-id';

export const PATCH = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  body: updateViewSchema,
  handle: async ({ params: { id }, body, user }) => ({ view: await changeView(id, body, user) }),
});

export const DELETE = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: ({ params: { id }, user }) => deleteView(id, user),
});
