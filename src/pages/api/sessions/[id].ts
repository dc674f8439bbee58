import { z } from 'zod';
import { endOwnSession } from '~/server/accounts/own-account';
import { endpoint } from '~/server/http/endpoint';

export const DELETE = endpoint({
  allow: 'session',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  handle: ({ params, actor, user }) => endOwnSession(user.id, params.id, actor),
});
