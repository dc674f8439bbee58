import { z } from 'zod';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { listTrash } from '~/server/leads/trash';

export const GET = endpoint({
  allow: 'staff',
  query: z.object({ cursor: z.string().max(200).optional() }),
  handle: ({ query: { cursor } }) => answerJson(listTrash(cursor)),
});
