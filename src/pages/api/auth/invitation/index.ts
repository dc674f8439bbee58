import { acceptInvitation } from '~/server/accounts/invitations/invitations';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { acceptInvitationSchema } from '~/shared/accounts/invitation-schema';

/** Redeems an invitation: creates the account and signs in. */
export const POST = endpoint({
  allow: 'anyone',
  body: acceptInvitationSchema,
  handle: async ({ body, visit }) => answerJson({ user: await acceptInvitation(body, visit) }, 201),
});
