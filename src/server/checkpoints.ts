import { Worker } from 'node:worker_threads';
import { getDb } from './db';
import { log } from './log';

/** After how many pages SQLite copies the log itself, as part of a write; 0 is never. */
const SQLITE_DEFAULT_PAGES = 1000;

/** It holds a connection and a timer. */
const LITTLE = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/**
 * Has a thread of its own copy SQLite's write-ahead log into the database. SQLite would do so within whichever write
 * makes the log too long, and every request would wait for the disk meanwhile. Returns how to stop.
 */
export function startCheckpoints(program: string): () => Promise<unknown> {
  const db = getDb();
  const thread = new Worker(program, { workerData: db.name, resourceLimits: LITTLE });
  thread.unref();
  db.pragma('wal_autocheckpoint = 0');
  thread.on('message', (reason: string) => log.error({ event: 'checkpoint_failed', reason }));
  thread.once('error', (error) => {
    log.error({ event: 'checkpoints_ended', err: error });
    db.pragma(`wal_autocheckpoint = ${SQLITE_DEFAULT_PAGES}`);
  });
  return () => thread.terminate();
}
