import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { resetPassword } from '~/server/passwords/recovery';
import { resetPasswordSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: resetPasswordSchema,
  handle: async ({ body, visit }) => {
    await resetPassword(body, visit.address);
    return noContent();
  },
});
