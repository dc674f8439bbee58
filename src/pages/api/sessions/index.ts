import { endOtherSessions, listOwnSessions } from '~/server/accounts/own-account';
import { endpoint } from '~/server/http/endpoint';
import { currentSessionHash } from '~/server/sessions/sessions';

export const GET = endpoint({
  allow: 'session',
  handle: ({ user, visit }) => ({ sessions: listOwnSessions(user.id, currentSessionHash(visit.cookies)) }),
});

/** Ends all of one's own sessions but this one. */
export const DELETE = endpoint({
  allow: 'session',
  handle: ({ actor, user, visit }) => endOtherSessions(user.id, currentSessionHash(visit.cookies), actor),
});
