import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { renewRecoveryCodes } from '~/server/second-factor/own-second-factor';
import { ownPasswordSchema } from '~/shared/accounts/schema';

/** Ten other recovery codes, told this once; those before open nothing any more. */
export const POST = endpoint({
  allow: 'unsecured',
  confirmed: true,
  body: ownPasswordSchema,
  handle: async ({ body, user, visit }) => answerJson(await renewRecoveryCodes(user, body.password, visit)),
});
