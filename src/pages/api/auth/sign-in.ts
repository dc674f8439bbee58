import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { signIn } from '~/server/sessions/sign-in';
import { signInSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: signInSchema,
  handle: async ({ body, visit }) => answerJson({ user: await signIn(body, visit) }),
});
