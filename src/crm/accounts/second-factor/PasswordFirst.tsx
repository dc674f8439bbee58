import { ApiError } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { CurrentPasswordField } from '~/crm/ui/forms/PasswordField';
import { useForm } from '~/crm/ui/forms/useForm';
import { ownPasswordSchema } from '~/shared/accounts/schema';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { confirmPassword } from '../account-api';

type Props = {
  email: string;
  text: string;
  label: string;
  busyLabel: string;
  look?: 'primary' | 'danger';
  run: (password: string) => Promise<void>;
  onCancel?: () => void;
};

/**
 * Asks for the password before a factor changes. It also confirms identity, unless that takes a second factor: then
 * `run` is refused, and the frame asks for it.
 */
export function PasswordFirst({ email, text, label, busyLabel, look = 'primary', run, onCancel }: Props) {
  const { field, busy, settle, submit } = useForm(ownPasswordSchema, async ({ password }) => {
    await confirmPassword(password).catch((error) => {
      if (!(error instanceof ApiError && error.code === 'step_up')) throw error;
    });
    await run(password);
    settle();
  });
  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-ink-soft">{text}</p>
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField autoFocus={onCancel !== undefined} {...field('password')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={look} busyLabel={busy && busyLabel} className="grow">
          {label}
        </Button>
        {onCancel && <Button onClick={onCancel}>{secondFactorStrings.setUp.cancel}</Button>}
      </div>
    </form>
  );
}
