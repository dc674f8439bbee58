import { type ComponentProps, useState } from 'react';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { Button } from '../Button';
import { LineIcon } from '../Icon';
import { InputField } from './Field';

const EYE = 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5zM10 12a2 2 0 100-4 2 2 0 000 4z';
const EYE_CLOSED =
  'M3 3l14 14M8.2 5.3A7 7 0 0110 5c4.5 0 7.5 5 7.5 5a13 13 0 01-2 2.6M12 14.7A7 7 0 0110 15c-4.5 0-7.5-5-7.5-5a13 13 0 013.2-3.6';

type PasswordInput = Omit<ComponentProps<typeof InputField>, 'type' | 'trailing'>;

function PasswordField(input: PasswordInput) {
  const [shown, setShown] = useState(false);
  return (
    <InputField
      maxLength={256}
      required
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
          <LineIcon path={shown ? EYE_CLOSED : EYE} />
        </Button>
      }
    />
  );
}

/** The input for one's present password, with a button that shows it. */
export function CurrentPasswordField(input: Partial<PasswordInput>) {
  return (
    <PasswordField label={accountStrings.passwordLabel} name="password" autoComplete="current-password" {...input} />
  );
}

/** The input for a new password. Its hint says what makes a good one, unless another hint is given. */
export function NewPasswordField({ minLength, ...input }: Partial<PasswordInput> & { minLength: number }) {
  return (
    <PasswordField
      label={accountStrings.passwordLabel}
      name="password"
      autoComplete="new-password"
      minLength={minLength}
      hint={accountStrings.passwordHint(minLength)}
      {...input}
    />
  );
}
