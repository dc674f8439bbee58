import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { CommandError } from '../command';
import { removeDatabaseFile, syncToDisk } from './backup';
import { type Contents, inspectFile } from './inspect';

/** What was put in place, and where what stood there is kept (null where there was nothing). */
export type Restored = { contents: Contents; kept: string | null };

/**
 * Puts a backup in the database's place. The backup is copied beside it and checked first; what it replaces is kept
 * under another name. Sessions and links are not brought back: some may have been ended since.
 * @throws {DatabaseUnfitError} where the backup is no sound database of this product's;
 * {CommandError} where a server has the database open.
 */
export async function restore(
  backup: string,
  databasePath: string,
  serverAnswers: () => Promise<boolean>,
): Promise<Restored> {
  if (!existsSync(backup)) throw new CommandError(`No existe el archivo ${backup}.`);
  mkdirSync(dirname(databasePath), { recursive: true });
  const candidate = `${databasePath}.restaurando`;
  removeDatabaseFile(candidate);
  try {
    copyFileSync(backup, candidate);
    // A database that was copied by hand has its last writes in a log of its own.
    if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${candidate}-wal`);
    const contents = inspectFile(candidate, backup);
    endCredentials(candidate);
    chmodSync(candidate, 0o600);
    syncToDisk(candidate);
    const kept = await replace(databasePath, candidate, serverAnswers);
    return { contents, kept };
  } finally {
    removeDatabaseFile(candidate);
  }
}

function endCredentials(path: string): void {
  const db = new Sqlite(path, { fileMustExist: true });
  try {
    db.exec('DELETE FROM sessions; DELETE FROM one_time_tokens;');
  } finally {
    db.close();
  }
}

/**
 * Keeps the present database under a second name, then puts the candidate over it in one step: at no moment is there
 * no database, which a start would take for a reason to make a new one.
 */
async function replace(
  databasePath: string,
  candidate: string,
  serverAnswers: () => Promise<boolean>,
): Promise<string | null> {
  const present = existsSync(databasePath);
  const kept = `${databasePath}.reemplazada-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const lock = present ? await takeAlone(databasePath, serverAnswers) : null;
  try {
    if (present) linkSync(databasePath, kept);
    // SQLite would replay a log that was left behind into the restored database.
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(databasePath + suffix)) renameSync(databasePath + suffix, kept + suffix);
    }
    renameSync(candidate, databasePath);
    syncToDisk(dirname(databasePath));
  } finally {
    lock?.close();
  }
  return present ? kept : null;
}

/**
 * Leaving WAL mode needs the database for itself, so SQLite's own locks say whether anyone has it open. A file too
 * damaged for that is taken if nothing answers where the server would.
 */
async function takeAlone(
  databasePath: string,
  serverAnswers: () => Promise<boolean>,
): Promise<Database | null> {
  const db = new Sqlite(databasePath, { timeout: 500 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    const locked = error instanceof Sqlite.SqliteError && /BUSY|LOCKED/.test(error.code);
    if (locked || (await serverAnswers())) {
      throw new CommandError(
        `El servidor (u otro programa) tiene abierta ${databasePath}. Detenelo antes de restaurar.`,
        { cause: error },
      );
    }
    return null;
  }
}
