import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { CommandError } from '../command';
import { type Contents, inspectFile } from './inspect';

/**
 * How many 4 KiB pages one step copies. A step ends on disk before the next begins. Larger steps would make the
 * server's writes wait.
 */
const PAGES_A_SLICE = 256;
/** Free space that must be left beside the copy, so that the server can go on writing. */
const SPARE_BYTES = 32 * 2 ** 20;

/** A finished backup: one file, checked. */
export type Backup = { path: string; bytes: number; contents: Contents };

type Options = {
  folder: string;
  now?: Date;
  onProgress?: (share: number) => void;
};

/**
 * Copies a database that may be in use, as it was at one moment, into `folder`, and checks the copy. The file gets its
 * final name only when it is complete and on disk.
 * @throws {CommandError} if there is no room; {DatabaseUnfitError} if the copy is damaged.
 */
export async function backUp(databasePath: string, options: Options): Promise<Backup> {
  const { folder, onProgress } = options;
  const target = join(folder, backupName(databasePath, options.now ?? new Date()));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lack = findLackOfRoom(databasePath, folder);
  if (lack) throw new CommandError(lack);
  const partial = `${target}.${process.pid}.parcial`;
  try {
    await copy(databasePath, partial, onProgress);
    return finish(partial, target);
  } finally {
    removeDatabaseFile(partial);
  }
}

/** Copies step by step, with pauses that take half of the time: the server needs the same disk. */
async function copy(databasePath: string, to: string, onProgress: Options['onProgress']): Promise<void> {
  const source = new Sqlite(databasePath, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    // A read transaction freezes the content. Without it, each write of the server would restart the copy.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        onProgress?.(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        const startedAt = performance.now();
        if (existsSync(to)) syncToDisk(to);
        pause(performance.now() - startedAt);
        return PAGES_A_SLICE;
      },
    });
  } finally {
    source.close();
  }
}

/** Blocks the whole process for this long. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Like `backUp`, but synchronous, for a database that this process has open. Used at the start, before migrations.
 * Returns the backup's path.
 */
export function backUpNow(db: Database, folder: string, reason: string): string {
  const target = join(folder, backupName(db.name, new Date(), reason));
  const partial = `${target}.${process.pid}.parcial`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    db.prepare('VACUUM INTO ?').run(partial);
    return finish(partial, target).path;
  } finally {
    removeDatabaseFile(partial);
  }
}

/** `crm-2026-11-21T04-05-06-789Z.sqlite`, or with a reason `crm-antes-de-0002-…`: names sort by time. */
function backupName(databasePath: string, now: Date, reason?: string): string {
  const time = now.toISOString().replace(/[:.]/g, '-');
  return `${databaseName(databasePath)}-${reason ? `${reason}-` : ''}${time}.sqlite`;
}

/** The first part of the names of this database's backups. */
export function databaseName(databasePath: string): string {
  return basename(databasePath, extname(databasePath));
}

function finish(partial: string, target: string): Backup {
  const contents = inspectFile(partial, target);
  chmodSync(partial, 0o600);
  syncToDisk(partial);
  renameSync(partial, target);
  syncToDisk(dirname(target));
  return { path: target, bytes: statSync(target).size, contents };
}

/** Why a backup of this database would not fit in `folder` (which exists), as a sentence; null if it fits. */
export function findLackOfRoom(databasePath: string, folder: string): string | null {
  const needed = statSync(databasePath).size + SPARE_BYTES;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return null;
  return `No hay lugar para un respaldo en ${folder}: hacen falta ${toMegabytes(needed)} y quedan ${toMegabytes(free)}.`;
}

function toMegabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

/** Waits until a file, or a folder's list of names, is written to the disk. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Removes a database file with the log and index that SQLite may have left beside it. */
export function removeDatabaseFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
