import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { lastEventId } from '~/server/leads/events';
import { erasePerson, foreseeErasure } from '~/server/leads/person/person-data';
import { eraseSchema } from '~/shared/leads/erasure';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { idParamsSchema } from '~/shared/row-id';

const params = idParamsSchema;

/** Dry run: what would be erased with the lead's person. */
export const GET = endpoint({
  allow: 'admin',
  params,
  handle: async ({ params: { id }, user, visit }) =>
    answerJson(await foreseeErasure(id, actorOf(user, visit), visit.signal)),
});

export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params,
  body: eraseSchema,
  handle: async ({ params: { id }, body, user, visit }) => {
    const erasure = await erasePerson(id, body, actorOf(user, visit));
    return answerJson(erasure, 200, { [AS_OF_HEADER]: String(lastEventId()) });
  },
});
