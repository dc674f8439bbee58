import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { beginTotp, removeTotp } from '~/server/second-factor/own-second-factor';
import { ownPasswordSchema } from '~/shared/accounts/schema';

/** Makes the secret of a new authenticator app, which counts once a code of it is confirmed. */
export const POST = endpoint({
  allow: 'unsecured',
  confirmed: true,
  body: ownPasswordSchema,
  handle: async ({ body, user, visit }) => answerJson(await beginTotp(user, body.password, visit)),
});

export const DELETE = endpoint({
  allow: 'unsecured',
  confirmed: true,
  body: ownPasswordSchema,
  handle: async ({ body, user, visit }) => {
    await removeTotp(user, body.password, visit);
    return noContent();
  },
});
