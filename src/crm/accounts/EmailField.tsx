import { accountStrings } from '~/shared/strings/accounts';
import { InputField } from '../ui/forms/Field';

/** The email of an account. */
export function EmailField({ initial, error }: { initial?: string; error?: string | undefined }) {
  return (
    <InputField
      label={accountStrings.emailLabel}
      type="email"
      name="email"
      autoComplete="username"
      maxLength={254}
      required
      defaultValue={initial}
      error={error}
    />
  );
}
