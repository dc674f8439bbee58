import { z } from 'zod';
import { answerJson } from '~/server/answer';
import { listAuditEvents } from '~/server/audit/audit';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { rowIdSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  query: z.object({ cursor: rowIdSchema.optional() }),
  handle: ({ query: { cursor } }) => answerJson(listAuditEvents(cursor)),
});

export const ALL = methodNotAllowed;
