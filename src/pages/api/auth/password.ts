import { changePassword } from '~/server/accounts/own-password';
import { noContent } from '~/server/answer';
import { actorOf } from '~/server/audit/audit';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
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
