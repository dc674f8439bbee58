import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { listTrash } from '~/server/leads/trash';
import { trashPageSchema } from '~/shared/leads/lead';

export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: trashPageSchema },
  query: z.object({ cursor: z.string().max(200).optional() }),
  handle: ({ query: { cursor } }) => listTrash(cursor),
});
