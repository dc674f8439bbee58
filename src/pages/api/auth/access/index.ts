import { redeemAccessLink } from '~/server/coordinators/access-link';
import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { endSession, startSession } from '~/server/sessions/sessions';
import { tokenSchema } from '~/shared/accounts/schema';

/** Redeems an access link: signs in without a password. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: ({ body, astro }) => {
    const user = redeemAccessLink(body.token, astro.locals.clientAddress, (userId) => {
      endSession(astro.cookies);
      return startSession(astro.cookies, userId, astro.request.headers.get('user-agent'));
    });
    return answerJson({ user });
  },
});

export const ALL = methodNotAllowed;
