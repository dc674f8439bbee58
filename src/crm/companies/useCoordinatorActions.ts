import { useState } from 'react';
import type { Coordinator } from '~/shared/accounts/coordinator';
import { coordinatorStrings } from '~/shared/strings/companies';
import { showToast } from '../ui/toasts';
import { changeCoordinatorStatus, deleteUser, resetPassword } from './company-api';

const { toasts } = coordinatorStrings;

type Action = 'reset' | 'toggle' | 'remove';

/** What an administrator does for a coordinator; each says how it ended and then reads the agency anew. */
export function useCoordinatorActions({ id, status }: Coordinator, onChanged: () => Promise<void>) {
  const [running, setRunning] = useState<Action | null>(null);
  const isOut = status === 'suspended' || status === 'disabled';

  async function run(action: Action, call: () => Promise<unknown>, done: string, failed: string) {
    if (running) return false;
    setRunning(action);
    let succeeded = true;
    try {
      await call();
      showToast({ tone: 'success', text: done });
    } catch {
      succeeded = false;
      showToast({ tone: 'error', text: failed });
    }
    // After a failure, too: somebody else may have changed the coordinator meanwhile.
    await onChanged();
    setRunning(null);
    return succeeded;
  }

  return {
    running,
    /** Whether they are kept out by an administrator. */
    isOut,
    reset: () => void run('reset', () => resetPassword(id), toasts.reset, toasts.resetFailed),
    toggle: () =>
      void run(
        'toggle',
        () => changeCoordinatorStatus(id, isOut ? 'active' : 'suspended'),
        isOut ? toasts.reactivated : toasts.suspended,
        toasts.statusFailed,
      ),
    remove: () => run('remove', () => deleteUser(id), toasts.deleted, toasts.deleteFailed),
  };
}
