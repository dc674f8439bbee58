import { setTimeout as rest, setImmediate } from 'node:timers/promises';
import type { Statement } from 'better-sqlite3';
import { inUnsyncedTransaction, onceUnlocked, openLog } from './connection';

/** The time for one slice. One step, the commit and merges of the full-text indexes can add up to 30 ms. */
const SLICE_MS = 3;
const MOST_REMOVED_AT_ONCE = 20;

/**
 * Does long work in small slices. Repeats `step` until it returns 0, and returns the sum of its results; a step handles
 * a few rows and returns how many. Each slice of some 3 ms is one transaction, so that an interrupted process leaves
 * only complete slices. After each slice comes an equally long pause, in which this process answers requests and other
 * processes can write.
 *
 * A slice does not wait for the disk (except one in some thousand pages, in which SQLite copies the log): it holds the
 * write lock only until its data is in the log, and another thread then syncs the log. The next slice begins after the
 * sync, so that a request's commit waits for one slice at most. When the promise resolves, everything is on disk.
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
 * Does work in slices that somebody waits for: requests are answered in between, but there is no pause, and nothing waits for
 * the disk, also at the end. So only for what can be done again: a power cut may take the last slices. `step` takes a few
 * milliseconds and returns whether there is more.
 */
export async function workWithoutPause(step: () => boolean): Promise<void> {
  while (await onceUnlocked(() => inUnsyncedTransaction(step))) await setImmediate();
}

/**
 * Removes in slices all rows that `remove`, a DELETE of at most :limit rows, finds with `params`. Returns how many. It
 * lowers the limit if the rows take long: rows all over a large file may each need a disk read.
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
