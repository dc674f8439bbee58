import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { CommandError } from '../command';
import { migrate } from '../migrate';
import { erasedListPath } from '../person/erased-list';
import { type ReplayedErasures, replayErasures } from '../person/replay-erasures';
import { removeDatabaseFile, syncToDisk } from './backup';
import { type Contents, describeContents, inspectFile } from './inspect';
import { type KeptOut, keepOut } from './keep-out';

export type Restored = {
  contents: Contents;
  /** Path of the database it replaced, if any. */
  kept: string | null;
  /** Who stays out as in the replaced database. */
  keptOut: KeptOut;
  /** How much rests until an administrator confirms it, by table. */
  resting: Record<RestingTable, number>;
  /** How many messages that waited in the backup wait for somebody to send or discard them. */
  held: number;
  /** People erased after the backup was made. */
  erased: ReplayedErasures;
  /** Whether the restored accounts include no administrator any more. */
  isWithoutAdmin: boolean;
};

type Options = {
  /** Whether a server answers; decides where a damaged database's locks cannot. */
  serverAnswers: () => Promise<boolean>;
  /** The secrets key, which also reads the list of erased people. */
  keyPath: string;
};

/**
 * Replaces the database with a backup, which is first copied beside it and checked; the old one is kept under another
 * name. Nobody is signed in, and nobody gets in who could not any more; everything else that gives access rests, and
 * nothing that waited is sent, since a backup does not say what has been revoked or sent since. People erased since are
 * erased again.
 * @throws {DatabaseUnfitError} if the backup is no sound database of ours; {CommandError} if a server has the database
 * open.
 */
export async function restore(
  backup: string,
  databasePath: string,
  { serverAnswers, keyPath }: Options,
): Promise<Restored> {
  mkdirSync(dirname(databasePath), { recursive: true });
  const candidate = `${databasePath}.restaurando`;
  removeDatabaseFile(candidate);
  try {
    copyFileSync(backup, candidate);
    // A database copied by hand has its last writes in a separate log file.
    if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${candidate}-wal`);
    inspectFile(candidate, backup);
    const settled = change(candidate, (db) => {
      // An older backup has nowhere to note what rests.
      migrate(db);
      return { ...letRest(db), erased: replayErasures(db, erasedListPath(databasePath), keyPath) };
    });
    chmodSync(candidate, 0o600);
    let keptOut: KeptOut = { suspended: [], isCompared: false };
    const kept = await replace(databasePath, candidate, serverAnswers, (former) => {
      keptOut = change(candidate, (db) => keepOut(former, db));
    });
    const told = change(databasePath, (db) => ({
      contents: describeContents(db),
      isWithoutAdmin: db.prepare(ACTIVE_ADMIN).get() === undefined,
    }));
    return { ...settled, ...told, kept, keptOut };
  } finally {
    removeDatabaseFile(candidate);
  }
}

const ACTIVE_ADMIN = `SELECT 1 FROM user_roles JOIN profiles ON profiles.id = user_id
  WHERE role = 'admin' AND status = 'active' LIMIT 1`;

/** What gives access, or sends, without a sign-in. Invitations end rather: their links are gone, and are sent again. */
const RESTING = {
  api_tokens: 'rests_since = :now WHERE revoked_at IS NULL',
  webhooks: 'rests_since = :now WHERE removed_at IS NULL',
  whatsapp_connection: 'rests_since = :now',
  calendar_feeds: 'rests_since = :now',
  push_subscriptions: 'rests_since = :now',
  invitations: 'ended_at = :now WHERE ended_at IS NULL',
};
export type RestingTable = keyof typeof RESTING;

/** Seen in the list of deliveries, where somebody sends it again or discards it. */
const HELD = 'Esperaba en el respaldo que se restauró y no se sabe si ya había salido. Reenvialo o descartalo.';

function letRest(db: Database): Pick<Restored, 'resting' | 'held'> {
  const now = new Date().toISOString();
  return db.transaction(() => {
    // The end of a session that still runs would take its device along.
    db.exec("UPDATE sessions SET idle_expires_at = ''; DELETE FROM sessions;");
    db.exec('DELETE FROM pending_sign_ins; DELETE FROM one_time_tokens;');
    const counts = Object.entries(RESTING).map(([table, rest]) => [
      table,
      db.prepare(`UPDATE ${table} SET ${rest}`).run({ now }).changes,
    ]);
    const { changes: held } = db
      .prepare(
        "UPDATE deliveries SET state = 'failed', waits = 0, finished_at = :now, last_error = :held WHERE state = 'pending'",
      )
      .run({ now, held: HELD });
    return { resting: Object.fromEntries(counts), held };
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

/**
 * Links the present database under a second name, then renames the candidate over it, so that a database exists at
 * every moment: a server starting without one would create one. `before` gets the present one once nobody has it open,
 * unless it is too damaged to open.
 */
async function replace(
  databasePath: string,
  candidate: string,
  serverAnswers: () => Promise<boolean>,
  before: (former: Database) => void,
): Promise<string | null> {
  const present = existsSync(databasePath);
  const kept = `${databasePath}.reemplazada-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const lock = present ? await openExclusively(databasePath, serverAnswers) : null;
  try {
    if (lock) before(lock);
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
