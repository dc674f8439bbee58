import { endpoint } from '~/server/http/endpoint';
import { makeRequest } from '~/server/passkeys/assertion';

/** Options for the browser to confirm with one of one's own passkeys, listed in `allowCredentials`. */
export const POST = endpoint({ allow: 'unsecured', handle: ({ user }) => makeRequest('confirm', user.id) });
