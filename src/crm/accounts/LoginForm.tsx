import { signInSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts';
import { Button } from '../ui/Button';
import { InputField } from '../ui/Field';
import { showToastAfterNavigation } from '../ui/toasts';
import { signIn } from './account-api';
import { PasswordField } from './PasswordField';
import { useAccountForm } from './useAccountForm';

/** Signs in and goes on to `next`, a path of this site. */
export function LoginForm({ next }: { next: string }) {
  const { errors, busy, submit } = useAccountForm(signInSchema, async (credentials) => {
    await signIn(credentials);
    showToastAfterNavigation({ tone: 'success', text: accountStrings.signedIn });
    location.assign(next);
  });

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <h1 className="text-2xl font-semibold tracking-tight">{accountStrings.signInTitle}</h1>
      <InputField
        label={accountStrings.emailLabel}
        type="email"
        name="email"
        autoComplete="username"
        maxLength={254}
        required
        error={errors.email}
      />
      <PasswordField
        label={accountStrings.passwordLabel}
        name="password"
        autoComplete="current-password"
        minLength={6}
        maxLength={256}
        required
        error={errors.password}
      />
      <Button
        type="submit"
        look="primary"
        busyLabel={busy && accountStrings.signingIn}
        className="mt-2 w-full"
      >
        {accountStrings.signInTitle}
      </Button>
    </form>
  );
}
