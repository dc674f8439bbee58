import { endpoint } from '~/server/http/endpoint';
import { addPasskey, listPasskeys } from '~/server/passkeys/own-passkeys';
import { newPasskeySchema } from '~/shared/accounts/passkey';

export const GET = endpoint({
  allow: 'session',
  handle: ({ user }) => ({ passkeys: listPasskeys(user.id) }),
});

/** Stores a passkey made with the answer of /options. */
export const POST = endpoint({
  allow: 'unsecured',
  body: newPasskeySchema,
  confirmed: true,
  status: 201,
  handle: async ({ body, user, visit }) => ({ passkey: await addPasskey(body, user, visit) }),
});
