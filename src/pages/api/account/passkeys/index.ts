import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { addPasskey, listPasskeys } from '~/server/passkeys/own-passkeys';
import { newPasskeySchema } from '~/shared/accounts/passkey';

export const GET = endpoint({
  allow: 'session',
  handle: ({ user }) => answerJson({ passkeys: listPasskeys(user.id) }),
});

/** Stores a passkey made with the answer of /options. */
export const POST = endpoint({
  allow: 'unsecured',
  body: newPasskeySchema,
  confirmed: true,
  handle: async ({ body, user, visit }) => answerJson({ passkey: await addPasskey(body, user, visit) }, 201),
});
