import { accountStrings } from '~/shared/strings/accounts/accounts';
import { InputField } from '../ui/forms/Field';

/** The email of an account. */
export function EmailField({
  initial,
  error,
  autoComplete = 'username',
}: {
  initial?: string;
  error?: string | undefined;
  autoComplete?: string;
}) {
  return (
    <InputField
      label={accountStrings.emailLabel}
      type="email"
      name="email"
      autoComplete={autoComplete}
      maxLength={254}
      required
      defaultValue={initial}
      error={error}
    />
  );
}
