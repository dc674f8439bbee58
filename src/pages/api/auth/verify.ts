import { findEntryRefusal } from '~/server/accounts/entry';
import { endSession, startSession } from '~/server/accounts/sessions';
import { verifyEmail } from '~/server/accounts/sign-up';
import { noContent } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { tokenSchema } from '~/shared/accounts/schema';

/** Redeems a verification link. Whoever needs no approval, or has it, is signed in by it. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: ({ body, astro }) => {
    const account = verifyEmail(body.token, astro.locals.clientAddress);
    if (findEntryRefusal(account) === null) {
      endSession(astro.cookies);
      startSession(astro.cookies, account.id, astro.request.headers.get('user-agent'));
    }
    return noContent();
  },
});

export const ALL = methodNotAllowed;
