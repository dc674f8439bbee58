import { endpoint } from '~/server/http/endpoint';
import { readResetLink } from '~/server/passwords/own-password';
import { tokenSchema } from '~/shared/accounts/schema';

/** The password rule for a reset link's owner. A POST keeps the token out of URLs. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: ({ body }) => readResetLink(body.token),
});
