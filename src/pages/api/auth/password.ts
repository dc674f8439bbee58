import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changePassword } from '~/server/passwords/own-password';
import { changePasswordSchema } from '~/shared/accounts/schema';

/** Changes one's own password; the answer carries a new session, since all the others end. */
export const POST = endpoint({
  allow: 'newcomer',
  body: changePasswordSchema,
  handle: async ({ body, user, visit }) => {
    await changePassword(user, body, visit);
    return noContent();
  },
});
