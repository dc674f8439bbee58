let wake: (() => void) | undefined;

/** Registers a listener for due notices. Returns a function that removes it. */
export function onNews(look: () => void): () => void {
  wake = look;
  return () => {
    if (wake === look) wake = undefined;
  };
}

let isPlanned = false;

/** Wakes this process's notices after the current transaction. */
export function wakeNotices(): void {
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(() => {
    isPlanned = false;
    wake?.();
  });
}
