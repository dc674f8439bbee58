import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { silenceLead, unsilenceLead } from '~/server/leads/messages/silenced-numbers';
import { AS_OF_HEADER } from '~/shared/leads/live';

export const POST = endpoint({
  allow: 'staff',
  params: 'row',
  deletes: 1,
  handle: async ({ params: { id }, user }) => noContent({ [AS_OF_HEADER]: String(await silenceLead(id, user.id)) }),
});

export const DELETE = endpoint({
  allow: 'staff',
  params: 'row',
  handle: ({ params: { id } }) => unsilenceLead(id),
});
