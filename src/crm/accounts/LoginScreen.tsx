import { useEffect, useRef, useState } from 'react';
import { STAFF_PASSWORD_LENGTH, signUpSchema } from '~/shared/accounts/schema';
import type { SecondFactor } from '~/shared/accounts/second-factor';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { mailStrings } from '~/shared/strings/mail';
import { post, showFailure } from '../api-client';
import { ActionButton } from '../ui/ActionButton';
import { NewPasswordField } from '../ui/forms/PasswordField';
import { useForm } from '../ui/forms/useForm';
import { endsInFile } from '../ui/mail-place';
import { onPlainClick } from '../ui/plain-click';
import { showToast } from '../ui/toasts/toasts';
import { AccountHeading, BackToSignIn, EmailField, MailNote, NameField, Submit, TextLink } from './parts';
import { finishSignIn, SignInForm } from './SignInForm';
import { SecondStepForm } from './second-factor/SecondStepForm';

const { checkMail } = accountStrings;

type LoginMode = 'signIn' | 'signUp';

/** Each mode has a URL: linkable, reload-safe, and usable before hydration. */
const HREFS = { signIn: '/login', signUp: '/login?modo=registro' } as const;

const TITLES = { signIn: accountStrings.signInTitle, signUp: accountStrings.signUpTitle } as const;

/** The server sends an address at most one mail a minute. */
const WAIT_SECONDS = 60;

/** The current URL in another mode. Keeps the page to go to afterwards. */
function addressIn(mode: LoginMode): URL {
  const address = new URL(location.href);
  if (mode === 'signUp') address.searchParams.set('modo', 'registro');
  else address.searchParams.delete('modo');
  return address;
}

type Props = {
  next: string;
  initialMode: LoginMode;
  signUpOpen: boolean;
  /** The second factors on offer once the first step is done; null before. */
  secondFactors: SecondFactor[] | null;
  withRecovery: boolean;
};

/** Sign-in and sign-up on one screen; the typed email stays when the mode changes. */
export function LoginScreen({ next, initialMode, signUpOpen, secondFactors: initialFactors, withRecovery }: Props) {
  const [mode, setMode] = useState(initialMode);
  const [email, setEmail] = useState('');
  const screen = useRef<HTMLDivElement>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const [secondFactors, setSecondFactors] = useState(initialFactors);

  if (secondFactors) {
    return (
      <div className="grid gap-6">
        <SecondStepForm
          secondFactors={secondFactors}
          initial={withRecovery ? 'recovery' : 'totp'}
          heading={<AccountHeading title={secondFactorStrings.title} />}
          onDone={(user) => finishSignIn(user, next)}
          onExpired={() => setSecondFactors(null)}
        />
        <p className="text-sm">
          <TextLink href="/login?otra">{secondFactorStrings.step.otherAccount}</TextLink>
        </p>
      </div>
    );
  }
  if (mailedTo) return <CheckMail email={mailedTo} />;
  const other = mode === 'signIn' ? 'signUp' : 'signIn';

  function switchMode() {
    setEmail(screen.current?.querySelector<HTMLInputElement>('[name=email]')?.value ?? '');
    setMode(other);
    document.title = document.title.replace(TITLES[mode], TITLES[other]);
    history.replaceState(null, '', addressIn(other));
  }

  return (
    <div ref={screen} className="grid gap-6">
      {mode === 'signIn' ? (
        <SignInForm next={next} email={email} onUnverified={setMailedTo} onSecondStep={setSecondFactors} />
      ) : (
        <SignUpForm email={email} onDone={setMailedTo} />
      )}
      {(signUpOpen || mode === 'signUp') && (
        <p className="text-ink-soft">
          {mode === 'signIn' ? accountStrings.noAccountYet : accountStrings.haveAccount}{' '}
          <a href={HREFS[other]} data-in-place onClick={onPlainClick(switchMode)} className="text-link font-medium">
            {TITLES[other]}
          </a>
        </p>
      )}
    </div>
  );
}

/** Requests an account; the next step comes by mail. */
function SignUpForm({ email, onDone }: { email: string; onDone: (email: string) => void }) {
  const { field, busy, submit } = useForm(signUpSchema, async (account) => {
    await post('/api/auth/sign-up', account);
    showToast({ tone: 'success', text: accountStrings.signedUp });
    onDone(account.email);
  });

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={accountStrings.signUpTitle} />
      <NameField
        {...field('name')}
        label={`${accountStrings.nameLabel} (${accountStrings.optional})`}
        required={false}
      />
      <EmailField defaultValue={email} {...field('email')} />
      <NewPasswordField minLength={STAFF_PASSWORD_LENGTH} {...field('password')} />
      <Submit busyLabel={busy && accountStrings.signingUp}>{accountStrings.signUpTitle}</Submit>
    </form>
  );
}

/** After a sign-up: says where the link went, and can resend it. */
function CheckMail({ email }: { email: string }) {
  const [secondsLeft, setSecondsLeft] = useState(WAIT_SECONDS);

  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  async function resend() {
    try {
      await post('/api/auth/resend', { email });
      showToast({ tone: 'success', text: checkMail.resent, ...(endsInFile() && { detail: mailStrings.filedForAll }) });
    } catch (error) {
      showFailure(error);
    }
    setSecondsLeft(WAIT_SECONDS);
  }

  return (
    <div className="grid gap-5">
      <AccountHeading title={checkMail.title}>{checkMail.text(email)}</AccountHeading>
      {endsInFile() ? <MailNote /> : <p className="text-sm text-ink-faint">{checkMail.hint}</p>}
      <ActionButton onClick={resend} disabled={secondsLeft > 0} busyLabel={accountStrings.sending}>
        {secondsLeft > 0 ? checkMail.resendIn(secondsLeft) : checkMail.resend}
      </ActionButton>
      <BackToSignIn />
    </div>
  );
}
