import { endpoint } from '~/server/http/endpoint';
import { makeReport } from '~/server/numbers/report';
import { reportSchema } from '~/shared/numbers/report';
import { reportQuerySchema } from '~/shared/numbers/schema';

export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: reportSchema },
  query: reportQuerySchema,
  handle: ({ query, visit, user }) => makeReport(query, { userId: user.id, signal: visit.signal }),
});
