import { useState } from 'react';
import { del, post } from '~/crm/api-client';
import { ActionButton } from '~/crm/ui/ActionButton';
import { Badge } from '~/crm/ui/Badge';
import { Button, buttonClass } from '~/crm/ui/Button';
import { LocalTime } from '~/crm/ui/LocalTime';
import { attempt } from '~/crm/ui/run-with-toast';
import { showToast } from '~/crm/ui/toasts/toasts';
import { homePath, type SessionUser } from '~/shared/accounts/account';
import { type OwnSecondFactor, RECOVERY_CODES } from '~/shared/accounts/second-factor';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { passkeyStrings } from '~/shared/strings/accounts/passkeys';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { endOtherSessions } from '../account-api';
import { AccountHeading } from '../parts';
import { useNewPasskey } from '../passkeys/useNewPasskey';
import { PasswordFirst } from './PasswordFirst';
import { RecoveryCodes } from './RecoveryCodes';
import { type NewCodes, type NewSecret, SetUp } from './SetUp';

const { title, own, setUp, passkey, recovery, manage } = secondFactorStrings;

const BEGIN = { label: setUp.start, busyLabel: setUp.starting };
const RENEW = { label: recovery.renew, busyLabel: setUp.starting, text: recovery.renewText };
const REMOVE = {
  label: manage.remove,
  busyLabel: manage.removing,
  text: manage.removeText,
  look: 'danger',
} as const;

type Step =
  | { at: 'start' | 'replace' | 'renew' | 'remove' | 'done' }
  | { at: 'scan'; secret: NewSecret }
  | { at: 'codes'; codes: string[]; isNew: boolean };

/** Sets up and manages one's second factor. */
export function OwnSecondFactorScreen({ user, initial }: { user: SessionUser; initial: OwnSecondFactor }) {
  const [state, setState] = useState(initial);
  const [step, setStep] = useState<Step>({ at: 'start' });
  const { email } = user;
  /** Whether a required one was missing when the page loaded. */
  const isMissing = user.must_set_second_factor || user.second_factor_due !== undefined;
  const start = () => setStep({ at: 'start' });
  const begin = async (password: string) =>
    setStep({ at: 'scan', secret: await post<NewSecret>('/api/account/totp', { password }) });

  function showNew({ recovery_codes: codes }: NewCodes) {
    setState({ ...state, set_at: new Date().toISOString(), recovery_codes_left: RECOVERY_CODES });
    showToast({ tone: 'success', text: setUp.done });
    setStep({ at: 'codes', codes, isNew: true });
  }

  async function renew(password: string) {
    const { recovery_codes: codes } = await post<NewCodes>('/api/account/totp/recovery-codes', { password });
    setState({ ...state, recovery_codes_left: RECOVERY_CODES });
    setStep({ at: 'codes', codes, isNew: false });
  }

  async function remove(password: string) {
    await del('/api/account/totp', { password });
    setState({ ...state, set_at: null, recovery_codes_left: 0 });
    showToast({ tone: 'success', text: manage.removed });
    start();
  }

  function show() {
    switch (step.at) {
      case 'scan':
        return <SetUp secret={step.secret} onDone={showNew} onCancel={start} />;
      case 'codes':
        return (
          <RecoveryCodes
            codes={step.codes}
            email={email}
            onSaved={() => setStep({ at: step.isNew ? 'done' : 'start' })}
          />
        );
      case 'done':
        return <OtherSessions user={user} />;
      case 'replace':
        return <PasswordFirst {...BEGIN} {...{ email, onCancel: start }} text={manage.replaceText} run={begin} />;
      case 'renew':
        return <PasswordFirst {...RENEW} {...{ email, onCancel: start }} run={renew} />;
      case 'remove':
        return <PasswordFirst {...REMOVE} {...{ email, onCancel: start }} run={remove} />;
      case 'start':
        if (state.set_at !== null) return <Managed {...{ state, setStep }} since={state.set_at} />;
        return (
          <>
            <PasswordFirst {...BEGIN} email={email} text={setUp.intro} run={begin} />
            {isMissing && <PasskeyInstead onAdded={() => setStep({ at: 'done' })} />}
          </>
        );
    }
  }

  return (
    <div className="grid gap-5">
      <AccountHeading title={title}>{state.set_at ? own.on : own.off}</AccountHeading>
      {isMissing && state.set_at === null && step.at !== 'done' && (
        <p className="rounded-lg bg-terracotta-mist px-3 py-2 text-terracotta-dark">
          {user.second_factor_due ? (
            <>
              {own.requiredUntil} <LocalTime at={user.second_factor_due} parts="date" />.
            </>
          ) : (
            own.requiredNow
          )}
        </p>
      )}
      {show()}
    </div>
  );
}

/** A passkey counts as both factors, so it also satisfies the requirement. */
function PasskeyInstead({ onAdded }: { onAdded: () => void }) {
  const added = useNewPasskey((isKept) => isKept && onAdded());
  return (
    <section aria-labelledby="clave-de-acceso" className="grid gap-3 border-t border-sand-line pt-5">
      <h2 id="clave-de-acceso" className="text-xl leading-tight">
        {passkey.title}
      </h2>
      <p className="text-ink-soft">{passkey.text}</p>
      <ActionButton onClick={added.prepare} busyLabel={passkeyStrings.adding}>
        {passkeyStrings.add}
      </ActionButton>
      {added.dialog}
    </section>
  );
}

type ManagedProps = {
  state: OwnSecondFactor;
  since: string;
  setStep: (step: Step) => void;
};

function Managed({ state, since, setStep }: ManagedProps) {
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="success">{own.onBadge}</Badge>
        <span className="text-sm text-ink-soft">
          {manage.since} <LocalTime at={since} parts="date" />
        </span>
      </p>
      <p className="text-ink-soft">{recovery.left(state.recovery_codes_left)}</p>
      <div className="grid gap-2">
        <Button onClick={() => setStep({ at: 'renew' })}>{recovery.renew}</Button>
        <Button onClick={() => setStep({ at: 'replace' })}>{manage.replace}</Button>
        <Button look="ghost" className="text-terracotta-dark!" onClick={() => setStep({ at: 'remove' })}>
          {manage.remove}
        </Button>
      </div>
    </div>
  );
}

/** Other sessions began without this step: after setting it up, one may end them. */
function OtherSessions({ user }: { user: SessionUser }) {
  const { must_set_second_factor: _, ...settled } = user;

  const { othersEnded: done, failed } = accountStrings.sessions;

  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{manage.otherSessions}</p>
      <ActionButton onClick={() => attempt(endOtherSessions, { done, failed })} busyLabel={manage.endOthers}>
        {manage.endOthers}
      </ActionButton>
      <a href={homePath(settled)} className={buttonClass({ look: 'primary' })}>
        {manage.go}
      </a>
    </div>
  );
}
