import { endpoint } from '~/server/http/endpoint';
import { rotateSecret } from '~/server/webhooks/webhooks';

/** The only response that reveals the new secret. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  handle: async ({ params: { id }, actor }) => ({ secret: await rotateSecret(id, actor) }),
});
