import { useEffect, useRef, useState } from 'react';
import { onSessionExpired } from '~/crm/api-client';
import { useStable } from '~/crm/ui/useStable';
import type { SessionUser } from '~/shared/accounts/account';
import { checkScreen } from '../account-api';

type Screen = typeof import('./SignInAgainDialog');

/**
 * When a session ends while a page is open, asks for the password in place and lets what was being done go on, so
 * that nothing that was typed is lost. Whoever comes back to a page that is no longer theirs sees their own.
 */
export function SignInAgain({ user }: { user: SessionUser }) {
  /** Fetched only when it is needed: most pages never are. */
  const [screen, setScreen] = useState<Screen | null>(null);
  const pending = useRef<PromiseWithResolvers<boolean> | null>(null);

  const { ask, finish } = useStable({
    ask: () => {
      if (!pending.current) {
        pending.current = Promise.withResolvers<boolean>();
        // Where it cannot be had, what was being done fails as the server said.
        import('./SignInAgainDialog').then(setScreen, () => finish(false));
      }
      return pending.current.promise;
    },
    finish: (signedIn: boolean) => {
      setScreen(null);
      pending.current?.resolve(signedIn);
      pending.current = null;
    },
  });

  useEffect(() => onSessionExpired(ask), [ask]);

  useEffect(() => {
    const check = () => void checkScreen();
    const checkShown = ({ persisted }: PageTransitionEvent) => persisted && check();
    window.addEventListener('focus', check);
    window.addEventListener('pageshow', checkShown);
    return () => {
      window.removeEventListener('focus', check);
      window.removeEventListener('pageshow', checkShown);
    };
  }, []);

  return screen && <screen.SignInAgainDialog email={user.email} onFinish={finish} />;
}
