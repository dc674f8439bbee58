import { endpoint } from '~/server/http/endpoint';
import { resetSecondFactor } from '~/server/passwords/reset-by-others';
import { userParamsSchema } from '~/shared/accounts/member';

/** For somebody who lost phone and codes: removes their second factors and tells them by mail. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  handle: ({ params, actor }) => resetSecondFactor(params.id, actor),
});
