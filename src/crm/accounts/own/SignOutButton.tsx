import { type ReactNode, useState } from 'react';
import { ApiError, callApi } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { forgetAccount, hasDrafts } from '~/crm/ui/drafts/drafts';
import { $stream } from '~/crm/ui/stream';
import { showToast } from '~/crm/ui/toasts/toasts';
import { crmStrings } from '~/shared/strings/crm';

/**
 * Ends the session, deletes the user's drafts and whatever else this tab stores for them, and goes to the landing. Asks
 * first if there are drafts. A session that has already ended counts as success.
 */
export function SignOutButton({ className = '' }: { className?: string }) {
  const [busy, setBusy] = useState(false);
  /** Loaded lazily: most users leave no drafts. */
  const [question, setQuestion] = useState<ReactNode>(null);

  function ask() {
    const cannot = () => showToast({ tone: 'error', text: crmStrings.unexpected });
    Promise.all([import('~/crm/ui/Dialog'), import('~/shared/strings/accounts/leave-drafts')]).then(
      ([{ ConfirmDialog }, { leaveDraftsStrings: texts }]) =>
        setQuestion(<ConfirmDialog {...texts} onConfirm={() => void leave()} onClose={() => setQuestion(null)} />),
      cannot,
    );
  }

  async function leave() {
    setQuestion(null);
    setBusy(true);
    // It would tell of the end, and send the page elsewhere.
    $stream.get()?.close();
    try {
      await callApi('/api/auth/sign-out', { method: 'POST', offersSignIn: false });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'unauthenticated')) {
        showToast({ tone: 'error', text: crmStrings.unexpected });
        setBusy(false);
        return;
      }
    }
    forgetAccount();
    location.assign('/');
  }

  return (
    <>
      <Button
        size="small"
        onClick={() => (hasDrafts() ? ask() : void leave())}
        busyLabel={busy && crmStrings.signOut}
        className={className}
      >
        {crmStrings.signOut}
      </Button>
      {question}
    </>
  );
}
