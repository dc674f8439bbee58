import { type ReactNode, useState } from 'react';
import type { ApiError } from '~/crm/api-client';
import { InputField } from '~/crm/ui/forms/Field';
import { useForm } from '~/crm/ui/forms/useForm';
import { onPlainClick } from '~/crm/ui/plain-click';
import { type SecondFactor, type SecondFactorInput, secondFactorSchema } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { Submit } from '../parts';

const { step: strings } = secondFactorStrings;
const FIELDS = {
  totp: { name: 'code', label: strings.code, text: strings.text },
  recovery: { name: 'recovery_code', label: strings.recoveryCode, text: strings.recoveryText },
} as const;

/** Asks for an account's second factor: an app's code, a recovery code, or a passkey. */
export function CodeForm({
  secondFactors,
  heading,
  initial = 'totp',
  passkey,
  passkeyText,
  submit: submitLabel,
  isShown,
  send,
}: {
  secondFactors: readonly SecondFactor[];
  heading?: ReactNode;
  initial?: 'totp' | 'recovery';
  /** The passkey button, and the text if that is the only way. */
  passkey: ReactNode;
  passkeyText: string;
  submit: string;
  /** Whether the refusal already shows at the field. */
  isShown?: (refusal: ApiError) => boolean;
  send: (input: SecondFactorInput) => Promise<void>;
}) {
  const [method, setWay] = useState(initial);
  const { name, label, text } = FIELDS[method];
  const { errors, busy, submit } = useForm(secondFactorSchema, send, isShown && { isShown });
  const other = method === 'totp' ? 'recovery' : 'totp';

  if (!secondFactors.includes('totp')) {
    return (
      <div className="grid gap-4">
        {heading}
        <p className="text-ink-soft">{passkeyText}</p>
        {passkey}
        <p className="text-sm text-ink-faint">{strings.lost}</p>
      </div>
    );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      {heading}
      <p className="text-ink-soft">{text}</p>
      <InputField
        key={method}
        label={label}
        name={name}
        autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
        inputMode={method === 'totp' ? 'numeric' : 'text'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={method === 'totp' ? 12 : 32}
        required
        autoFocus
        error={errors[name]}
        className="font-mono text-2xl tracking-[0.2em]"
      />
      <Submit busyLabel={busy && strings.submitting}>{submitLabel}</Submit>
      {secondFactors.includes('passkey') && passkey}
      {secondFactors.includes('recovery') && (
        <p className="text-sm">
          <a
            href={method === 'totp' ? '/login?paso=recuperacion' : '/login'}
            data-in-place
            onClick={onPlainClick(() => setWay(other))}
            className="text-link"
          >
            {method === 'totp' ? strings.useRecovery : strings.useApp}
          </a>
        </p>
      )}
      <p className="text-sm text-ink-faint">{strings.lost}</p>
    </form>
  );
}
