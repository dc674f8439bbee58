import { endpoint } from '~/server/http/endpoint';
import { requestRegistration } from '~/server/passkeys/own-passkeys';

/** Options for the browser to create a passkey. */
export const POST = endpoint({
  allow: 'unsecured',
  confirmed: true,
  handle: ({ user }) => requestRegistration(user),
});
