import { actorOf } from '~/server/audit/audit';
import { noContent } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { changePassword } from '~/server/passwords/own-password';
import { changePasswordSchema } from '~/shared/accounts/schema';

/** Changes one's own password; the answer carries a new session, since all the others end. */
export const POST = endpoint({
  allow: 'newcomer',
  body: changePasswordSchema,
  handle: async ({ body, user, astro }) => {
    const userAgent = astro.request.headers.get('user-agent');
    await changePassword(user, body, actorOf(user, astro), astro.cookies, userAgent);
    return noContent();
  },
});

export const ALL = methodNotAllowed;
