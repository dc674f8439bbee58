import { withdrawInvitation } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';
import { userParamsSchema } from '~/shared/accounts/member';

export const DELETE = endpoint({
  allow: 'admin',
  params: userParamsSchema,
  handle: ({ params, actor }) => withdrawInvitation(params.id, actor),
});
