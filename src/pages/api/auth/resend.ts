import { resendVerification } from '~/server/accounts/sign-up';
import { endpoint } from '~/server/http/endpoint';
import { emailSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: emailSchema,
  status: 202,
  handle: async ({ body, visit }) => {
    await resendVerification(body.email, visit.address);
    return { ok: true };
  },
});
