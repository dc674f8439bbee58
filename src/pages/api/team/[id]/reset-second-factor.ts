import { endpoint } from '~/server/http/endpoint';
import { resetSecondFactor } from '~/server/passwords/reset-by-others';

/** For somebody who lost phone and codes: removes their second factors and tells them by mail. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'uuid',
  handle: ({ params, actor }) => resetSecondFactor(params.id, actor),
});
