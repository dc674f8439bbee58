import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { requestPasskey } from '~/server/passkeys/own-passkeys';

/** What the browser hands to its devices to make a passkey. */
export const POST = endpoint({
  allow: 'unsecured',
  confirmed: true,
  handle: async ({ user }) => answerJson(await requestPasskey(user)),
});
