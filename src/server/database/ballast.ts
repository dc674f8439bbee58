import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { getSettings } from '../env';
import { log } from '../log';
import { foldLog, setShortOfRoom } from './checkpoints';

/** Twice what the write-ahead log usually holds that is not yet in the database, which may have to grow by as much. */
const BALLAST_BYTES = 8 * 2 ** 20;
/** The ballast is only laid down where it takes a small part of what is free. */
const ROOM_NEEDED_BYTES = 4 * BALLAST_BYTES;

function ballastPath(): string {
  return `${getSettings().DATABASE_PATH}.lastre`;
}

/**
 * Keeps a file beside the database whose only use is to be removed: on a full disk SQLite cannot delete either, since
 * a deletion is written too. Does nothing where it lies there already or there is little room.
 */
export function layBallast(): void {
  const path = ballastPath();
  if (!existsSync(path)) {
    const { bavail, bsize } = statfsSync(dirname(path));
    if (bavail * bsize < ROOM_NEEDED_BYTES) {
      setShortOfRoom(true);
      log.error({ event: 'disk_almost_full', free_bytes: bavail * bsize });
      return;
    }
    writeFileSync(path, Buffer.alloc(BALLAST_BYTES, 'lastre'), { mode: 0o600 });
  }
  // Another process may have laid it.
  setShortOfRoom(false);
}

/** Whether the ballast lies there; without it the disk is, or was, full. */
export function hasBallast(): boolean {
  return existsSync(ballastPath());
}

/**
 * Runs work that frees space. Where the disk is too full for it, it gives up the ballast, if that lies there still,
 * lets the log begin anew in the place that it has, and tries once more.
 */
export async function withBallast<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    if (hasBallast()) {
      rmSync(ballastPath(), { force: true });
      setShortOfRoom(true);
      log.error({ event: 'disk_full', ballast: 'released' });
    }
    try {
      await foldLog();
    } catch (failure) {
      if (!isDiskFull(failure)) throw failure;
    }
    return await work();
  }
}

function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE' || code === 'ENOSPC';
}
