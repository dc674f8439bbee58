import { endpoint } from '~/server/http/endpoint';
import { requestConfirmation } from '~/server/passkeys/passkey-confirm';

/** Options for the browser to confirm with one of one's own passkeys, listed in `allowCredentials`. */
export const POST = endpoint({ allow: 'unsecured', handle: ({ user }) => requestConfirmation(user) });
