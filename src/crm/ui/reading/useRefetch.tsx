import { useEffect, useRef, useState } from 'react';
import { describeReadFailure } from '~/crm/api-client';
import { crmStrings } from '~/shared/strings/crm';
import { useReconnect } from '../connection';
import { attempt, type Outcome } from '../run-with-toast';
import { readFailure, showToast, showToastAlso } from '../toasts/toasts';
import { useStable } from '../useStable';
import { LoadFailed } from './LoadFailed';

/**
 * A value that came with the page, null if the server could not read it; re-read after an action, by a button, or on
 * reconnect. A failure toasts `failed`, and the earlier value stays; without one, `failure` offers a retry.
 */
export function useRefetch<Value>(initial: Value | null, read: () => Promise<Value>, failed: string) {
  const [value, setValue] = useState(initial);
  const [isReading, setReading] = useState(false);
  const isMissed = useRef(false);
  const startsUnread = useRef(initial === null);

  useEffect(() => {
    if (startsUnread.current) showToast(readFailure(failed));
  }, [failed]);

  const { refetch } = useStable({
    refetch: async () => {
      setReading(true);
      try {
        setValue(await read());
        isMissed.current = false;
      } catch (error) {
        isMissed.current = true;
        // Added to the current toast, which reports the user's action.
        showToastAlso({
          ...describeReadFailure(failed, error),
          ...(value !== null && { action: { label: crmStrings.retry, run: () => void refetch() } }),
        });
      }
      setReading(false);
    },
  });

  useReconnect(() => {
    // If nothing is shown, LoadFailed retries.
    if (isMissed.current && value !== null) void refetch();
  });

  /** Runs an action, toasts its outcome, and re-reads. Resolves to whether the action succeeded. */
  async function act(run: () => Promise<unknown>, outcome: Outcome): Promise<boolean> {
    const isDone = await attempt(run, outcome);
    // Also after a failure: somebody else may have changed it.
    await refetch();
    return isDone;
  }

  const failure = value === null ? <LoadFailed text={failed} busy={isReading} onRetry={() => void refetch()} /> : null;
  return { value, setValue, failure, refetch, act };
}
