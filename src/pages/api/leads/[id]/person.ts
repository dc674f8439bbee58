import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { exportPerson } from '~/server/leads/erasure/erase-person';
import { personStrings } from '~/shared/strings/lead/person';

/** Everything stored about a lead's person, as a file. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  handle: async ({ params: { id }, actor, visit }) =>
    answerJson(await exportPerson(id, actor, visit.signal), 200, {
      'content-disposition': `attachment; filename="${personStrings.fileName(id)}"`,
    }),
});
