import { setUpFirstAdmin } from '~/server/accounts/first-admin';
import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { startSession } from '~/server/sessions/sessions';
import { setUpAdminSchema } from '~/shared/accounts/schema';

/** Redeems the one-time link that the server prints while it has no administrator. */
export const POST = endpoint({
  allow: 'anyone',
  body: setUpAdminSchema,
  handle: async ({ body, astro }) => {
    const userId = await setUpFirstAdmin(body, astro.locals.clientAddress);
    const user = startSession(astro.cookies, userId, astro.request.headers.get('user-agent'));
    return answerJson({ user }, 201);
  },
});

export const ALL = methodNotAllowed;
