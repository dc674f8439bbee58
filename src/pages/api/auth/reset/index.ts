import { endpoint } from '~/server/http/endpoint';
import { resetPassword } from '~/server/passwords/own-password';
import { resetPasswordSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: resetPasswordSchema,
  handle: ({ body, visit }) => resetPassword(body, visit),
});
