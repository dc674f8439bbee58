import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { CommandError } from '../command';
import { migrate } from '../migrate';
import { type ErasedAgain, eraseAgain } from '../person/erase-again';
import { erasedListPath } from '../person/erased-list';
import { removeDatabaseFile, syncToDisk } from './backup';
import { type Contents, describeContents, inspectFile } from './inspect';
import { type Difference, findLaterChanges, type Incomparable } from './later';

/** What became of a restoration. */
export type Restored = {
  contents: Contents;
  /** The path of the database that it replaced, if there was one. */
  kept: string | null;
  /** What the backup brings back, or would have brought back; or why that is not known. */
  differences: Difference[] | Incomparable;
  /** Persons who were erased after the backup. */
  erased: ErasedAgain;
  /** Whether nobody of the restored accounts administers any more. */
  isWithoutAdmin: boolean;
};

type Options = {
  /** Says whether a server answers, where a damaged database cannot tell. */
  serverAnswers: () => Promise<boolean>;
  /** The key of secrets, by which the list of erased persons is read. */
  keyPath: string;
  /** Brings back also who could get in, by what, as the backup has it. */
  asItWas: boolean;
};

/**
 * Replaces the database by a backup. The backup is first copied beside it and checked; the old database is kept under
 * another name. Sessions and links are not restored, because some may have been ended since. What the old database has
 * ended since the backup, in so far as it can be read, stays ended unless `asItWas`; and persons who were erased since are
 * erased again in any case.
 * @throws {DatabaseUnfitError} if the backup is not a sound database of this product; {CommandError} if a server has
 * the database open.
 */
export async function restore(
  backup: string,
  databasePath: string,
  { serverAnswers, keyPath, asItWas }: Options,
): Promise<Restored> {
  if (!existsSync(backup)) throw new CommandError(`No existe el archivo ${backup}.`);
  mkdirSync(dirname(databasePath), { recursive: true });
  const candidate = `${databasePath}.restaurando`;
  removeDatabaseFile(candidate);
  try {
    copyFileSync(backup, candidate);
    // If somebody copied the database by hand, its last writes are in a separate log file.
    if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${candidate}-wal`);
    inspectFile(candidate, backup);
    const erased = change(candidate, (db) => {
      db.exec('DELETE FROM sessions; DELETE FROM one_time_tokens;');
      return eraseAgain(db, erasedListPath(databasePath), keyPath);
    });
    chmodSync(candidate, 0o600);
    let differences: Restored['differences'] = 'none';
    const kept = await replace(databasePath, candidate, serverAnswers, (former) => {
      differences = change(candidate, (db) => keepLaterChanges(former, db, asItWas));
    });
    const told = change(databasePath, (db) => ({
      contents: describeContents(db),
      isWithoutAdmin: db.prepare(ACTIVE_ADMIN).get() === undefined,
    }));
    return { ...told, kept, differences, erased };
  } finally {
    removeDatabaseFile(candidate);
  }
}

const ACTIVE_ADMIN = `SELECT 1 FROM user_roles JOIN profiles ON profiles.id = user_id
  WHERE role = 'admin' AND status = 'active' LIMIT 1`;

/** Opens a database that nobody else uses, and leaves it as one file. */
function change<Result>(path: string, work: (db: Database) => Result): Result {
  const db = new Sqlite(path, { fileMustExist: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** `former` is null where it is too damaged to be opened. */
function keepLaterChanges(
  former: Database | null,
  restored: Database,
  asItWas: boolean,
): Restored['differences'] {
  const found = former ? compare(former, restored) : 'unreadable';
  if (typeof found === 'string' || found.length === 0 || asItWas) return found;
  restored.pragma('secure_delete = ON');
  // What is kept may lie in tables that an older backup does not have.
  migrate(restored);
  restored.transaction(() => {
    for (const { keep } of found) keep(restored);
  })();
  return found;
}

function compare(former: Database, restored: Database): Restored['differences'] {
  try {
    return findLaterChanges(former, restored) ?? 'unrelated';
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return 'unreadable';
    throw error;
  }
}

/**
 * Gives the present database a second name, then renames the candidate over it. So the database exists at every moment:
 * a server that starts without one would create an empty one. `before` gets the present one when nobody else has it open.
 */
async function replace(
  databasePath: string,
  candidate: string,
  serverAnswers: () => Promise<boolean>,
  before: (former: Database | null) => void,
): Promise<string | null> {
  const present = existsSync(databasePath);
  const kept = `${databasePath}.reemplazada-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const lock = present ? await takeAlone(databasePath, serverAnswers) : null;
  try {
    if (present) before(lock);
    syncToDisk(candidate);
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
