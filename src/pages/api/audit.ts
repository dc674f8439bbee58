import { listAuditEvents } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { auditListSchema } from '~/shared/audit/event';

export const GET = endpoint({
  allow: 'admin',
  query: auditListSchema,
  handle: ({ query: { cursor, persona } }) => answerJson(listAuditEvents(cursor, persona)),
});
