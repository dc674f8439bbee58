import { endpoint } from '~/server/http/endpoint';
import { removePasskey, renamePasskey } from '~/server/passkeys/own-passkeys';
import { userParamsSchema } from '~/shared/accounts/member';
import { renamePasskeySchema } from '~/shared/accounts/passkey';

export const PATCH = endpoint({
  allow: 'session',
  params: userParamsSchema,
  body: renamePasskeySchema,
  handle: async ({ params, body, actor }) => ({ passkey: await renamePasskey(params.id, body.name, actor) }),
});

export const DELETE = endpoint({
  allow: 'session',
  params: userParamsSchema,
  confirmed: true,
  handle: ({ params, actor }) => removePasskey(params.id, actor),
});
