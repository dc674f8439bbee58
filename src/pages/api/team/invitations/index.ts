import { invite, listInvitations } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';
import { inviteSchema } from '~/shared/accounts/invitation-schema';

export const GET = endpoint({ allow: 'admin', handle: () => ({ invitations: listInvitations() }) });

export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  body: inviteSchema,
  status: 201,
  handle: async ({ body, actor }) => ({ invitation: await invite(body, actor) }),
});
