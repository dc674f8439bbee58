import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { requestConfirmation } from '~/server/passkeys/passkey-confirm';

/** What the browser hands to its devices to confirm with one of one's own passkeys; `allowCredentials` names them. */
export const POST = endpoint({
  allow: 'unsecured',
  handle: async ({ user }) => answerJson(await requestConfirmation(user)),
});
