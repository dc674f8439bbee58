import { endpoint } from '~/server/http/endpoint';
import { revokeToken } from '~/server/tokens/tokens';
import { userParamsSchema } from '~/shared/accounts/member';

export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  handle: ({ params: { id }, actor }) => revokeToken(id, actor),
});
