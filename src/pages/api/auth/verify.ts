import { findEntryRefusal } from '~/server/accounts/entry';
import { endSession, startSession } from '~/server/accounts/sessions';
import { verifyEmail } from '~/server/accounts/sign-up';
import { noContent } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { verifyEmailSchema } from '~/shared/accounts/schema';

/** Redeems a verification link with the password of its sign-up. Whoever needs no approval is signed in by it. */
export const POST = endpoint({
  allow: 'anyone',
  body: verifyEmailSchema,
  handle: async ({ body, astro }) => {
    await verifyEmail(body, astro.locals.clientAddress, (account) => {
      if (findEntryRefusal(account) !== null) return;
      endSession(astro.cookies);
      startSession(astro.cookies, account.id, astro.request.headers.get('user-agent'));
    });
    return noContent();
  },
});

export const ALL = methodNotAllowed;
