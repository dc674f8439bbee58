import { endpoint } from '~/server/http/endpoint';
import { resendDelivery } from '~/server/outbox/lines';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: async ({ params: { id }, actor }) => ({ delivery: await resendDelivery(id, actor) }),
});
