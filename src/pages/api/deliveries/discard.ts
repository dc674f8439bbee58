import { endpoint } from '~/server/http/endpoint';
import { discardLine } from '~/server/outbox/lines';
import { lineSchema } from '~/shared/deliveries/schema';

export const POST = endpoint({
  allow: 'admin',
  body: lineSchema,
  handle: async ({ body, actor }) => ({ discarded: await discardLine(body, actor) }),
});
