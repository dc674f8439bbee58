import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { erasePerson, previewErasure } from '~/server/leads/erasure/erase-person';
import { lastEventId } from '~/server/leads/history/events';
import { eraseSchema } from '~/shared/leads/erasure';
import { AS_OF_HEADER } from '~/shared/leads/live';

/** Dry run: what would be erased with the lead's person. */
export const GET = endpoint({
  allow: 'admin',
  params: 'row',
  handle: ({ params: { id }, actor, visit }) => previewErasure(id, actor, visit.signal),
});

export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  body: eraseSchema,
  handle: async ({ params: { id }, body, actor }) => {
    const erasure = await erasePerson(id, body, actor);
    return answerJson(erasure, 200, { [AS_OF_HEADER]: String(lastEventId()) });
  },
});
