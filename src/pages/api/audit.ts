import { z } from 'zod';
import { listAuditEvents } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { rowIdSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  query: z.object({ cursor: rowIdSchema.optional() }),
  handle: ({ query: { cursor } }) => answerJson(listAuditEvents(cursor)),
});
