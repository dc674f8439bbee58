import { useEffect, useRef, useState } from 'react';
import { unreadBecause } from '~/crm/api-client';
import { crmStrings } from '~/shared/strings/crm';
import { attempt, type Outcome } from '../attempt';
import { useReturn } from '../connection';
import { showToast, showToastAlso, unread } from '../toasts/toasts';
import { useStable } from '../useStable';
import { LoadFailed } from './LoadFailed';

/**
 * A value that came with the page, null if the server could not read it; re-read after an action, by a button, or on
 * reconnect. A failure toasts `failed`, and the earlier value stays; without one, `failure` says so with a retry button.
 */
export function useRereading<Value>(initial: Value | null, read: () => Promise<Value>, failed: string) {
  const [value, setValue] = useState(initial);
  const [isReading, setReading] = useState(false);
  const isMissed = useRef(false);
  const startsUnread = useRef(initial === null);

  useEffect(() => {
    if (startsUnread.current) showToast(unread(failed));
  }, [failed]);

  const { readAgain } = useStable({
    readAgain: async () => {
      setReading(true);
      try {
        setValue(await read());
        isMissed.current = false;
      } catch (error) {
        isMissed.current = true;
        // Added to the current toast, which reports the user's action.
        showToastAlso({
          ...unreadBecause(failed, error),
          ...(value !== null && { action: { label: crmStrings.retry, run: () => void readAgain() } }),
        });
      }
      setReading(false);
    },
  });

  useReturn(() => {
    // If nothing is shown, LoadFailed retries.
    if (isMissed.current && value !== null) void readAgain();
  });

  /** Runs an action, toasts its outcome, and re-reads. Resolves to whether the action succeeded. */
  async function act(run: () => Promise<unknown>, outcome: Outcome): Promise<boolean> {
    const isDone = await attempt(run, outcome);
    // Also after a failure: somebody else may have changed it.
    await readAgain();
    return isDone;
  }

  const failure =
    value === null ? <LoadFailed text={failed} busy={isReading} onRetry={() => void readAgain()} /> : null;
  return { value, setValue, failure, readAgain, act };
}
