import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { CommandError } from '../command';
import { removeDatabaseFile, syncToDisk } from './backup';
import { type Contents, inspectFile } from './inspect';

/** What the restored database contains, and the path of the database that it replaced (null if there was none). */
export type Restored = { contents: Contents; kept: string | null };

/**
 * Replaces the database by a backup. The backup is first copied beside it and checked; the old database is kept under
 * another name. Sessions and links are not restored, because some may have been ended since.
 * @throws {DatabaseUnfitError} if the backup is not a sound database of this product; {CommandError} if a server has
 * the database open.
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
    // If somebody copied the database by hand, its last writes are in a separate log file.
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
 * Gives the present database a second name, then renames the candidate over it. So the database exists at every moment:
 * a server that starts without one would create an empty one.
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
    // SQLite would apply an old log that stays here to the restored database.
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
 * Leaving WAL mode needs exclusive access, so SQLite's own locks tell whether anybody has the file open. If the file is
 * too damaged for this test, it counts as free when no server answers.
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
