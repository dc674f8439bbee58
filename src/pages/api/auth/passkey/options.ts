import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { requestSignIn } from '~/server/passkeys/passkey-sign-in';

/** The first step of signing in with a passkey: what the browser hands to its devices. The same for everybody. */
export const POST = endpoint({
  allow: 'anyone',
  handle: async ({ visit }) => answerJson(await requestSignIn(visit)),
});
