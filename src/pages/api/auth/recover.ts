import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { requestRecovery } from '~/server/passwords/recovery';
import { emailSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: emailSchema,
  handle: async ({ body, astro }) => {
    await requestRecovery(body.email, astro.locals.clientAddress);
    return answerJson({ ok: true }, 202);
  },
});

export const ALL = methodNotAllowed;
