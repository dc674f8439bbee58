import { useState } from 'react';
import { showFailureOf } from '~/crm/api-client';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useTurns } from '~/crm/ui/useTurns';
import type { ChangeStatus } from '~/shared/accounts/schema';
import type { Coordinator } from '~/shared/companies/company';
import { coordinatorStrings } from '~/shared/strings/companies';
import { changeCoordinatorStatus, deleteUser, resetPassword, resetSecondFactor } from '../company-api';

const { toasts } = coordinatorStrings;

type Action = 'reset' | 'factor' | 'toggle' | 'remove';

/** An administrator's actions on a coordinator. Each reports its result and re-reads the agency. */
export function useCoordinatorActions({ id, status }: Coordinator, onChanged: () => Promise<void>) {
  const [running, setRunning] = useState<Action | null>(null);
  const inTurn = useTurns();
  const isOut = status === 'suspended' || status === 'disabled';

  /** Resolves once the outcome is known, before the agency is re-read. */
  function run(
    what: Action,
    call: () => Promise<unknown>,
    done: string,
    failed: string,
    undo?: () => void,
  ): Promise<boolean> {
    const ended = Promise.withResolvers<boolean>();
    setRunning(what);
    void inTurn(async () => {
      try {
        await call();
        showToast({ tone: 'success', text: done, undo });
        ended.resolve(true);
      } catch (error) {
        showFailureOf(failed, error);
        ended.resolve(false);
      }
      // Also after a failure: somebody else may have changed the coordinator.
      await onChanged();
      setRunning((current) => (current === what ? null : current));
    });
    return ended.promise;
  }

  const setStatus = (next: ChangeStatus['status'], undo?: () => void) =>
    run(
      'toggle',
      () => changeCoordinatorStatus(id, next),
      next === 'active' ? toasts.reactivated : toasts.suspended,
      toasts.statusFailed,
      undo,
    );

  return {
    running,
    /** Suspended by an administrator. */
    isOut,
    reset: () => run('reset', () => resetPassword(id), toasts.reset, toasts.resetFailed),
    resetFactor: () =>
      run('factor', () => resetSecondFactor(id), toasts.resetSecondFactor, toasts.resetSecondFactorFailed),
    suspend: () => setStatus('suspended'),
    reactivate: () => setStatus('active', () => void setStatus(status === 'disabled' ? status : 'suspended')),
    remove: () => run('remove', () => deleteUser(id), toasts.deleted, toasts.deleteFailed),
  };
}
