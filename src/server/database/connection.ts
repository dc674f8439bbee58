import { mkdirSync, realpathSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { backUpSync } from '../../../db/backups/backup';
import { DatabaseUnfitError, migrate } from '../../../db/migrate';
import { getSettings } from '../env';
import { log } from '../log';
import { explainEmptyFile, explainFileFault, explainFolderFault } from '../process/file-fault';

/** How long a statement waits for another process's lock. Short, as the event loop is blocked meanwhile. */
let busyTimeoutMs = 250;
/** A list's statement takes 40 kB, and its filters make thousands of them; preparing one again costs 0.1 ms. */
const MAX_CACHED_STATEMENTS = 200;
/** How long `onceUnlocked` waits for a lock, and how often it retries. Other requests are answered meanwhile. */
const LOCK_TIMEOUT_MS = 5000;
const LOCK_POLL_INTERVAL_MS = 2;

/** Sets how long statements wait for other processes. For the operator's commands, which can afford to wait longer. */
export function setBusyTimeout(ms: number): void {
  busyTimeoutMs = ms;
}

/** SQLite's cache of a connection that only reads; by default it has 16 MB. */
const READER_CACHE_KB = 2000;

let isReadOnly = false;

/** Makes this thread's connection read-only: for a program the server starts after migrating the database. */
export function makeReadOnly(): void {
  isReadOnly = true;
}

/**
 * Opens the database file, making its folder, with the durability every answer promises.
 * @throws {DatabaseUnfitError} if the file exists but is not a sound SQLite database.
 */
function openDatabase(path: string): Database {
  const fault = explainFileFault(path) ?? explainEmptyFile(path);
  if (fault) throw new DatabaseUnfitError(fault);
  mkdirSync(dirname(path), { recursive: true });
  const db = new Sqlite(path, { timeout: busyTimeoutMs });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('foreign_keys = ON');
    db.pragma('synchronous = FULL');
    // Deleted data is overwritten in the file: people may ask for its erasure.
    db.pragma('secure_delete = ON');
    assertDurable(db);
  } catch (error) {
    db.close();
    if (error instanceof Sqlite.SqliteError && /NOTADB|CORRUPT/.test(error.code)) {
      throw new DatabaseUnfitError(`El archivo ${path} está dañado o no es una base de datos. Restaurá un respaldo.`, {
        cause: error,
      });
    }
    throw error;
  }
  return db;
}

/**
 * Checks that commits reach the disk before they are acknowledged: better-sqlite3 can fall back to NORMAL.
 * @throws {Error} if journal mode, synchronous or foreign keys are not as required.
 */
function assertDurable(db: Database): void {
  const FULL = 2;
  if (db.pragma('synchronous', { simple: true }) !== FULL) throw new Error('SQLite: synchronous is not FULL');
  if (db.pragma('journal_mode', { simple: true }) !== 'wal') throw new Error('SQLite: journal_mode is not WAL');
  if (db.pragma('foreign_keys', { simple: true }) !== 1) throw new Error('SQLite: foreign_keys is off');
}

type Connection = {
  db: Database;
  statements: Map<string, Statement>;
  /** Prepared once: every write uses it, and better-sqlite3's pragma() is ten times slower. */
  setNoTimeout: Statement;
  restoreTimeout: Statement;
};

/** On globalThis: in development a changed module is reloaded while the connection stays open. */
const holder = globalThis as typeof globalThis & { __connection?: Connection };

function getConnection(): Connection {
  if (!holder.__connection) {
    const { DATABASE_PATH, BACKUP_DIR } = getSettings();
    if (isReadOnly) {
      holder.__connection = keep(new Sqlite(DATABASE_PATH, { readonly: true, timeout: busyTimeoutMs }));
      holder.__connection.db.pragma('temp_store = MEMORY');
      // A report or an export reads each page once, so a cache would only hold memory.
      holder.__connection.db.pragma(`cache_size = -${READER_CACHE_KB}`);
      return holder.__connection;
    }
    const db = openDatabase(DATABASE_PATH);
    migrate(
      db,
      ({ version }) => {
        const fault = explainFolderFault(BACKUP_DIR);
        if (fault) throw new DatabaseUnfitError(`Antes de migrar hay que respaldar la base. ${fault}`);
        const copy = backUpSync(db, BACKUP_DIR, `antes-de-${String(version).padStart(4, '0')}`);
        log.info({ event: 'backed_up_before_migrating', path: copy });
      },
      ({ name }, place) => log.info({ event: 'migrating', migration: name, place }),
    );
    // A transaction keeps a statement journal; above 64 KB SQLite would spill it to a file, which takes up to 300 ms on
    // a busy disk. Set after migrating, as a migration may sort a whole table.
    db.pragma('temp_store = MEMORY');
    // Checked again: the fall-back to NORMAL would happen at the first writes.
    assertDurable(db);
    holder.__connection = keep(db);
  }
  return holder.__connection;
}

function keep(db: Database): Connection {
  return {
    db,
    statements: new Map(),
    setNoTimeout: db.prepare('PRAGMA busy_timeout = 0').pluck(),
    restoreTimeout: db.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`).pluck(),
  };
}

/** The process's only connection; the first call opens and migrates the file. */
export function getDb(): Database {
  return getConnection().db;
}

/** Closes the connection, if open; SQLite then checkpoints the write-ahead log. */
export function closeDb(): void {
  holder.__connection?.db.close();
  delete holder.__connection;
}

/** Every statement's text, for the tests that check query plans. */
export const knownQueries = new Set<string>();

/**
 * Puts a `+` before every parameter. The value stays the same, but SQLite's planner no longer sees it; otherwise it
 * re-prepares the statement at each run, which can take ten times as long as running it.
 */
function hideValues(sql: string): string {
  return sql.replace(/'[^']*'|[:@]\w+|\?/g, (part) => (part.startsWith("'") ? part : `+${part}`));
}

/**
 * A statement prepared on first use and kept in an LRU cache. Its text is fixed when its file loads. `Params` are the
 * bound values (one object if they are named), `Row` is the type of a result row.
 */
export function query<Params extends unknown[], Row = never>(sql: string): () => Statement<Params, Row> {
  const text = hideValues(sql);
  knownQueries.add(text);
  return () => {
    const { db, statements } = getConnection();
    const statement = statements.get(text) ?? db.prepare(text);
    // A map keeps insertion order, so the first entry is the least recently used.
    statements.delete(text);
    statements.set(text, statement);
    if (statements.size > MAX_CACHED_STATEMENTS) statements.delete(statements.keys().next().value as string);
    return statement as unknown as Statement<Params, Row>;
  };
}

/** Deletes at most :limit of the rows a condition finds, for `removeInSlices`. `key` is the primary key. */
export function deleteBatch<Params extends object>(table: string, key: string, condition: string) {
  return query<[Params & { limit: number }]>(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT :limit)`,
  );
}

/**
 * Runs `work` in one BEGIN IMMEDIATE transaction; if it throws, nothing is stored. Writers outside this folder use
 * `inSharedTransaction` (group-commit.ts) or `workInSlices` (slices.ts).
 */
export function inTransaction<Result>(work: () => Result): Result {
  return getDb().transaction(work).immediate();
}

/**
 * Runs `work`, which begins with a write transaction, once no other process is writing. Retries on a timer: SQLite's
 * own waiting would block the event loop, backing off longer and longer.
 * @throws {SqliteError} SQLITE_BUSY after five seconds.
 */
export async function onceUnlocked<Result>(work: () => Result): Promise<Result> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return withoutWaiting(work);
    } catch (error) {
      const isLocked = error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY';
      if (!isLocked || performance.now() > deadline) throw error;
    }
    await rest(LOCK_POLL_INTERVAL_MS);
  }
}

function withoutWaiting<Result>(work: () => Result): Result {
  const { setNoTimeout, restoreTimeout } = getConnection();
  setNoTimeout.get();
  try {
    return work();
  } finally {
    restoreTimeout.get();
  }
}

/**
 * Like `inTransaction`, but does not wait for the disk. The data survives the end of this process at once, a power cut
 * only after the next sync of the log (every normal commit syncs it). A power cut before that loses only the last
 * commits and corrupts nothing: SQLite syncs the log before a checkpoint, and then the file. For repeatable work.
 */
export function inUnsyncedTransaction<Result>(work: () => Result): Result {
  const db = getDb();
  db.pragma('synchronous = NORMAL');
  try {
    return inTransaction(work);
  } finally {
    db.pragma('synchronous = FULL');
    assertDurable(db);
  }
}

/**
 * Opens the write-ahead log as a file. Its `datasync` flushes all commits in another thread. The log stays the same
 * file while the connection is open, and SQLite holds no locks on it that closing this handle could release.
 */
export function openWal(): Promise<FileHandle> {
  return open(walPath(), 'r+');
}

/** The write-ahead log's path. If the database's path is a link, SQLite puts the log beside the real file. */
export function walPath(): string {
  return `${realpathSync(getDb().name)}-wal`;
}
