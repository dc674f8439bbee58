const callbacks = new Set<() => void>();

/** Each worker says here how it is woken. Returns how to take that back. */
export function onWake(callback: () => void): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

/** Tells the workers, once the current transaction is over, that there may be something to send. */
export function wakeWorkers(): void {
  for (const callback of callbacks) setImmediate(callback);
}
