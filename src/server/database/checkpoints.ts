import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { log } from '../log';
import {
  type Charge,
  LOOK_EVERY_MS,
  PAUSE_AFTER_FAILURE_MS,
  type Progress,
  WORTH_COPYING_PAGES,
} from './checkpoint-progress';
import { getDb } from './connection';

/** After how many pages SQLite copies the log itself, as part of a write; 0 is never. */
const SQLITE_DEFAULT_PAGES = 1000;

/** For how long somebody else's checkpoint is waited for. */
const FOLD_ATTEMPTS = 50;
const FOLD_AGAIN_MS = 20;

/** How long the thread stays without anything to copy; it is started again when there is. */
const PATIENCE_MS = 60_000;

/** It holds a connection and a timer. */
const LITTLE = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/** Whether the disk is, or was, too full to let the log grow until a thread comes to copy it. */
let isShortOfRoom = false;
/** Whether the log is the thread's to copy, and SQLite is told to leave it alone. */
let isThreads = false;

/**
 * Says whether the disk has little room. While it has, SQLite copies the log within the writes that make it long: what
 * is given up for deletions must not all be taken by the log, or the database could not grow by what they write, and
 * the log could never begin anew.
 */
export function setShortOfRoom(isShort: boolean): void {
  isShortOfRoom = isShort;
  tellSqlite();
}

function setThreads(is: boolean): void {
  isThreads = is;
  tellSqlite();
}

function tellSqlite(): void {
  const pages = isThreads && !isShortOfRoom ? 0 : SQLITE_DEFAULT_PAGES;
  getDb().pragma(`wal_autocheckpoint = ${pages}`);
}

/**
 * Copies the write-ahead log into the database, so that the next write begins it anew and takes no more of the disk.
 * Everybody waits meanwhile: it is for a disk that is full.
 * @throws {SqliteError} SQLITE_FULL where the database would have to grow for it and cannot.
 */
export async function foldLog(): Promise<void> {
  for (let attempt = 0; attempt < FOLD_ATTEMPTS; attempt++) {
    const [{ busy }] = getDb().pragma('wal_checkpoint(PASSIVE)') as [{ busy: 0 | 1 }];
    if (!busy) return;
    await setTimeout(FOLD_AGAIN_MS);
  }
}

/**
 * Has a thread of its own copy SQLite's write-ahead log into the database. SQLite would do so within whichever write
 * makes the log too long, and every request would wait for the disk meanwhile. The thread is there while there is
 * something to copy, and `patienceMs` longer: it takes 11 MB. Returns how to stop.
 */
export function startCheckpoints(program: string, patienceMs = PATIENCE_MS): () => Promise<unknown> {
  const db = getDb();
  let thread: Worker | undefined;
  let pausedUntil = 0;
  setThreads(true);
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await thread?.terminate();
  };

  function look(): void {
    if (thread || performance.now() < pausedUntil) return;
    try {
      if (pausedUntil > 0) setThreads(true);
      pausedUntil = 0;
      const [{ log: length, checkpointed }] = db.pragma('wal_checkpoint(NOOP)') as [Progress];
      if (length - checkpointed >= WORTH_COPYING_PAGES) startThread();
    } catch (error) {
      pause(error);
    }
  }

  function startThread(): void {
    thread = new Worker(program, {
      workerData: { path: db.name, patienceMs } satisfies Charge,
      resourceLimits: LITTLE,
    });
    thread.unref();
    thread.on('message', (reason: string) => log.error({ event: 'checkpoint_failed', reason }));
    thread.once('error', pause);
    thread.once('exit', () => {
      thread = undefined;
    });
  }

  /** Leaves the log to SQLite for a while, where there can be no thread. */
  function pause(error: unknown): void {
    log.error({ event: 'checkpoints_paused', err: error });
    pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
    setThreads(false);
  }
}
