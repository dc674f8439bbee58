import { useEffect, useState } from 'react';
import { describeReadFailure } from '~/crm/api-client';
import { useReconnect } from '../connection';
import { Loading } from '../Spinner';
import { showToastAlso } from '../toasts/toasts';
import { LoadFailed } from './LoadFailed';

/**
 * Reads data when part of a screen opens, and whenever `key` changes; null until then. A failure toasts `failed`, sets
 * `hasFailed`, and keeps an earlier value. Retries on reconnect. `placeholder` stands for a value not there yet.
 */
export function useFetch<Value>(read: () => Promise<Value>, key: string, failed: string) {
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
        // Added to the current toast, which may report the cause: the lead is gone.
        showToastAlso(describeReadFailure(failed, error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);

  const retry = () => setAttempt((last) => last + 1);
  useReconnect(() => {
    if (hasFailed) retry();
  });

  const placeholder = hasFailed ? <LoadFailed text={failed} onRetry={retry} /> : <Loading />;
  return { value, setValue, hasFailed, retry, placeholder: value === null && placeholder };
}
