import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { signInWithPasskey } from '~/server/passkeys/passkey-sign-in';
import { passkeyAnswerSchema } from '~/shared/accounts/passkey';

/** Second step: what the device signed. */
export const POST = endpoint({
  allow: 'anyone',
  body: passkeyAnswerSchema,
  handle: async ({ body, visit }) => answerJson({ user: await signInWithPasskey(body, visit) }),
});
