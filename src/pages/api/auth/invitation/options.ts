import { requestInvitedPasskey } from '~/server/accounts/invitations/accept-invitation';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { tokenSchema } from '~/shared/accounts/schema';

/** What a browser needs to make a passkey for the account that an invitation's link makes; does not use up the link. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: async ({ body }) => answerJson(await requestInvitedPasskey(body.token)),
});
