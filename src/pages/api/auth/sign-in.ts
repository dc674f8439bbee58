import { endSession, startSession } from '~/server/accounts/sessions';
import { verifyCredentials } from '~/server/accounts/sign-in';
import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { signInSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: signInSchema,
  handle: async ({ body, astro }) => {
    const userId = await verifyCredentials(body, astro.locals.clientAddress);
    endSession(astro.cookies);
    const user = startSession(astro.cookies, userId, astro.request.headers.get('user-agent'));
    return answerJson({ user });
  },
});

export const ALL = methodNotAllowed;
