import { endpoint } from '~/server/http/endpoint';
import { confirmWebhook } from '~/server/webhooks/webhooks';
import { idParamsSchema } from '~/shared/row-id';

/** Ends a destination's rest. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema,
  handle: async ({ params: { id }, actor }) => ({ webhook: await confirmWebhook(id, actor) }),
});
