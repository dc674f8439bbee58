import { resendVerification } from '~/server/accounts/sign-up';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { emailSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: emailSchema,
  handle: async ({ body, visit }) => {
    await resendVerification(body.email, visit.address);
    return answerJson({ ok: true }, 202);
  },
});
