import type { ReactNode } from 'react';
import { accountStrings } from '~/shared/strings/accounts';
import { PasswordField } from './PasswordField';

/** The box for a password that is being chosen; its hint says what makes a good one, unless there is more to say. */
export function NewPasswordField({
  label = accountStrings.passwordLabel,
  minLength,
  hint = accountStrings.passwordHint(minLength),
  error,
}: {
  label?: string;
  minLength: number;
  hint?: ReactNode;
  error: string | undefined;
}) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      minLength={minLength}
      maxLength={256}
      required
      hint={hint}
      error={error}
    />
  );
}
