import { invite, listInvitations } from '~/server/accounts/invitations/invitations';
import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { inviteSchema } from '~/shared/accounts/invitation-schema';

export const GET = endpoint({
  allow: 'admin',
  handle: () => answerJson({ invitations: listInvitations() }),
});

export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  body: inviteSchema,
  handle: async ({ body, user, visit }) =>
    answerJson({ invitation: await invite(body, actorOf(user, visit)) }, 201),
});
