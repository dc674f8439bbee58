import { verifyEmail } from '~/server/accounts/sign-up';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { verifyEmailSchema } from '~/shared/accounts/schema';

/** Redeems a verification link with the sign-up's password. Signs in if no approval is needed. */
export const POST = endpoint({
  allow: 'anyone',
  body: verifyEmailSchema,
  handle: async ({ body, visit }) => {
    await verifyEmail(body, visit);
    return noContent();
  },
});
