import { z } from 'zod';
import { listSetAside } from '~/server/enquiries/set-aside-list';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';

export const GET = endpoint({
  allow: 'staff',
  query: z.object({ cursor: z.string().max(200).optional() }),
  handle: async ({ query: { cursor } }) => answerJson(await listSetAside(cursor)),
});
