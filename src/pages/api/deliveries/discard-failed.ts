import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { discardFailed } from '~/server/outbox/bulk';
import { bulkSchema } from '~/shared/deliveries/schema';

export const POST = endpoint({
  allow: 'admin',
  body: bulkSchema,
  handle: async ({ body: { kind } }) => answerJson({ discarded: await discardFailed(kind) }),
});

export const ALL = methodNotAllowed;
