import { useState } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { ApiError } from '../api-client';
import { Button } from '../ui/Button';
import { showToast } from '../ui/toasts';
import { signOut } from './account-api';

/** Ends the session and goes to the landing. A session that had ended already is no reason to stay. */
export function SignOutButton({ className = '' }: { className?: string }) {
  const [busy, setBusy] = useState(false);

  async function leave() {
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
    location.assign('/');
  }

  return (
    <Button size="small" onClick={leave} busyLabel={busy && crmStrings.signOut} className={className}>
      {crmStrings.signOut}
    </Button>
  );
}
