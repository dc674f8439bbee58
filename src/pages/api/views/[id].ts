import { endpoint } from '~/server/http/endpoint';
import { changeView, deleteView } from '~/server/views/views';
import { updateViewSchema } from '~/shared/leads/views';

export const PATCH = endpoint({
  allow: 'staff',
  params: 'row',
  body: updateViewSchema,
  handle: async ({ params: { id }, body, user }) => ({ view: await changeView(id, body, user) }),
});

export const DELETE = endpoint({
  allow: 'staff',
  params: 'row',
  handle: ({ params: { id }, user }) => deleteView(id, user),
});
