import { useEffect, useRef, useState } from 'react';
import { onSessionExpired } from '~/crm/api-client';
import { useStable } from '~/crm/ui/useStable';
import type { SessionUser } from '~/shared/accounts/account';
import { checkScreen } from '../account-api';

type Screen = typeof import('./SignInAgainDialog');

/**
 * When the session ends while a page is open, asks for the password on the page and then repeats the refused calls, so
 * that nothing typed is lost. When the window gets the focus, it checks that the page still belongs to the signed-in
 * user.
 */
export function SignInAgain({ user }: { user: SessionUser }) {
  /** Loaded only when it is needed, because most pages never need it. */
  const [screen, setScreen] = useState<Screen | null>(null);
  const pending = useRef<PromiseWithResolvers<boolean> | null>(null);

  const { ask, finish } = useStable({
    ask: () => {
      if (!pending.current) {
        pending.current = Promise.withResolvers<boolean>();
        // If the dialog cannot be loaded, the refused calls fail with the server's reason.
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
