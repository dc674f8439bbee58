import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { confirmByPasskey } from '~/server/passkeys/passkey-confirm';
import { confirmByCode, confirmPassword } from '~/server/sessions/confirm';
import { confirmSchema } from '~/shared/accounts/passkey-schema';

/** Whether what needs a recent sign-in or confirmation would be let through: for links, which cannot ask by themselves. */
export const GET = endpoint({ allow: 'unsecured', confirmed: true, handle: () => noContent() });

/** Proves again who is at the keyboard: by password, or where one is set by a second factor. The answer sets a new cookie. */
export const POST = endpoint({
  allow: 'unsecured',
  body: confirmSchema,
  handle: async ({ body: { password, passkey, code, recovery_code }, user, visit }) => {
    if (passkey) await confirmByPasskey(user, passkey, visit);
    else if (password !== undefined) await confirmPassword(user, password, visit);
    else await confirmByCode(user, { code, recovery_code }, visit);
    return noContent();
  },
});
