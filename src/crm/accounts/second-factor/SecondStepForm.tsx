import { type ReactNode, useState } from 'react';
import { ApiError, showFailure } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { InputField } from '~/crm/ui/forms/Field';
import { useForm } from '~/crm/ui/forms/useForm';
import { isPlainClick } from '~/crm/ui/plain-click';
import type { SessionUser } from '~/shared/accounts/account';
import { type SecondFactor, secondFactorSchema } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/account/second-factor';
import { takeSecondStep } from '../account-api';
import { PasskeySignIn } from '../passkeys/PasskeySignIn';

const { step: strings } = secondFactorStrings;
const FIELDS = {
  totp: { name: 'code', label: strings.code, text: strings.text },
  recovery: { name: 'recovery_code', label: strings.recoveryCode, text: strings.recoveryText },
} as const;

/** The second step of signing in: the code of an app, or one of the recovery codes. */
export function SecondStepForm({
  ways,
  heading,
  initial = 'totp',
  onDone,
  onExpired,
}: {
  ways: SecondFactor[];
  heading?: ReactNode;
  initial?: 'totp' | 'recovery';
  onDone: (user: SessionUser) => void;
  /** Called if the password has to be typed again. */
  onExpired: () => void;
}) {
  const [way, setWay] = useState(initial);
  const { name, label, text } = FIELDS[way];
  const { errors, busy, submit } = useForm(
    secondFactorSchema,
    async (input) => {
      try {
        onDone((await takeSecondStep(input)).user);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'sign_in_expired') throw error;
        showFailure(error);
        onExpired();
      }
    },
    { isSaid: ({ code, fields }) => code === 'invalid_code' && Object.keys(fields).length > 0 },
  );
  const other = way === 'totp' ? 'recovery' : 'totp';

  if (!ways.includes('totp')) {
    return (
      <div className="grid gap-4">
        {heading}
        <p className="text-ink-soft">{strings.passkeyText}</p>
        <PasskeySignIn onEntered={onDone} />
        <p className="text-sm text-ink-faint">{strings.lost}</p>
      </div>
    );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      {heading}
      <p className="text-ink-soft">{text}</p>
      <InputField
        key={way}
        label={label}
        name={name}
        autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
        inputMode={way === 'totp' ? 'numeric' : 'text'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={way === 'totp' ? 12 : 32}
        required
        autoFocus
        error={errors[name]}
        className="font-mono text-2xl tracking-[0.2em]"
      />
      <Button type="submit" look="primary" busyLabel={busy && strings.submitting} className="w-full">
        {strings.submit}
      </Button>
      {ways.includes('passkey') && <PasskeySignIn onEntered={onDone} />}
      {ways.includes('recovery') && (
        <p className="text-sm">
          <a
            href={way === 'totp' ? '/login?paso=recuperacion' : '/login'}
            data-in-place
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              setWay(other);
            }}
            className="text-petrol underline underline-offset-4 hover:text-petrol-dark"
          >
            {way === 'totp' ? strings.useRecovery : strings.useApp}
          </a>
        </p>
      )}
      <p className="text-sm text-ink-faint">{strings.lost}</p>
    </form>
  );
}
