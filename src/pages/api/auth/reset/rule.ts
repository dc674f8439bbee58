import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { readResetLink } from '~/server/passwords/recovery';
import { tokenSchema } from '~/shared/accounts/schema';

/** What a reset link asks of the password that it sets. A POST, so that the token stands in no address. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: ({ body }) => answerJson(readResetLink(body.token)),
});
