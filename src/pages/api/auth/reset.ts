import { resetPassword } from '~/server/accounts/recovery';
import { endpoint, methodNotAllowed, noContent } from '~/server/endpoint';
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
