import { endpoint } from '~/server/http/endpoint';
import { signIn } from '~/server/sessions/sign-in';
import { signInSchema } from '~/shared/accounts/schema';

/** With a second factor there is no session yet: `second_factor` says how to go on. */
export const POST = endpoint({
  allow: 'anyone',
  body: signInSchema,
  handle: ({ body, visit }) => signIn(body, visit),
});
