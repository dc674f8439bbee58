import { STAFF_PASSWORD_LENGTH, signUpSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { Button } from '../ui/Button';
import { InputField } from '../ui/forms/Field';
import { NewPasswordField } from '../ui/forms/PasswordField';
import { useForm } from '../ui/forms/useForm';
import { showToast } from '../ui/toasts/toasts';
import { AccountHeading } from './AccountHeading';
import { signUp } from './account-api';
import { EmailField } from './EmailField';

/** Requests an account; the next step comes by mail. */
export function SignUpForm({ email, onDone }: { email: string; onDone: (email: string) => void }) {
  const { errors, busy, submit } = useForm(signUpSchema, async (account) => {
    await signUp(account);
    showToast({ tone: 'success', text: accountStrings.signedUp });
    onDone(account.email);
  });

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={accountStrings.signUpTitle} />
      <InputField
        label={`${accountStrings.nameLabel} (${accountStrings.optional})`}
        name="name"
        autoComplete="name"
        maxLength={120}
        error={errors.name}
      />
      <EmailField initial={email} error={errors.email} />
      <NewPasswordField minLength={STAFF_PASSWORD_LENGTH} error={errors.password} />
      <Button type="submit" look="primary" busyLabel={busy && accountStrings.signingUp} className="w-full">
        {accountStrings.signUpTitle}
      </Button>
    </form>
  );
}
