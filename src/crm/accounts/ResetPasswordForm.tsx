import { resetPasswordSchema, STAFF_PASSWORD_LENGTH } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts';
import { Button } from '../ui/Button';
import { NewPasswordField } from '../ui/PasswordField';
import { showToastAfterNavigation } from '../ui/toasts';
import { useForm } from '../ui/useForm';
import { AccountHeading, TextLink } from './AccountHeading';
import { resetPassword } from './account-api';
import { FormAlert } from './FormAlert';
import { readLinkToken, useLinkToken } from './link-token';

const { link, reset } = accountStrings;

/** Sets a new password with a mailed link. */
export function ResetPasswordForm() {
  const token = useLinkToken();
  const { errors, failure, busy, submit } = useForm(
    resetPasswordSchema,
    async (input) => {
      await resetPassword(input);
      showToastAfterNavigation({ tone: 'success', text: reset.done });
      location.assign('/login');
    },
    { extra: () => ({ token: readLinkToken() }) },
  );
  const linkFailed = token === '' || errors.token !== undefined || failure?.code === 'token_invalid';

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={reset.title}>{reset.text}</AccountHeading>
      {linkFailed ? (
        <>
          <FormAlert>{failure?.message ?? link.missingToken}</FormAlert>
          <p>
            <TextLink href="/cuenta/recuperar">{reset.askAnother}</TextLink>
          </p>
        </>
      ) : (
        <>
          <NewPasswordField
            label={accountStrings.newPasswordLabel}
            minLength={STAFF_PASSWORD_LENGTH}
            error={errors.password}
          />
          <Button type="submit" look="primary" busyLabel={busy && accountStrings.saving} className="w-full">
            {reset.submit}
          </Button>
        </>
      )}
    </form>
  );
}
