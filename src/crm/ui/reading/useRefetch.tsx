import { type SetStateAction, useEffect, useRef, useState } from 'react';
import { describeReadFailure } from '~/crm/api-client';
import { crmStrings } from '~/shared/strings/crm';
import { useReconnect } from '../connection';
import { attempt, type Outcome } from '../run-with-toast';
import { readFailure, showToast, showToastAlso } from '../toasts/toasts';
import { useStable } from '../useStable';
import { LoadFailed } from './LoadFailed';
import { useReturn, whenStill } from './useReturn';

/**
 * A value that came with the page, null if the server could not read it; re-read after an action, by a button, on
 * reconnect, and when somebody comes back to the page: then it changes only once nothing is being pressed or typed. A
 * failure toasts `failed`, and the earlier value stays; without one, `failure` offers a retry.
 */
export function useRefetch<Value>(initial: Value | null, read: () => Promise<Value>, failed: string) {
  const [value, put] = useState(initial);
  const [isReading, setReading] = useState(false);
  const isMissed = useRef(false);
  /** How often the value was set. */
  const changes = useRef(0);
  const startsUnread = useRef(initial === null);

  useEffect(() => {
    if (startsUnread.current) showToast(readFailure(failed));
  }, [failed]);

  function miss(error: unknown) {
    isMissed.current = true;
    // Added to the current toast, which reports the user's action.
    showToastAlso({
      ...describeReadFailure(failed, error),
      ...(value !== null && { action: { label: crmStrings.retry, run: () => void refetch() } }),
    });
  }

  const { refetch, setValue, revisit } = useStable({
    setValue: (next: SetStateAction<Value | null>) => {
      changes.current++;
      put(next);
    },
    refetch: async () => {
      setReading(true);
      try {
        setValue(await read());
        isMissed.current = false;
      } catch (error) {
        miss(error);
      }
      setReading(false);
    },
    revisit: async (): Promise<void> => {
      if (value === null) return refetch();
      const seen = changes.current;
      try {
        const found = await read();
        isMissed.current = false;
        if (JSON.stringify(found) === JSON.stringify(value)) return;
        await whenStill();
        // What an action has shown meanwhile is newer.
        if (changes.current === seen) setValue(found);
        else await revisit();
      } catch (error) {
        miss(error);
      }
    },
  });
  useReturn(revisit);

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
