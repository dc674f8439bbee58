import { signUp } from '~/server/accounts/sign-up';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { signUpSchema } from '~/shared/accounts/schema';

/** 202 alike for a new email and a known one: what happens next is in the mail. */
export const POST = endpoint({
  allow: 'anyone',
  body: signUpSchema,
  handle: async ({ body, visit }) => {
    await signUp(body, visit.address);
    return answerJson({ ok: true }, 202);
  },
});
