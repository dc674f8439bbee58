import { endpoint } from '~/server/http/endpoint';
import { takeSecondStep } from '~/server/second-factor/second-step';
import { secondFactorSchema } from '~/shared/accounts/second-factor';

/** Second step of a sign-in, for the browser that took the first. */
export const POST = endpoint({
  allow: 'anyone',
  body: secondFactorSchema,
  handle: async ({ body, visit }) => ({ user: await takeSecondStep(body, visit) }),
});
