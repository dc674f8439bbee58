import { signUp } from '~/server/accounts/sign-up';
import { endpoint } from '~/server/http/endpoint';
import { signUpSchema } from '~/shared/accounts/schema';

/** Answers 202 for new and known emails alike; the mail says what happens next. */
export const POST = endpoint({
  allow: 'anyone',
  body: signUpSchema,
  status: 202,
  handle: ({ body, visit }) => signUp(body, visit.address),
});
