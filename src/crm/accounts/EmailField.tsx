import { accountStrings } from '~/shared/strings/accounts';
import { InputField } from '../ui/Field';

/** The email by which an account is known. */
export function EmailField({
  value,
  onValue,
  error,
}: {
  value?: string;
  onValue?: (email: string) => void;
  error?: string | undefined;
}) {
  return (
    <InputField
      label={accountStrings.emailLabel}
      type="email"
      name="email"
      autoComplete="username"
      maxLength={254}
      required
      error={error}
      {...(onValue && { value, onChange: (event) => onValue(event.currentTarget.value) })}
    />
  );
}
