import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { CommandError } from '../command';
import { migrate } from '../migrate';
import { erasedListPath } from '../person/erased-list';
import { type ReplayedErasures, replayErasures } from '../person/replay-erasures';
import { removeDatabaseFile, syncToDisk } from './backup';
import { type Difference, findLaterChanges, type Incomparable } from './changes-since-backup';
import { type Contents, describeContents, inspectFile } from './inspect';
import { type SettledOutbox, settleOutbox } from './settle-outbox';

/** The outcome of a restore. */
export type Restored = {
  contents: Contents;
  /** Path of the database it replaced, if any. */
  kept: string | null;
  /** What the backup brings back, or would have; or why that is unknown. */
  differences: Difference[] | Incomparable;
  /** How much rests until an administrator confirms it. */
  resting: Resting;
  /** What becomes of the messages that wait in the backup. */
  outbox: SettledOutbox;
  /** People erased after the backup was made. */
  erased: ReplayedErasures;
  /** Whether the restored accounts include no administrator any more. */
  isWithoutAdmin: boolean;
};

/** Access that opens nothing and gets nothing yet, by kind. */
export type Resting = { tokens: number; destinations: number; whatsapp: number };

type Options = {
  /** Whether a server answers; decides where a damaged database's locks cannot. */
  serverAnswers: () => Promise<boolean>;
  /** The secrets key, which also reads the list of erased people. */
  keyPath: string;
  /** Brings back access (accounts, credentials, destinations) as the backup has it, too. */
  asItWas: boolean;
};

/**
 * Replaces the database with a backup, which is first copied beside it and checked; the old one is kept under another
 * name. Sessions and links are not restored, since some may have been ended. Unless `asItWas`, access ended since the
 * backup stays ended, as far as the old database can be read, and what programs have rests: nobody can tell from a
 * backup alone which of it has leaked since. People erased since are always erased again, and no message is sent twice
 * that had gone out.
 * @throws {DatabaseUnfitError} if the backup is no sound database of ours; {CommandError} if a server has the database
 * open.
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
    // A database copied by hand has its last writes in a separate log file.
    if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${candidate}-wal`);
    inspectFile(candidate, backup);
    const { erased, resting } = change(candidate, (db) => {
      // An older backup has nowhere to note what rests, or why a message is held.
      migrate(db);
      db.exec('DELETE FROM sessions; DELETE FROM one_time_tokens;');
      return {
        erased: replayErasures(db, erasedListPath(databasePath), keyPath),
        resting: asItWas ? NOTHING_RESTS : letAccessRest(db),
      };
    });
    chmodSync(candidate, 0o600);
    let differences: Restored['differences'] = 'none';
    let outbox: SettledOutbox = { goneOut: new Map(), due: new Map(), held: new Map() };
    const kept = await replace(databasePath, candidate, serverAnswers, (former) =>
      change(candidate, (db) => {
        if (existsSync(databasePath)) differences = applyLaterChanges(former, db, asItWas);
        outbox = settleOutboxOf(typeof differences === 'string' ? null : former, db);
      }),
    );
    const told = change(databasePath, (db) => ({
      contents: describeContents(db),
      isWithoutAdmin: db.prepare(ACTIVE_ADMIN).get() === undefined,
    }));
    return { ...told, kept, differences, resting, outbox, erased };
  } finally {
    removeDatabaseFile(candidate);
  }
}

const ACTIVE_ADMIN = `SELECT 1 FROM user_roles JOIN profiles ON profiles.id = user_id
  WHERE role = 'admin' AND status = 'active' LIMIT 1`;

const NOTHING_RESTS: Resting = { tokens: 0, destinations: 0, whatsapp: 0 };

/** Invitations are over rather: their mails may still be on their way, and would bring new links. */
function letAccessRest(db: Database): Resting {
  const now = new Date().toISOString();
  const note = (sql: string) => db.prepare(sql).run(now).changes;
  return db.transaction(() => {
    note('UPDATE invitations SET ended_at = ? WHERE ended_at IS NULL');
    return {
      tokens: note('UPDATE api_tokens SET rests_since = ? WHERE revoked_at IS NULL'),
      destinations: note('UPDATE webhooks SET rests_since = ? WHERE removed_at IS NULL'),
      whatsapp: note('UPDATE whatsapp_connection SET rests_since = ?'),
    };
  })();
}

/** Opens a database nobody else uses, and leaves a single file. */
function change<Result>(path: string, work: (db: Database) => Result): Result {
  const db = new Sqlite(path, { fileMustExist: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** `former` is null if it is too damaged to open. */
function applyLaterChanges(former: Database | null, restored: Database, asItWas: boolean): Restored['differences'] {
  const found = former ? compare(former, restored) : 'unreadable';
  if (typeof found === 'string' || found.length === 0 || asItWas) return found;
  restored.pragma('secure_delete = ON');
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

function settleOutboxOf(former: Database | null, restored: Database): SettledOutbox {
  try {
    return settleOutbox(former, restored);
  } catch (error) {
    // Damaged just there.
    if (former && error instanceof Sqlite.SqliteError) return settleOutbox(null, restored);
    throw error;
  }
}

/**
 * Links the present database under a second name, then renames the candidate over it, so that a database exists at
 * every moment: a server starting without one would create one. `before` gets the present one once nobody has it open,
 * or null if there is none or it is too damaged to open.
 */
async function replace(
  databasePath: string,
  candidate: string,
  serverAnswers: () => Promise<boolean>,
  before: (former: Database | null) => void,
): Promise<string | null> {
  const present = existsSync(databasePath);
  const kept = `${databasePath}.reemplazada-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const lock = present ? await openExclusively(databasePath, serverAnswers) : null;
  try {
    before(lock);
    syncToDisk(candidate);
    if (present) linkSync(databasePath, kept);
    // SQLite would apply a leftover log to the restored database.
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
 * Leaving WAL mode needs exclusive access, so SQLite's own locks tell whether anybody has the file open. A file too
 * damaged for this test counts as free when no server answers.
 */
async function openExclusively(databasePath: string, serverAnswers: () => Promise<boolean>): Promise<Database | null> {
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
