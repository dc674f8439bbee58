import { requestInvitedPasskey } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';
import { tokenSchema } from '~/shared/accounts/schema';

/** Options for the browser to create a passkey for the invited account. Does not use up the link. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: ({ body }) => requestInvitedPasskey(body.token),
});
