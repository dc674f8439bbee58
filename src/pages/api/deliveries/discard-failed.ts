import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { discardFailed } from '~/server/outbox/log/bulk';
import { bulkSchema } from '~/shared/deliveries/schema';

export const POST = endpoint({
  allow: 'admin',
  body: bulkSchema,
  handle: async ({ body: { kind }, user, visit }) =>
    answerJson({ discarded: await discardFailed(kind, actorOf(user, visit)) }),
});
