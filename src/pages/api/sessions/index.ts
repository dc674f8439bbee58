import { endOtherSessions, listOwnSessions } from '~/server/accounts/own-account';
import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { currentSessionHash } from '~/server/sessions/sessions';

export const GET = endpoint({
  allow: 'session',
  handle: ({ user, astro }) =>
    answerJson({ sessions: listOwnSessions(user.id, currentSessionHash(astro.cookies)) }),
});

/** Ends all of one's own sessions but this one. */
export const DELETE = endpoint({
  allow: 'session',
  handle: ({ user, astro }) => {
    endOtherSessions(user.id, currentSessionHash(astro.cookies), actorOf(user, astro));
    return noContent();
  },
});

export const ALL = methodNotAllowed;
