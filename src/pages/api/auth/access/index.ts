import { redeemAccessLink } from '~/server/coordinators/access-link';
import { endpoint } from '~/server/http/endpoint';
import { tokenSchema } from '~/shared/accounts/schema';

/** Redeems an access link: a sign-in without a password. */
export const POST = endpoint({
  allow: 'anyone',
  body: tokenSchema,
  handle: ({ body, visit }) => redeemAccessLink(body.token, visit),
});
