import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { makeReport } from '~/server/numbers/report';
import { reportSchema } from '~/shared/numbers/answers';
import { reportQuerySchema } from '~/shared/numbers/schema';

export const GET = endpoint({
  allow: 'staff',
  open: { answer: reportSchema },
  query: reportQuerySchema,
  handle: async ({ query, visit, user }) =>
    answerJson(await makeReport(query, { userId: user.id, signal: visit.signal })),
});
