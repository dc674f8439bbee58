import { withdrawInvitation } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';

export const DELETE = endpoint({
  allow: 'admin',
  params: 'uuid',
  handle: ({ params, actor }) => withdrawInvitation(params.id, actor),
});
