import { actorOf } from '~/server/audit/audit';
import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint, mayReadMessages } from '~/server/http/endpoint';
import { changeInBulk, countManyDeleted } from '~/server/leads/bulk/bulk';
import { bulkAnswerSchema, bulkSchema } from '~/shared/leads/bulk';

export const POST = endpoint({
  allow: 'staff',
  open: { answer: bulkAnswerSchema, keyed: true },
  body: bulkSchema,
  confirmed: async ({ body, user, visit }) => (await countManyDeleted(body, readPress(user, visit))) > 0,
  handle: async ({ body, user, visit }) =>
    answerJson(
      await changeInBulk(body, readPress(user, visit), actorOf(user, visit), {
        hidesMessages: !mayReadMessages(user),
      }),
    ),
});
