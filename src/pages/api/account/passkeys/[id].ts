import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { removePasskey, renamePasskey } from '~/server/passkeys/own-passkeys';
import { userParamsSchema } from '~/shared/accounts/member';
import { renamePasskeySchema } from '~/shared/accounts/passkey';

export const PATCH = endpoint({
  allow: 'session',
  params: userParamsSchema,
  body: renamePasskeySchema,
  handle: async ({ params, body, user, visit }) =>
    answerJson({ passkey: await renamePasskey(params.id, body.name, actorOf(user, visit)) }),
});

export const DELETE = endpoint({
  allow: 'session',
  params: userParamsSchema,
  confirmed: true,
  handle: async ({ params, user, visit }) => {
    await removePasskey(params.id, actorOf(user, visit));
    return noContent();
  },
});
