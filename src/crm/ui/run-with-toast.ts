import { showFailureOf } from '~/crm/api-client';
import { showToast } from './toasts/toasts';

/** An action's toasts: `failed` is followed by the server's reason. */
export type Outcome = { done?: string; detail?: string; failed: string; undo?: (() => void) | undefined };

/** Runs an action and toasts its outcome. Resolves to whether it succeeded. */
export async function attempt(run: () => Promise<unknown>, { done, detail, failed, undo }: Outcome): Promise<boolean> {
  try {
    await run();
  } catch (error) {
    showFailureOf(failed, error);
    return false;
  }
  if (done) showToast({ tone: 'success', text: done, ...(detail && { detail }), undo });
  return true;
}
