import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { confirmByPasskey } from '~/server/passkeys/passkey-confirm';
import { confirmPassword } from '~/server/sessions/confirm';
import { confirmSchema } from '~/shared/accounts/passkey-schema';

/** Whether what needs a recent sign-in or confirmation would be let through: for links, which cannot ask by themselves. */
export const GET = endpoint({ allow: 'unsecured', confirmed: true, handle: () => noContent() });

/** Proves again, by password or passkey, who is at the keyboard. The answer sets a new cookie. */
export const POST = endpoint({
  allow: 'unsecured',
  body: confirmSchema,
  handle: async ({ body: { password = '', passkey }, user, visit }) => {
    if (passkey) await confirmByPasskey(user, passkey, visit);
    else await confirmPassword(user, password, visit);
    return noContent();
  },
});
