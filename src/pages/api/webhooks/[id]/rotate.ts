import { endpoint } from '~/server/http/endpoint';
import { rotateSecret } from '~/server/webhooks/webhooks';
import { idParamsSchema } from '~/shared/row-id';

/** The only response that reveals the new secret. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema,
  handle: async ({ params: { id }, actor }) => ({ secret: await rotateSecret(id, actor) }),
});
