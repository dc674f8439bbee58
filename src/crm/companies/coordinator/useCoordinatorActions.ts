import { useState } from 'react';
import { placeOfMail } from '~/crm/ui/mail-place';
import { attempt, type Outcome } from '~/crm/ui/run-with-toast';
import { useQueue } from '~/crm/ui/useQueue';
import type { CopiedLink } from '~/shared/accounts/member';
import type { ChangeStatus } from '~/shared/accounts/schema';
import type { Coordinator } from '~/shared/companies/company';
import { coordinatorStrings } from '~/shared/strings/companies';
import { mailStrings } from '~/shared/strings/mail';
import { changeCoordinatorStatus, copyLink, deleteUser, resetPassword, resetSecondFactor } from '../company-api';

const { toasts } = coordinatorStrings;

type Action = 'reset' | 'copy' | 'factor' | 'toggle' | 'remove';

/** An administrator's actions on a coordinator. Each reports its result and re-reads the agency. */
export function useCoordinatorActions(
  { id, name, status, second_factor }: Coordinator,
  onChanged: () => Promise<void>,
) {
  const [running, setRunning] = useState<Action | null>(null);
  const [copied, setCopied] = useState<{ whose: string; link: CopiedLink } | null>(null);
  const enqueue = useQueue();
  const isOut = status === 'suspended' || status === 'disabled';

  /** Resolves once the outcome is known, before the agency is re-read. */
  function run(what: Action, call: () => Promise<unknown>, outcome: Outcome): Promise<boolean> {
    const ended = Promise.withResolvers<boolean>();
    setRunning(what);
    void enqueue(async () => {
      ended.resolve(await attempt(call, outcome));
      // Also after a failure: somebody else may have changed the coordinator.
      await onChanged();
      setRunning((current) => (current === what ? null : current));
    });
    return ended.promise;
  }

  const setStatus = (next: ChangeStatus['status'], undo?: () => void) =>
    run('toggle', () => changeCoordinatorStatus(id, next), {
      done: next === 'active' ? toasts.reactivated : toasts.suspended,
      failed: toasts.statusFailed,
      undo,
    });

  return {
    running,
    /** The link just copied, to be shown until `forget`. */
    copied,
    forget: () => setCopied(null),
    /** Suspended by an administrator. */
    isOut,
    reset: () =>
      run('reset', () => resetPassword(id), {
        done: toasts.reset,
        ...placeOfMail({ canCopy: !second_factor }),
        failed: toasts.resetFailed,
      }),
    copy: () =>
      run('copy', async () => setCopied({ whose: name, link: await copyLink(id) }), {
        failed: mailStrings.copyFailed,
      }),
    resetFactor: () =>
      run('factor', () => resetSecondFactor(id), {
        done: toasts.resetSecondFactor,
        failed: toasts.resetSecondFactorFailed,
      }),
    suspend: () => setStatus('suspended'),
    reactivate: () => setStatus('active', () => void setStatus(status === 'disabled' ? status : 'suspended')),
    remove: () => run('remove', () => deleteUser(id), { done: toasts.deleted, failed: toasts.deleteFailed }),
  };
}
