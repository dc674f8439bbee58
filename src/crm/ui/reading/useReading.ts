import { useEffect, useState } from 'react';
import { showToast } from '../toasts/toasts';

/**
 * What a part of a screen reads when it opens, and again with each new `key`; null until it is there. Where it cannot be
 * read a toast says `failed`, and `hasFailed` asks for a place that offers `retry`; what was read before stays.
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
      () => {
        if (!isCurrent) return;
        setFailed(true);
        showToast({ tone: 'error', text: failed });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);

  return { value, setValue, hasFailed, retry: () => setAttempt((last) => last + 1) };
}
