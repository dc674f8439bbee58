import { resendInvitation } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';

export const POST = endpoint({
  allow: 'admin',
  params: 'uuid',
  confirmed: true,
  handle: async ({ params, actor }) => ({ invitation: await resendInvitation(params.id, actor) }),
});
