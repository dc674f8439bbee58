import { listAuditEvents } from '~/server/audit/audit';
import { endpoint } from '~/server/http/endpoint';
import { auditListSchema } from '~/shared/audit/event';

export const GET = endpoint({
  allow: 'admin',
  query: auditListSchema,
  handle: ({ query: { cursor, persona } }) => listAuditEvents(cursor, persona),
});
