import { actorOf } from '~/server/audit/audit';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { revokeToken } from '~/server/tokens/tokens';
import { userParamsSchema } from '~/shared/accounts/member';

export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  handle: async ({ params: { id }, user, visit }) => {
    await revokeToken(id, actorOf(user, visit));
    return noContent();
  },
});
