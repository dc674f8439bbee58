import { endpoint } from '~/server/http/endpoint';
import { removePasskey, renamePasskey } from '~/server/passkeys/own-passkeys';
import { renamePasskeySchema } from '~/shared/accounts/passkey';

export const PATCH = endpoint({
  allow: 'session',
  params: 'uuid',
  body: renamePasskeySchema,
  handle: async ({ params, body, actor }) => ({ passkey: await renamePasskey(params.id, body.name, actor) }),
});

export const DELETE = endpoint({
  allow: 'session',
  params: 'uuid',
  confirmed: true,
  handle: ({ params, actor }) => removePasskey(params.id, actor),
});
