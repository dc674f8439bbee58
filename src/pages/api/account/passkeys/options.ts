import { endpoint } from '~/server/http/endpoint';
import { requestPasskey } from '~/server/passkeys/own-passkeys';

/** Options for the browser to create a passkey. */
export const POST = endpoint({
  allow: 'unsecured',
  confirmed: true,
  handle: ({ user }) => requestPasskey(user),
});
