import { getDb, inTransaction, onceUnlocked } from './connection';

/** The longest a group may take; the rest waits for the next turn of the event loop, so other requests get answered. */
const MAX_GROUP_MS = 10;

type Job = { work: () => unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void };

const waiting: Job[] = [];

/**
 * Runs `work` in a transaction synced together with those of other requests of the same moment: they share the wait for
 * the disk, most of a write's cost. Resolves with work's result once it is on disk; rejects, with nothing stored, if
 * work throws or the disk fails.
 */
export function inSharedTransaction<Result>(work: () => Result): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    if (waiting.length === 0) setImmediate(commitWaiting);
    waiting.push({ work, resolve: resolve as Job['resolve'], reject });
  });
}

/** Within a transaction: if `work` throws, only its writes are undone. A full or failing disk ends the transaction. */
export function inSavepoint<Result>(work: () => Result): Result {
  return inTransaction(work);
}

async function commitWaiting(): Promise<void> {
  let tried = 0;
  try {
    const answers = await onceUnlocked(() => {
      tried = waiting.length;
      return runTogether(waiting);
    });
    waiting.splice(0, answers.length);
    for (const answer of answers) answer();
  } catch (error) {
    // If not even one was tried, all are rejected; otherwise they would be retried forever.
    for (const { reject } of waiting.splice(0, tried || waiting.length)) reject(error);
  }
  if (waiting.length > 0) setImmediate(commitWaiting);
}

/**
 * Runs as many jobs as time allows and commits them within one turn of the event loop, so nobody reads data that is not
 * on disk yet. Returns a function per job that settles it; throws if nothing was stored.
 */
function runTogether(jobs: Job[]): (() => void)[] {
  const deadline = performance.now() + MAX_GROUP_MS;
  return inTransaction(() => {
    const answers: (() => void)[] = [];
    for (const job of jobs) {
      answers.push(runOne(job));
      if (performance.now() > deadline) break;
    }
    return answers;
  });
}

/** Nested, better-sqlite3 uses a savepoint: a job that throws rolls back alone. */
function runOne({ work, resolve, reject }: Job): () => void {
  try {
    const result = inTransaction(work);
    return () => resolve(result);
  } catch (error) {
    // A full or failing disk ends the whole transaction, earlier jobs included.
    if (!getDb().inTransaction) throw error;
    return () => reject(error);
  }
}
