import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Derives a value from the time a few times a minute; re-renders only when it changes. `atRender` is the server's
 * value, for the first paint.
 */
export function useNow<Value extends string | number | boolean | undefined>(
  make: (now: number) => Value,
  atRender: () => Value,
): Value {
  return useSyncExternalStore(subscribe, () => make(now), atRender);
}
