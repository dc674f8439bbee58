import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { readResetLink } from '~/server/passwords/recovery';
import { tokenSchema } from '~/shared/accounts/schema';

/** The password rule for the owner of a reset link. A POST, so that the token is in no address. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: ({ body }) => answerJson(readResetLink(body.token)),
});
