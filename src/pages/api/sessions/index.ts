import { endOtherSessions, listOwnSessions } from '~/server/accounts/own-account';
import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { currentSessionHash } from '~/server/sessions/sessions';

export const GET = endpoint({
  allow: 'session',
  handle: ({ user, visit }) =>
    answerJson({ sessions: listOwnSessions(user.id, currentSessionHash(visit.cookies)) }),
});

/** Ends all of one's own sessions but this one. */
export const DELETE = endpoint({
  allow: 'session',
  handle: async ({ user, visit }) => {
    await endOtherSessions(user.id, currentSessionHash(visit.cookies), actorOf(user, visit));
    return noContent();
  },
});
