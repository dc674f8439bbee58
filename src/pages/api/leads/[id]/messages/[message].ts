import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { findFile } from '~/server/leads/messages/conversation';
import { streamFile } from '~/server/whatsapp/media';
import { rowIdSchema } from '~/shared/row-id';

/** The file of a message, passed on from Meta. */
export const GET = endpoint({
  allow: 'staff',
  params: z.object({ id: rowIdSchema, message: rowIdSchema }),
  handle: ({ params: { id, message }, visit }) => streamFile(findFile(id, message), visit.signal),
});
