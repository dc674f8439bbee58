import { actorOf } from '~/server/audit/audit';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { resetSecondFactor } from '~/server/second-factor/reset';
import { userParamsSchema } from '~/shared/accounts/member';

/** For somebody who lost phone and codes: removes their second factors and tells them by mail. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  handle: async ({ params, user, visit }) => {
    await resetSecondFactor(params.id, actorOf(user, visit));
    return noContent();
  },
});
