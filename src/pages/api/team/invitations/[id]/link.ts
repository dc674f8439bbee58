import { copyInvitationLink } from '~/server/accounts/invitations/invitations';
import { endpoint } from '~/server/http/endpoint';

/** An invitation's link to hand over, where mails do not arrive. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'uuid',
  status: 201,
  handle: ({ params, actor }) => copyInvitationLink(params.id, actor),
});
