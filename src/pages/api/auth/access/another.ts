import { orderLink } from '~/server/accounts/mails/ordered-mails';
import { endpoint } from '~/server/http/endpoint';
import { emailSchema } from '~/shared/accounts/schema';

/** Orders another access link. The answer does not reveal whether the account exists. */
export const POST = endpoint({
  allow: 'anyone',
  body: emailSchema,
  status: 202,
  handle: ({ body, visit }) => orderLink('access_again', body.email, visit.address),
});
