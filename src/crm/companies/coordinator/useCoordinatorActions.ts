import { useState } from 'react';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useTurns } from '~/crm/ui/useTurns';
import type { Coordinator } from '~/shared/accounts/coordinator';
import { coordinatorStrings } from '~/shared/strings/companies';
import { changeCoordinatorStatus, deleteUser, resetPassword } from '../company-api';

const { toasts } = coordinatorStrings;

type Action = 'reset' | 'toggle' | 'remove';

/** An administrator's actions on a coordinator. Each reports its result and reads the agency again. */
export function useCoordinatorActions({ id, status }: Coordinator, onChanged: () => Promise<void>) {
  const [running, setRunning] = useState<Action | null>(null);
  const inTurn = useTurns();
  const isOut = status === 'suspended' || status === 'disabled';

  async function run(action: Action, call: () => Promise<unknown>, done: string, failed: string) {
    setRunning(action);
    const succeeded = await inTurn(async () => {
      const result = await call().then(
        () => ({ tone: 'success', text: done }) as const,
        () => ({ tone: 'error', text: failed }) as const,
      );
      showToast(result);
      // Also after a failure: somebody else may have changed the coordinator.
      await onChanged();
      return result.tone === 'success';
    });
    setRunning((current) => (current === action ? null : current));
    return succeeded;
  }

  return {
    running,
    /** Whether an administrator has suspended the coordinator. */
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
