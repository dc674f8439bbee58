import { resendInvitation } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';
import { userParamsSchema } from '~/shared/accounts/member';

export const POST = endpoint({
  allow: 'admin',
  params: userParamsSchema,
  confirmed: true,
  handle: async ({ params, actor }) => ({ invitation: await resendInvitation(params.id, actor) }),
});
