import { endpoint } from '~/server/http/endpoint';
import { discardFailed } from '~/server/outbox/log/bulk';
import { bulkSchema } from '~/shared/deliveries/schema';

export const POST = endpoint({
  allow: 'admin',
  body: bulkSchema,
  handle: async ({ body: { kind }, actor }) => ({ discarded: await discardFailed(kind, actor) }),
});
