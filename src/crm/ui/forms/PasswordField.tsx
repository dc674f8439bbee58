import type { ComponentProps, ReactNode } from 'react';
import { useState } from 'react';
import { accountStrings } from '~/shared/strings/accounts';
import { Button } from '../Button';
import { Icon } from '../Icon';
import { InputField } from './Field';

/** A password input with a button that shows the text. */
export function PasswordField(input: Omit<ComponentProps<typeof InputField>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  return (
    <InputField
      {...input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <Button
          look="ghost"
          size="icon"
          aria-label={shown ? accountStrings.hidePassword : accountStrings.showPassword}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </Button>
      }
    />
  );
}

/** The input for a new password. Its hint says what makes a good one, unless another hint is given. */
export function NewPasswordField({
  label = accountStrings.passwordLabel,
  minLength,
  hint = accountStrings.passwordHint(minLength),
  error,
}: {
  label?: string;
  minLength: number;
  hint?: ReactNode | undefined;
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
