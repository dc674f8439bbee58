import { endpoint } from '~/server/http/endpoint';
import { retryLine } from '~/server/outbox/lines';
import { lineSchema } from '~/shared/deliveries/schema';

export const POST = endpoint({
  allow: 'admin',
  body: lineSchema,
  handle: async ({ body, actor }) => ({ retried: await retryLine(body, actor) }),
});
