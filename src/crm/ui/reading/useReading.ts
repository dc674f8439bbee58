import { useEffect, useState } from 'react';
import { unreadBecause } from '~/crm/api-client';
import { showToast } from '../toasts/toasts';
import { useReturn } from '../useReturn';

/**
 * Reads data when part of a screen opens, and whenever `key` changes; null until then. A failure toasts `failed` and
 * sets `hasFailed`, so that the screen can offer `retry`; an earlier value stays. Retries on reconnect.
 */
export function useReading<Value>(read: () => Promise<Value>, key: string, failed: string) {
  const [value, setValue] = useState<Value | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is named by the key
  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    read().then(
      (found) => isCurrent && setValue(found),
      (error) => {
        if (!isCurrent) return;
        setFailed(true);
        showToast(unreadBecause(failed, error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);

  const retry = () => setAttempt((last) => last + 1);
  useReturn(() => {
    if (hasFailed) retry();
  });

  return { value, setValue, hasFailed, retry };
}
