import { z } from 'zod';
import { endOwnSession } from '~/server/accounts/own-account';
import { actorOf } from '~/server/audit/audit';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';

export const DELETE = endpoint({
  allow: 'session',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  handle: async ({ params, user, visit }) => {
    await endOwnSession(user.id, params.id, actorOf(user, visit));
    return noContent();
  },
});
