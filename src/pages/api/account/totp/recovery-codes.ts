import { endpoint } from '~/server/http/endpoint';
import { renewRecoveryCodes } from '~/server/second-factor/own-second-factor';
import { ownPasswordSchema } from '~/shared/accounts/schema';

/** Replaces the recovery codes with ten new ones; the only response that reveals them. */
export const POST = endpoint({
  allow: 'unsecured',
  confirmed: true,
  body: ownPasswordSchema,
  handle: ({ body, user, visit }) => renewRecoveryCodes(user, body.password, visit),
});
