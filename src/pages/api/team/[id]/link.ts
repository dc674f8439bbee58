import { copyLink } from '~/server/accounts/copy-link';
import { endpoint } from '~/server/http/endpoint';
import { userParamsSchema } from '~/shared/accounts/member';

/** A link to hand over, where mails do not arrive: to choose a password, or a coordinator's first sign-in. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: userParamsSchema,
  status: 201,
  handle: ({ params, actor }) => copyLink(params.id, actor),
});
