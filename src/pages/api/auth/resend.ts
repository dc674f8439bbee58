import { resendVerification } from '~/server/accounts/sign-up';
import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { emailSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: emailSchema,
  handle: async ({ body, astro }) => {
    await resendVerification(body.email, astro.locals.clientAddress);
    return answerJson({ ok: true }, 202);
  },
});

export const ALL = methodNotAllowed;
