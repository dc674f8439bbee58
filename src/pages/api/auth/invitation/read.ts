import { readInvitation } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';
import { tokenSchema } from '~/shared/accounts/schema';

/** What an invitation offers. A POST keeps the token out of URLs; it does not use up the link. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: ({ body }) => readInvitation(body.token),
});
