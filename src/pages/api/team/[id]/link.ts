import { copyLink } from '~/server/accounts/copy-link';
import { endpoint } from '~/server/http/endpoint';

/** A link to hand over, where mails do not arrive: to choose a password, or a coordinator's first sign-in. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'uuid',
  status: 201,
  handle: ({ params, actor }) => copyLink(params.id, actor),
});
