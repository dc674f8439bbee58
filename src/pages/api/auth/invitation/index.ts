import { acceptInvitation } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';
import { acceptInvitationSchema } from '~/shared/accounts/invitation-schema';

/** Redeems an invitation: creates the account and signs in. */
export const POST = endpoint({
  allow: 'anyone',
  body: acceptInvitationSchema,
  status: 201,
  handle: async ({ body, visit }) => ({ user: await acceptInvitation(body, visit) }),
});
