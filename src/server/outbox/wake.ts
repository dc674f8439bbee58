import { EventEmitter } from 'node:events';

/** Emits the id of each message whose attempt this process has recorded. */
export const outcomes = new EventEmitter();

/** `overridePause`: ends a pause that a receiver asked for. */
type Wake = (overridePause: boolean) => void;

const callbacks = new Set<Wake>();

/** Registers a worker's callback; returns a function that removes it. */
export function onWake(callback: Wake): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

let isScheduled = false;
let isOverride = false;

/** Makes the workers look for due messages, after the current transaction. */
export function wakeWorkers({ overridePause = false } = {}): void {
  isOverride ||= overridePause;
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    const wasOverride = isOverride;
    isScheduled = isOverride = false;
    for (const callback of callbacks) callback(wasOverride);
  });
}
