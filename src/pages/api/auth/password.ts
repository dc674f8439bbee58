import { endpoint } from '~/server/http/endpoint';
import { changePassword } from '~/server/passwords/own-password';
import { changePasswordSchema } from '~/shared/accounts/schema';

/** Changes one's own password. All sessions end, so the answer sets a new one. */
export const POST = endpoint({
  allow: 'newcomer',
  body: changePasswordSchema,
  handle: ({ body, user, visit }) => changePassword(user, body, visit),
});
