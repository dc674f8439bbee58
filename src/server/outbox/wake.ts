/** `insist` overrides a pause a receiver asked for. */
type Wake = (insist: boolean) => void;

const callbacks = new Set<Wake>();

/** Registers a worker's callback; returns a function that removes it. */
export function onWake(callback: Wake): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

let planned = false;
let insistent = false;

/** Tells the workers, after the current transaction, to look for messages. */
export function wakeWorkers({ insist = false } = {}): void {
  insistent ||= insist;
  if (planned) return;
  planned = true;
  setImmediate(() => {
    const insists = insistent;
    planned = insistent = false;
    for (const callback of callbacks) callback(insists);
  });
}
