import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { endSession, startSession } from '~/server/sessions/sessions';
import { signIn } from '~/server/sessions/sign-in';
import { signInSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: signInSchema,
  handle: async ({ body, astro }) => {
    const user = await signIn(body, astro.locals.clientAddress, (userId) => {
      endSession(astro.cookies);
      return startSession(astro.cookies, userId, astro.request.headers.get('user-agent'));
    });
    return answerJson({ user });
  },
});

export const ALL = methodNotAllowed;
