import { verifyEmail } from '~/server/accounts/sign-up';
import { endpoint } from '~/server/http/endpoint';
import { verifyEmailSchema } from '~/shared/accounts/schema';

/** Redeems a verification link with the sign-up's password. Signs in if no approval is needed. */
export const POST = endpoint({
  allow: 'anyone',
  body: verifyEmailSchema,
  handle: ({ body, visit }) => verifyEmail(body, visit),
});
