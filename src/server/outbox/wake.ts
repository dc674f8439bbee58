let wake: (() => void) | undefined;

/** The worker says here how it is woken. */
export function onWake(callback: (() => void) | undefined): void {
  wake = callback;
}

/** Tells the worker, once the current transaction is over, that there may be something to send. */
export function wakeWorker(): void {
  if (wake) setImmediate(wake);
}
