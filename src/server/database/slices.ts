import { setTimeout as rest } from 'node:timers/promises';
import type { Statement } from 'better-sqlite3';
import { inUnsyncedTransaction, onceUnlocked, openLog } from './connection';

/** A step, a commit and what the full-text indexes merge now and then come on top: up to 30 ms more. */
const SLICE_MS = 3;
const MOST_REMOVED_AT_ONCE = 20;

/**
 * Does long work little by little: repeats `step` until it returns 0, and returns the sum of what it returned. `step`
 * handles a few rows and says how many. Each slice of some 3 ms is one transaction, so that a process that ends in
 * the middle leaves whole slices; and is followed by as long a rest, in which this process answers its requests and
 * any other can write.
 *
 * Nobody waits for the disk, but for the slice in some thousand pages in which SQLite copies the log: a slice holds the
 * lock for writing only until it is in the log, and the log is brought to the disk by another thread. The next slice
 * begins after that, so that a request's own commit never finds more than one slice to wait for; and all of it is on
 * disk when the promise resolves.
 */
export async function workInSlices(step: () => number): Promise<number> {
  const log = await openLog();
  try {
    let sum = 0;
    for (;;) {
      const { took, isOver } = await onceUnlocked(() => {
        const startedAt = performance.now();
        const isOver = inUnsyncedTransaction(() => {
          do {
            const done = step();
            if (done === 0) return true;
            sum += done;
          } while (performance.now() - startedAt < SLICE_MS);
          return false;
        });
        return { took: performance.now() - startedAt, isOver };
      });
      await log.datasync();
      if (isOver) return sum;
      await rest(took);
    }
  } finally {
    await log.close();
  }
}

/**
 * Removes little by little all that `remove`, a DELETE of at most :limit rows, finds by `params`. Returns how many. It
 * asks for fewer where they take long: rows that lie all over a large file may each have to be read from the disk.
 */
export function removeInSlices<Params extends object>(
  remove: () => Statement<[Params & { limit: number }]>,
  params: Params,
): Promise<number> {
  let limit = MOST_REMOVED_AT_ONCE;
  return workInSlices(() => {
    const startedAt = performance.now();
    const { changes } = remove().run({ ...params, limit });
    const fitting = Math.floor((limit * SLICE_MS) / (performance.now() - startedAt));
    limit = Math.max(1, Math.min(fitting, 2 * limit, MOST_REMOVED_AT_ONCE));
    return changes;
  });
}
