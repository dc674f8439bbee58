import { endpoint } from '~/server/http/endpoint';
import { confirmTotp } from '~/server/second-factor/own-second-factor';
import { totpCodeSchema } from '~/shared/accounts/second-factor';

/** Activates the new app; the only response that reveals the recovery codes. */
export const POST = endpoint({
  allow: 'unsecured',
  confirmed: true,
  body: totpCodeSchema,
  handle: ({ body, user, visit }) => confirmTotp(user, body.code, visit),
});
