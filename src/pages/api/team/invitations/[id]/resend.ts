import { resendInvitation } from '~/server/accounts/invitations/invitations';
import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { userParamsSchema } from '~/shared/accounts/member';

export const POST = endpoint({
  allow: 'admin',
  params: userParamsSchema,
  confirmed: true,
  handle: async ({ params, user, visit }) =>
    answerJson({ invitation: await resendInvitation(params.id, actorOf(user, visit)) }),
});
