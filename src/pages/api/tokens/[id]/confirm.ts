import { endpoint } from '~/server/http/endpoint';
import { confirmToken } from '~/server/tokens/tokens';
import { userParamsSchema } from '~/shared/accounts/member';

/** Ends a token's rest. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  handle: async ({ params: { id }, actor }) => ({ token: await confirmToken(id, actor) }),
});
