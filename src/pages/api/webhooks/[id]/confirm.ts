import { endpoint } from '~/server/http/endpoint';
import { confirmWebhook } from '~/server/webhooks/webhooks';

/** Ends a destination's rest. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  handle: async ({ params: { id }, actor }) => ({ webhook: await confirmWebhook(id, actor) }),
});
