import { endpoint } from '~/server/http/endpoint';
import { resetPassword } from '~/server/passwords/forgotten-password';
import { resetPasswordSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: resetPasswordSchema,
  handle: ({ body, visit }) => resetPassword(body, visit),
});
