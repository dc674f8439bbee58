import { endpoint } from '~/server/http/endpoint';
import { requestSignIn } from '~/server/passkeys/passkey-sign-in';

/** First step of a passkey sign-in: options for the browser, the same for everybody. */
export const POST = endpoint({ allow: 'anyone', handle: ({ visit }) => requestSignIn(visit) });
