import { endpoint } from '~/server/http/endpoint';
import { changePassword } from '~/server/passwords/own-password';
import { hasSecondFactor } from '~/server/second-factor/requirement';
import { changePasswordSchema } from '~/shared/accounts/schema';

/** Changes one's own password. All other sessions end, and the answer sets this one's new cookie. */
export const POST = endpoint({
  allow: 'newcomer',
  body: changePasswordSchema,
  // A stolen session and password must not suffice to get rid of the factor.
  confirmed: ({ user }) => !user.must_change_password && hasSecondFactor(user.id),
  handle: ({ body, user, visit }) => changePassword(user, body, visit),
});
