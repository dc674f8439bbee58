import { resetPassword } from '~/server/accounts/recovery';
import { noContent } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
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
