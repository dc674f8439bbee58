import { noContent } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { resetPassword } from '~/server/passwords/recovery';
import { resetPasswordSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: resetPasswordSchema,
  handle: async ({ body, astro }) => {
    await resetPassword(body, astro.locals.clientAddress);
    return noContent();
  },
});

export const ALL = methodNotAllowed;
