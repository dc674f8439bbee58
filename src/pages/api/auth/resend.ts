import { orderVerification } from '~/server/accounts/mails/ordered-mails';
import { endpoint } from '~/server/http/endpoint';
import { emailSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: emailSchema,
  status: 202,
  handle: ({ body, visit }) => orderVerification(body.email, visit.address),
});
