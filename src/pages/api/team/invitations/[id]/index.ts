import { withdrawInvitation } from '~/server/accounts/invitations/invitations';
import { actorOf } from '~/server/audit/audit';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { userParamsSchema } from '~/shared/accounts/member';

export const DELETE = endpoint({
  allow: 'admin',
  params: userParamsSchema,
  handle: async ({ params, user, visit }) => {
    await withdrawInvitation(params.id, actorOf(user, visit));
    return noContent();
  },
});
