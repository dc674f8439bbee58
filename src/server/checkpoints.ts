import { Worker } from 'node:worker_threads';
import { LOOK_EVERY_MS, type Progress, WORTH_COPYING_PAGES } from './checkpoint-progress';
import { getDb } from './db';
import { log } from './log';

/** After how many pages SQLite copies the log itself, as part of a write; 0 is never. */
const SQLITE_DEFAULT_PAGES = 1000;

/** It holds a connection and a timer. */
const LITTLE = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/**
 * Has a thread of its own copy SQLite's write-ahead log into the database. SQLite would do so within whichever write
 * makes the log too long, and every request would wait for the disk meanwhile. The thread is there while there is
 * something to copy, and a minute longer: it takes 11 MB. Returns how to stop.
 */
export function startCheckpoints(program: string): () => Promise<unknown> {
  const db = getDb();
  let thread: Worker | undefined;
  db.pragma('wal_autocheckpoint = 0');
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await thread?.terminate();
  };

  function look(): void {
    if (thread) return;
    try {
      const [{ log: length, checkpointed }] = db.pragma('wal_checkpoint(NOOP)') as [Progress];
      if (length - checkpointed >= WORTH_COPYING_PAGES) startThread();
    } catch (error) {
      log.error({ event: 'checkpoint_failed', err: error });
    }
  }

  function startThread(): void {
    thread = new Worker(program, { workerData: db.name, resourceLimits: LITTLE });
    thread.unref();
    thread.on('message', (reason: string) => log.error({ event: 'checkpoint_failed', reason }));
    thread.once('exit', () => {
      thread = undefined;
    });
    thread.once('error', (error) => {
      log.error({ event: 'checkpoints_ended', err: error });
      clearInterval(timer);
      db.pragma(`wal_autocheckpoint = ${SQLITE_DEFAULT_PAGES}`);
    });
  }
}
