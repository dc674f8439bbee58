/** `insist`: also where a receiver asked for a pause. */
type Wake = (insist: boolean) => void;

const callbacks = new Set<Wake>();

/** Each worker says here how it is woken. Returns how to take that back. */
export function onWake(callback: Wake): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

let planned = false;
let insistent = false;

/** Tells the workers, once the current transaction is over, that there may be something to send. */
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
