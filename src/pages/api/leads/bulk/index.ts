import { endpoint, mayReadMessages } from '~/server/http/endpoint';
import { readIdempotency } from '~/server/idempotency/idempotency';
import { changeInBulk, countManyDeleted } from '~/server/leads/bulk/bulk';
import { bulkAnswerSchema, bulkSchema } from '~/shared/leads/bulk';

export const POST = endpoint({
  allow: 'staff',
  open: { answer: bulkAnswerSchema, keyed: true },
  body: bulkSchema,
  confirmed: async ({ body, user, visit }) => (await countManyDeleted(body, readIdempotency(user, visit))) > 0,
  handle: ({ body, actor, user, visit }) =>
    changeInBulk(body, readIdempotency(user, visit), actor, { hidesMessages: !mayReadMessages(user) }),
});
