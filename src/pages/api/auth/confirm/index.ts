import { endpoint } from '~/server/http/endpoint';
import { confirmByCode, confirmByPasskey, confirmPassword } from '~/server/sessions/confirm';
import { confirmSchema } from '~/shared/accounts/passkey';

/** Whether an action that needs a recent sign-in or confirmation would pass: for links, which cannot ask themselves. */
export const GET = endpoint({ allow: 'unsecured', confirmed: true, handle: () => {} });

/** Re-authenticates the user: by password or, where one is set up, by second factor. The answer sets a new cookie. */
export const POST = endpoint({
  allow: 'unsecured',
  body: confirmSchema,
  handle: async ({ body: { password, passkey, code, recovery_code }, user, visit }) => {
    if (passkey) await confirmByPasskey(user, passkey, visit);
    else if (password !== undefined) await confirmPassword(user, password, visit);
    else await confirmByCode(user, { code, recovery_code }, visit);
  },
});
