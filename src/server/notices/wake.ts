let wake: (() => void) | undefined;

/** Registers what looks for things to tell. Returns a function that removes it. */
export function onNews(look: () => void): () => void {
  wake = look;
  return () => {
    if (wake === look) wake = undefined;
  };
}

let isPlanned = false;

/** Makes this process look, after the current transaction, for what is to be told. */
export function wakeNotices(): void {
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(() => {
    isPlanned = false;
    wake?.();
  });
}
