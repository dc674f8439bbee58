import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { getSettings } from './env';
import { log } from './log';

/** What a few thousand deletions need in the write-ahead log. */
const BALLAST_BYTES = 4 * 2 ** 20;
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
  if (existsSync(path)) return;
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < ROOM_NEEDED_BYTES) {
    log.error({ event: 'disk_almost_full', free_bytes: bavail * bsize });
    return;
  }
  writeFileSync(path, Buffer.alloc(BALLAST_BYTES, 'lastre'), { mode: 0o600 });
}

/** Whether the ballast lies there; without it the disk is, or was, full. */
export function hasBallast(): boolean {
  return existsSync(ballastPath());
}

/** Runs work that frees space. Where the disk is too full for it, it gives up the ballast and tries once more. */
export async function withBallast<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error) || !hasBallast()) throw error;
    rmSync(ballastPath(), { force: true });
    log.error({ event: 'disk_full', ballast: 'released' });
    return await work();
  }
}

function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE' || code === 'ENOSPC';
}
