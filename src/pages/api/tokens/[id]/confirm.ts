import { endpoint } from '~/server/http/endpoint';
import { confirmToken } from '~/server/tokens/tokens';

/** Ends a token's rest. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'uuid',
  handle: async ({ params: { id }, actor }) => ({ token: await confirmToken(id, actor) }),
});
