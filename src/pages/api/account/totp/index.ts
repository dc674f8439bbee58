import { endpoint } from '~/server/http/endpoint';
import { beginTotp, removeTotp } from '~/server/second-factor/own-second-factor';
import { ownPasswordSchema } from '~/shared/accounts/schema';

/** Makes a new authenticator app's secret, inactive until one of its codes is confirmed. */
export const POST = endpoint({
  allow: 'unsecured',
  confirmed: true,
  body: ownPasswordSchema,
  handle: ({ body, user, visit }) => beginTotp(user, body.password, visit),
});

export const DELETE = endpoint({
  allow: 'unsecured',
  confirmed: true,
  body: ownPasswordSchema,
  handle: ({ body, user, visit }) => removeTotp(user, body.password, visit),
});
