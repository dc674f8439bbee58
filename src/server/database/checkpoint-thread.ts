import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import {
  type Charge,
  LOOK_EVERY_MS,
  PAUSE_AFTER_FAILURE_MS,
  type Progress,
  WORTH_COPYING_PAGES,
} from './checkpoint-progress';

/** 32 MB, past which writes that never pause are made to wait until the log can begin anew. */
const TOO_LONG_PAGES = 8000;
/** What is copied while writes wait, which takes some ms. */
const FEW_PAGES = 200;
const RESTART_EVERY_MS = 1000;

const { path, patienceMs } = workerData as Charge;
const db = new Sqlite(path, { fileMustExist: true, timeout: 0 });
db.pragma('synchronous = FULL');
let restartedAt = 0;
let copiedAt = performance.now();
look();

function look(): void {
  let pause = LOOK_EVERY_MS;
  try {
    copyIfWorthwhile();
  } catch (error) {
    parentPort?.postMessage((error as Error).message);
    pause = PAUSE_AFTER_FAILURE_MS;
  }
  if (performance.now() - copiedAt < patienceMs + pause) setTimeout(look, pause);
  else end();
}

/** Nothing was written for a while: the log gives its place on the disk back. Where somebody is busy, it is left. */
function end(): void {
  try {
    checkpoint('TRUNCATE');
  } catch (error) {
    parentPort?.postMessage((error as Error).message);
  }
  db.close();
}

function copyIfWorthwhile(): void {
  const before = checkpoint('NOOP');
  if (before.log - before.checkpointed < WORTH_COPYING_PAGES && before.log < TOO_LONG_PAGES) return;
  copiedAt = performance.now();
  const after = checkpoint('PASSIVE');
  const left = after.log - after.checkpointed;
  if (after.log < TOO_LONG_PAGES || left > FEW_PAGES) return;
  // Whoever reads (a backup, an export) may keep the log from beginning anew; then it is tried again later.
  if (performance.now() - restartedAt < RESTART_EVERY_MS) return;
  restartedAt = performance.now();
  checkpoint('TRUNCATE');
}

/** NOOP only looks; PASSIVE copies without keeping anyone waiting; after TRUNCATE the log begins anew in an empty file. */
function checkpoint(mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): Progress {
  const [progress] = db.pragma(`wal_checkpoint(${mode})`) as [Progress];
  return progress;
}
