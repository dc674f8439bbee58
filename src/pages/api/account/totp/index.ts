import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { beginTotp, removeTotp } from '~/server/second-factor/own-second-factor';
import { ownPasswordSchema } from '~/shared/accounts/schema';

/** Makes a new authenticator app's secret, inactive until one of its codes is confirmed. */
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
