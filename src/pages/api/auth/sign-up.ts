import { signUp } from '~/server/accounts/sign-up';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { signUpSchema } from '~/shared/accounts/schema';

/** Answers 202 for new and known emails alike; the mail says what happens next. */
export const POST = endpoint({
  allow: 'anyone',
  body: signUpSchema,
  handle: async ({ body, visit }) => {
    await signUp(body, visit.address);
    return answerJson({ ok: true }, 202);
  },
});
