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
import { explainFolderFault } from '~/server/process/file-fault';
import { CommandError } from '../command';
import { type Contents, inspectFile } from './inspect';

/** 4 KiB pages per step, on disk before the next step begins. Larger steps would stall the server's writes. */
const PAGES_PER_STEP = 256;
/** Free space to leave beside the copy, so that the server can keep writing. */
const SPARE_BYTES = 32 * 2 ** 20;

type Backup = { path: string; bytes: number; contents: Contents };

/**
 * Copies a live database into `folder` and verifies the copy, which gets its final name once complete and on disk.
 * @throws {CommandError} if there is no room, or no way to write there; {DatabaseUnfitError} if the copy is damaged.
 */
export async function backUp(
  databasePath: string,
  folder: string,
  onProgress: (share: number) => void,
): Promise<Backup> {
  const target = join(folder, backupName(databasePath));
  const fault = explainFolderFault(folder);
  if (fault) throw new CommandError(fault);
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

/** Half the time is pauses: the server shares this disk. */
async function copy(databasePath: string, to: string, onProgress: (share: number) => void): Promise<void> {
  const source = new Sqlite(databasePath, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    // The read transaction pins a snapshot; without it, every write by the server restarts the copy.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        const startedAt = performance.now();
        if (existsSync(to)) syncToDisk(to);
        pause(performance.now() - startedAt);
        return PAGES_PER_STEP;
      },
    });
  } finally {
    source.close();
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Synchronous `backUp` for a database this process has open; runs at startup, before migrations. Returns the path. */
export function backUpSync(db: Database, folder: string, reason: string): string {
  const target = join(folder, backupName(db.name, reason));
  const partial = `${target}.${process.pid}.parcial`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    db.prepare('VACUUM INTO ?').run(partial);
    return finish(partial, target).path;
  } finally {
    removeDatabaseFile(partial);
  }
}

/** `crm-2026-11-21T04-05-06-789Z.sqlite` or `crm-antes-de-0002-…`: names sort by time. */
function backupName(databasePath: string, reason?: string): string {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  return `${databaseName(databasePath)}-${reason ? `${reason}-` : ''}${time}.sqlite`;
}

/** The prefix of this database's backup names. */
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

/** Why a backup would not fit in `folder` (which must exist), as a sentence; null if it fits. */
export function findLackOfRoom(databasePath: string, folder: string): string | null {
  const needed = statSync(databasePath).size + SPARE_BYTES;
  const free = freeBytes(folder);
  if (free >= needed) return null;
  return `No hay lugar para un respaldo en ${folder}: hacen falta ${toMegabytes(needed)} y quedan ${toMegabytes(free)}.`;
}

export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function toMegabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

/** fsyncs a file or a folder (its list of names). */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Removes a database file together with the log and shared-memory files SQLite may have left. */
export function removeDatabaseFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
