import { copyInvitationLink } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';
import { userParamsSchema } from '~/shared/accounts/member';

/** An invitation's link to hand over, where mails do not arrive. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  status: 201,
  handle: ({ params, actor }) => copyInvitationLink(params.id, actor),
});
