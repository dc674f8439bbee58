import { endpoint, mayReadMessages } from '~/server/http/endpoint';
import { readIdempotency } from '~/server/idempotency/idempotency';
import { changeInBulk, countDeleted } from '~/server/leads/bulk/bulk';
import { bulkAnswerSchema, bulkSchema } from '~/shared/leads/bulk';

export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: bulkAnswerSchema, keyed: true },
  body: bulkSchema,
  deletes: ({ body, user, visit }) => countDeleted(body, readIdempotency(user, visit)),
  handle: ({ body, actor, user, visit }) =>
    changeInBulk(body, readIdempotency(user, visit), actor, { hidesMessages: !mayReadMessages(user) }),
});
