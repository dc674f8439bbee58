import { Button } from '~/crm/ui/Button';
import { Dialog } from '~/crm/ui/Dialog';
import { PasswordField } from '~/crm/ui/forms/PasswordField';
import { useForm } from '~/crm/ui/forms/useForm';
import { signInSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts';
import { signIn } from '../account-api';

const { signInAgain } = accountStrings;

/** Asks for the password again, in a dialog above the present screen. */
export function SignInAgainDialog({
  email,
  onFinish,
}: {
  email: string;
  onFinish: (signedIn: boolean) => void;
}) {
  const { errors, busy, submit } = useForm(
    signInSchema,
    async (credentials) => {
      await signIn(credentials);
      onFinish(true);
    },
    { extra: () => ({ email }) },
  );

  return (
    <Dialog title={signInAgain.title} width="narrow" onClose={() => onFinish(false)}>
      <form method="post" onSubmit={submit} className="grid gap-4">
        <p className="text-ink-soft">{signInAgain.text}</p>
        <p className="font-medium wrap-anywhere">{email}</p>
        <PasswordField
          label={accountStrings.passwordLabel}
          name="password"
          autoComplete="current-password"
          maxLength={256}
          required
          autoFocus
          error={errors.password}
        />
        <Button type="submit" look="primary" busyLabel={busy && accountStrings.signingIn} className="w-full">
          {signInAgain.submit}
        </Button>
      </form>
    </Dialog>
  );
}
