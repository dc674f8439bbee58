import { useState } from 'react';
import { post, type ReauthRequest } from '~/crm/api-client';
import { Dialog } from '~/crm/ui/Dialog';
import { CurrentPasswordField } from '~/crm/ui/forms/PasswordField';
import { useForm } from '~/crm/ui/forms/useForm';
import { ownPasswordSchema } from '~/shared/accounts/schema';
import type { SecondFactor } from '~/shared/accounts/second-factor';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { confirmPassword, signIn } from '../account-api';
import { Submit } from '../parts';
import { PasskeyConfirm } from '../passkeys/PasskeyConfirm';
import { PasskeySignIn } from '../passkeys/PasskeySignIn';
import { CodeForm } from '../second-factor/CodeForm';
import { SecondStepForm } from '../second-factor/SecondStepForm';

const TEXTS = {
  unauthenticated: { ...accountStrings.signInAgain, busy: accountStrings.signingIn },
  step_up: { ...accountStrings.confirm, busy: accountStrings.confirm.submitting },
};

type Props = {
  needed: ReauthRequest;
  email: string;
  onFinish: (proven: boolean) => void;
};

/**
 * Re-authentication dialog over the current screen: the password, or another factor, to sign in again or to confirm
 * identity.
 */
export function ReauthDialog({ needed: { why, secondFactors: asked }, email, onFinish }: Props) {
  const { title, text, submit: submitLabel, busy: busyLabel } = TEXTS[why];
  /** The second factors due after the first step of signing in. */
  const [secondFactors, setSecondFactors] = useState<SecondFactor[] | null>(null);
  const { field, busy, settle, submit } = useForm(ownPasswordSchema, async ({ password }) => {
    if (why === 'step_up') await confirmPassword(password);
    else {
      const entry = await signIn({ email, password });
      settle();
      if ('second_factor' in entry) return setSecondFactors(entry.second_factor);
    }
    onFinish(true);
  });

  if (secondFactors) {
    return (
      <Dialog title={secondFactorStrings.title} width="narrow" onClose={() => onFinish(false)}>
        <SecondStepForm
          secondFactors={secondFactors}
          onDone={() => onFinish(true)}
          onExpired={() => setSecondFactors(null)}
        />
      </Dialog>
    );
  }

  if (asked) {
    return (
      <Dialog title={title} width="narrow" onClose={() => onFinish(false)}>
        <ConfirmByFactorForm secondFactors={asked} onDone={() => onFinish(true)} />
      </Dialog>
    );
  }

  return (
    <Dialog title={title} width="narrow" onClose={() => onFinish(false)}>
      <form method="post" onSubmit={submit} className="grid gap-4">
        <p className="text-ink-soft">{text}</p>
        <p className="font-medium wrap-anywhere">{email}</p>
        <CurrentPasswordField autoFocus {...field('password')} />
        <Submit busyLabel={busy && busyLabel}>{submitLabel}</Submit>
        {why === 'step_up' ? (
          <PasskeyConfirm onConfirmed={() => onFinish(true)} />
        ) : (
          <PasskeySignIn onEntered={() => onFinish(true)} />
        )}
      </form>
    </Dialog>
  );
}

type ConfirmByFactorFormProps = {
  secondFactors: readonly SecondFactor[];
  onDone: () => void;
};

/** Confirms identity where a password is not enough. */
function ConfirmByFactorForm({ secondFactors, onDone }: ConfirmByFactorFormProps) {
  return (
    <CodeForm
      secondFactors={secondFactors}
      passkey={<PasskeyConfirm onConfirmed={onDone} />}
      passkeyText={secondFactorStrings.confirmByPasskey}
      submit={accountStrings.confirm.submit}
      send={async (input) => {
        await post('/api/auth/confirm', input, { offersSignIn: false });
        onDone();
      }}
    />
  );
}
