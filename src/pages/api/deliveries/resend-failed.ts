import { endpoint } from '~/server/http/endpoint';
import { resendFailed } from '~/server/outbox/log/bulk';
import { bulkSchema } from '~/shared/deliveries/schema';

export const POST = endpoint({
  allow: 'admin',
  body: bulkSchema,
  handle: async ({ body: { kind }, actor }) => ({ resent: await resendFailed(kind, actor) }),
});
