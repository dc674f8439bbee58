import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { SessionUser } from '~/shared/accounts/account';
import { onSessionExpired } from '../api-client';

/** Fetched only when it is needed: most pages never are. */
const SignInAgainDialog = lazy(async () => ({
  default: (await import('./SignInAgainDialog')).SignInAgainDialog,
}));

/**
 * When a session ends while a page is open, asks for the password in place and lets what was being done go on, so
 * that nothing that was typed is lost.
 */
export function SignInAgain({ user }: { user: SessionUser }) {
  const [asking, setAsking] = useState(false);
  const pending = useRef<PromiseWithResolvers<boolean> | null>(null);

  useEffect(
    () =>
      onSessionExpired(() => {
        pending.current ??= Promise.withResolvers<boolean>();
        setAsking(true);
        return pending.current.promise;
      }),
    [],
  );

  function finish(signedIn: boolean) {
    setAsking(false);
    pending.current?.resolve(signedIn);
    pending.current = null;
  }

  return (
    asking && (
      <Suspense>
        <SignInAgainDialog email={user.email} onFinish={finish} />
      </Suspense>
    )
  );
}
