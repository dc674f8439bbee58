import { z } from 'zod';
import { endOwnSession } from '~/server/accounts/own-account';
import { actorOf } from '~/server/audit/audit';
import { noContent } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';

export const DELETE = endpoint({
  allow: 'session',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  handle: ({ params, user, astro }) => {
    endOwnSession(user.id, params.id, actorOf(user, astro));
    return noContent();
  },
});

export const ALL = methodNotAllowed;
