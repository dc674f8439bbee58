import { verifyEmail } from '~/server/accounts/sign-up';
import { noContent } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { findEntryRefusal } from '~/server/sessions/entry-refusal';
import { endSession, startSession } from '~/server/sessions/sessions';
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
