import { useEffect, useRef, useState } from 'react';
import type { SessionUser } from '~/shared/accounts/account';
import { signInSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts';
import { onSessionExpired } from '../api-client';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { signIn } from './account-api';
import { PasswordField } from './PasswordField';
import { useAccountForm } from './useAccountForm';

const { signInAgain } = accountStrings;

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

  return asking && <SignInAgainDialog email={user.email} onFinish={finish} />;
}

function SignInAgainDialog({ email, onFinish }: { email: string; onFinish: (signedIn: boolean) => void }) {
  const { errors, busy, submit } = useAccountForm(
    signInSchema,
    async (credentials) => {
      await signIn(credentials);
      onFinish(true);
    },
    () => ({ email }),
  );

  return (
    <Dialog title={signInAgain.title} width="narrow" onClose={() => onFinish(false)}>
      <form method="post" onSubmit={submit} className="grid gap-4">
        <p className="text-ink-soft">{signInAgain.text}</p>
        <p className="font-medium wrap-anywhere">{email}</p>
        <PasswordField
          label={accountStrings.passwordLabel}
          name="password"
          autoComplete="current-password"
          maxLength={256}
          required
          autoFocus
          error={errors.password}
        />
        <Button type="submit" look="primary" busyLabel={busy && accountStrings.signingIn} className="w-full">
          {signInAgain.submit}
        </Button>
      </form>
    </Dialog>
  );
}
