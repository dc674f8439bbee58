import { endpoint } from '~/server/http/endpoint';
import { revokeToken } from '~/server/tokens/tokens';

export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'uuid',
  handle: ({ params: { id }, actor }) => revokeToken(id, actor),
});
