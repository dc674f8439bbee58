import { endpoint } from '~/server/http/endpoint';
import { signInWithPasskey } from '~/server/passkeys/passkey-sign-in';
import { passkeyAnswerSchema } from '~/shared/accounts/passkey';

/** Second step: what the device signed. */
export const POST = endpoint({
  allow: 'anyone',
  body: passkeyAnswerSchema,
  handle: async ({ body, visit }) => ({ user: await signInWithPasskey(body, visit) }),
});
