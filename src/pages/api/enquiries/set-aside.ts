import { z } from 'zod';
import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { listSetAside } from '~/server/enquiries/set-aside';

export const GET = endpoint({
  allow: 'staff',
  query: z.object({ cursor: z.string().max(200).optional() }),
  handle: async ({ query: { cursor } }) => answerJson(await listSetAside(cursor)),
});

export const ALL = methodNotAllowed;
