import { useRef, useState } from 'react';
import type { SecondFactor } from '~/shared/accounts/second-factor';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { isPlainClick } from '../ui/plain-click';
import { AccountHeading, TextLink } from './AccountHeading';
import { CheckMail } from './CheckMail';
import { goOn, SignInForm } from './SignInForm';
import { SignUpForm } from './SignUpForm';
import { SecondStepForm } from './second-factor/SecondStepForm';

export type LoginMode = 'signIn' | 'signUp';

/** Each mode has a URL: linkable, reload-safe, and usable before hydration. */
const HREFS = { signIn: '/login', signUp: '/login?modo=registro' } as const;

const TITLES = { signIn: accountStrings.signInTitle, signUp: accountStrings.signUpTitle } as const;

/** The current URL in another mode. Keeps the page to go to afterwards. */
function addressIn(mode: LoginMode): URL {
  const address = new URL(location.href);
  if (mode === 'signUp') address.searchParams.set('modo', 'registro');
  else address.searchParams.delete('modo');
  return address;
}

/** Sign-in and sign-up on one screen; the typed email stays when the mode changes. */
export function LoginScreen({
  next,
  initialMode,
  signUpOpen,
  ways: initialWays,
  withRecovery,
}: {
  next: string;
  initialMode: LoginMode;
  signUpOpen: boolean;
  /** The second factors on offer once the first step is done; null before. */
  ways: SecondFactor[] | null;
  withRecovery: boolean;
}) {
  const [mode, setMode] = useState(initialMode);
  const [email, setEmail] = useState('');
  const screen = useRef<HTMLDivElement>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);

  const [ways, setWays] = useState(initialWays);

  if (ways) {
    return (
      <div className="grid gap-6">
        <SecondStepForm
          ways={ways}
          initial={withRecovery ? 'recovery' : 'totp'}
          heading={<AccountHeading title={secondFactorStrings.title} />}
          onDone={(user) => goOn(user, next)}
          onExpired={() => setWays(null)}
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
        <SignInForm next={next} email={email} onUnverified={setMailedTo} onSecondStep={setWays} />
      ) : (
        <SignUpForm email={email} onDone={setMailedTo} />
      )}
      {(signUpOpen || mode === 'signUp') && (
        <p className="text-ink-soft">
          {mode === 'signIn' ? accountStrings.noAccountYet : accountStrings.haveAccount}{' '}
          <a
            href={HREFS[other]}
            data-in-place
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              switchMode();
            }}
            className="font-medium text-petrol underline underline-offset-4 hover:text-petrol-dark"
          >
            {TITLES[other]}
          </a>
        </p>
      )}
    </div>
  );
}
