import { setTimeout as rest, setImmediate } from 'node:timers/promises';
import type { Statement } from 'better-sqlite3';
import { inUnsyncedTransaction, onceUnlocked, openWal } from './connection';

/** Time per slice. A step, the commit and full-text merges can add up to 30 ms. */
const SLICE_MS = 3;
const MAX_DELETES_PER_STEP = 20;

/**
 * Does long work in small slices: repeats `step`, which handles a few rows and returns how many, until it returns 0;
 * returns the sum. Each slice of about 3 ms is one transaction, so an interruption leaves only complete slices. An
 * equally long pause follows each, in which requests are answered and other processes can write.
 *
 * A slice does not wait for the disk (except one in about a thousand pages, when SQLite checkpoints): it holds the
 * write lock only until its data is in the log, and another thread then syncs the log. The next slice begins after the
 * sync, so a request's commit waits for one slice at most. When the promise resolves, everything is on disk.
 */
export async function workInSlices(step: () => number): Promise<number> {
  const log = await openWal();
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
 * Slices of work somebody waits for: requests are answered in between, but there is no pause and no wait for the disk,
 * not even at the end. Only for repeatable work: a power cut may take the last slices. `step` takes a few milliseconds
 * and returns whether there is more.
 */
export async function workWithoutPause(step: () => boolean): Promise<void> {
  while (await onceUnlocked(() => inUnsyncedTransaction(step))) await setImmediate();
}

/**
 * Deletes in slices all rows `remove`, a DELETE of at most :limit rows, finds with `params`; returns how many. Lowers
 * the limit when rows are slow: scattered over a large file, each may need a disk read.
 */
export function removeInSlices<Params extends object>(
  remove: () => Statement<[Params & { limit: number }]>,
  params: Params,
): Promise<number> {
  let limit = MAX_DELETES_PER_STEP;
  return workInSlices(() => {
    const startedAt = performance.now();
    const { changes } = remove().run({ ...params, limit });
    const fitting = Math.floor((limit * SLICE_MS) / (performance.now() - startedAt));
    limit = Math.max(1, Math.min(fitting, 2 * limit, MAX_DELETES_PER_STEP));
    return changes;
  });
}

/** Settles when the next caller may run. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs one slice of long reading, about 5 ms at most. Slices run one at a time, each followed by an equally long pause
 * in which requests are answered: ten exports at once delay nobody more than one.
 */
export async function inTurn<Result>(work: () => Result): Promise<Result> {
  const before = turn;
  let pass = () => {};
  turn = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await before;
  const startedAt = performance.now();
  try {
    return work();
  } finally {
    void rest(performance.now() - startedAt).then(pass);
  }
}
