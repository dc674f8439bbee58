import { getDb, inTransaction, onceUnlocked } from './connection';

/** A turn of the event loop ends after this long, whatever still waits: others want to be answered, too. */
const LONGEST_GROUP_MS = 10;

type Job = {
  work: () => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

const waiting: Job[] = [];

/**
 * Runs `work` in a transaction that reaches the disk together with those of the requests that arrived at the same
 * time: the wait for the disk, most of what a write costs, is shared. Resolves with work's result once it is on disk;
 * rejects, with nothing of it kept, where work throws or the disk refuses.
 */
export function inSharedTransaction<Result>(work: () => Result): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    if (waiting.length === 0) setImmediate(commitWaiting);
    waiting.push({ work, resolve: resolve as Job['resolve'], reject });
  });
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
    // Where none could even be tried, all of them failed: they would be tried again without end.
    for (const { reject } of waiting.splice(0, tried || waiting.length)) reject(error);
  }
  if (waiting.length > 0) setImmediate(commitWaiting);
}

/**
 * Runs as many as there is time for and commits them, all in one turn of the event loop: nobody reads what is not yet
 * on disk, or writes in between. Returns how to tell each; throws where nothing was kept.
 */
function runTogether(jobs: Job[]): (() => void)[] {
  const deadline = performance.now() + LONGEST_GROUP_MS;
  return inTransaction(() => {
    const answers: (() => void)[] = [];
    for (const job of jobs) {
      answers.push(runOne(job));
      if (performance.now() > deadline) break;
    }
    return answers;
  });
}

/** Inside a transaction better-sqlite3 makes another one a savepoint, which goes back alone where `work` throws. */
function runOne({ work, resolve, reject }: Job): () => void {
  try {
    const result = inTransaction(work);
    return () => resolve(result);
  } catch (error) {
    // A full or broken disk ends the whole transaction, and with it what came before.
    if (!getDb().inTransaction) throw error;
    return () => reject(error);
  }
}
