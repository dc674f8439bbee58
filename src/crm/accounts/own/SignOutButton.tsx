import { useState } from 'react';
import { ApiError } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { dropDrafts, hasDrafts } from '~/crm/ui/forms/drafts';
import { showToast } from '~/crm/ui/toasts/toasts';
import { crmStrings } from '~/shared/strings/crm';
import { signOut } from '../account-api';

type Dialogs = typeof import('~/crm/ui/Dialog');

/**
 * Ends the session and goes to the landing, with nothing left behind of what was being typed: where there is something,
 * it asks first. A session that had ended already is no reason to stay.
 */
export function SignOutButton({ className = '' }: { className?: string }) {
  const [busy, setBusy] = useState(false);
  /** Fetched only when it is needed: most people leave with nothing half written. */
  const [question, setQuestion] = useState<Dialogs | null>(null);

  function ask() {
    const cannot = () => showToast({ tone: 'error', text: crmStrings.unexpected });
    import('~/crm/ui/Dialog').then(setQuestion, cannot);
  }

  async function leave() {
    setQuestion(null);
    setBusy(true);
    try {
      await signOut();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'unauthenticated')) {
        showToast({ tone: 'error', text: crmStrings.unexpected });
        setBusy(false);
        return;
      }
    }
    dropDrafts();
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
      {question && (
        <question.ConfirmDialog
          title={crmStrings.leaveDrafts.title}
          text={crmStrings.leaveDrafts.text}
          confirmLabel={crmStrings.leaveDrafts.confirm}
          onConfirm={() => void leave()}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}
