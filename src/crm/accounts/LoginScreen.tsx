import { useRef, useState } from 'react';
import { accountStrings } from '~/shared/strings/accounts';
import { isPlainClick } from '../ui/plain-click';
import { CheckMail } from './CheckMail';
import { SignInForm } from './SignInForm';
import { SignUpForm } from './SignUpForm';

export type LoginMode = 'signIn' | 'signUp';

/** Each mode has an address, so that it can be linked and reloaded, and works before hydration. */
const HREFS = { signIn: '/login', signUp: '/login?modo=registro' } as const;

const TITLES = { signIn: accountStrings.signInTitle, signUp: accountStrings.signUpTitle } as const;

/** The present address in another mode. It may contain the page to go to afterwards. */
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
}: {
  next: string;
  initialMode: LoginMode;
  signUpOpen: boolean;
}) {
  const [mode, setMode] = useState(initialMode);
  const [email, setEmail] = useState('');
  const screen = useRef<HTMLDivElement>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);

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
        <SignInForm next={next} email={email} onUnverified={setMailedTo} />
      ) : (
        <SignUpForm email={email} onDone={setMailedTo} />
      )}
      {(signUpOpen || mode === 'signUp') && (
        <p className="text-center text-ink-soft">
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
