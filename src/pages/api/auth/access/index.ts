import { redeemAccessLink } from '~/server/accounts/access-link';
import { endSession, startSession } from '~/server/accounts/sessions';
import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
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
