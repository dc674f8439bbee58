import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { backUpNow } from '../../../db/backups/backup';
import { DatabaseUnfitError, migrate } from '../../../db/migrate';
import { getSettings } from '../env';
import { log } from '../log';
import { explainFileFault, explainFolderFault } from '../process/file-fault';

/** How long a statement waits for another process's lock. The event loop waits with it, hence short. */
let busyTimeoutMs = 250;
/**
 * The write-ahead log that has been copied into the database gives back what it takes of the disk beyond this: what
 * SQLite lets it grow to before the write that makes it longer copies it (1000 pages).
 */
const LOG_KEPT_BYTES = 4 * 2 ** 20;
/** How long, and how often looking, whatever uses `onceUnlocked` waits, while others are answered. */
const LOCK_PATIENCE_MS = 5000;
const LOOK_FOR_LOCK_EVERY_MS = 2;

/** Has statements wait as long as this for other processes: for commands, in which nobody else waits. */
export function setBusyTimeout(ms: number): void {
  busyTimeoutMs = ms;
}

/**
 * Opens the database file, making its folder, with the durability that every answer relies on.
 * @throws {DatabaseUnfitError} where the file exists but is no sound SQLite database.
 */
function openDatabase(path: string): Database {
  const fault = explainFileFault(path);
  if (fault) throw new DatabaseUnfitError(fault);
  // SQLite would take it for a new database, and whatever was in it would be missed by nobody.
  if (existsSync(path) && statSync(path).size === 0) {
    throw new DatabaseUnfitError(
      `El archivo ${path} está vacío. Restaurá un respaldo, o borralo para empezar con una base nueva.`,
    );
  }
  mkdirSync(dirname(path), { recursive: true });
  const db = new Sqlite(path, { timeout: busyTimeoutMs });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('foreign_keys = ON');
    db.pragma('synchronous = FULL');
    // What is deleted or replaced is overwritten in the file, not only given up: somebody may have asked for it.
    db.pragma('secure_delete = ON');
    db.pragma(`journal_size_limit = ${LOG_KEPT_BYTES}`);
    assertDurable(db);
  } catch (error) {
    db.close();
    if (error instanceof Sqlite.SqliteError && /NOTADB|CORRUPT/.test(error.code)) {
      throw new DatabaseUnfitError(
        `El archivo ${path} está dañado o no es una base de datos. Restaurá un respaldo.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
  return db;
}

/**
 * Checks that commits reach the disk before they are acknowledged: better-sqlite3 can fall back to NORMAL.
 * @throws {Error} where journal mode, synchronous or foreign keys are not as this product promises.
 */
function assertDurable(db: Database): void {
  const FULL = 2;
  if (db.pragma('synchronous', { simple: true }) !== FULL) throw new Error('SQLite: synchronous is not FULL');
  if (db.pragma('journal_mode', { simple: true }) !== 'wal')
    throw new Error('SQLite: journal_mode is not WAL');
  if (db.pragma('foreign_keys', { simple: true }) !== 1) throw new Error('SQLite: foreign_keys is off');
}

type Connection = {
  db: Database;
  statements: Map<string, Statement>;
  /** Kept, because every write passes here: better-sqlite3's pragma() would take ten times as long. */
  doNotWait: Statement;
  waitAgain: Statement;
};

/** On globalThis, because an edit in development loads this module again beside the open connection. */
const holder = globalThis as typeof globalThis & { __connection?: Connection };

function getConnection(): Connection {
  if (!holder.__connection) {
    const { DATABASE_PATH, BACKUP_DIR } = getSettings();
    const db = openDatabase(DATABASE_PATH);
    migrate(db, ({ version }) => {
      const fault = explainFolderFault(BACKUP_DIR);
      if (fault) throw new DatabaseUnfitError(`Antes de migrar hay que respaldar la base. ${fault}`);
      const copy = backUpNow(db, BACKUP_DIR, `antes-de-${String(version).padStart(4, '0')}`);
      log.info({ event: 'backed_up_before_migrating', path: copy });
    });
    // A transaction keeps what a statement of it would take back, past 64 KB in a file: up to 300 ms on a busy disk.
    // Not before migrating, which may sort a whole table.
    db.pragma('temp_store = MEMORY');
    // Once more after the first writes, which is when the fall-back to NORMAL would have happened.
    assertDurable(db);
    holder.__connection = {
      db,
      statements: new Map(),
      doNotWait: db.prepare('PRAGMA busy_timeout = 0').pluck(),
      waitAgain: db.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`).pluck(),
    };
  }
  return holder.__connection;
}

/** The process's one connection; the first call opens and migrates the file. */
export function getDb(): Database {
  return getConnection().db;
}

/** Closes the connection, if there is one, and folds the write-ahead log into the file. */
export function closeDb(): void {
  holder.__connection?.db.close();
  delete holder.__connection;
}

/** The text of every statement that was prepared or defined with `query`, for the tests that read their plans. */
export const knownQueries = new Set<string>();

/**
 * Puts a `+`, which changes no value, before every parameter. SQLite looks at bound values to choose a plan, and then
 * prepares the statement anew each time that it is run, which may take ten times as long as to run it.
 */
function hideValues(sql: string): string {
  return sql.replace(/'[^']*'|[:@]\w+|\?/g, (part) => (part.startsWith("'") ? part : `+${part}`));
}

/**
 * A statement that is prepared on first use and kept. Only *-queries.ts files call it.
 * `Params` are the bound values (one object for named ones), `Row` is what a row of the answer looks like.
 */
export function query<Params extends unknown[], Row = never>(sql: string): () => Statement<Params, Row> {
  const text = hideValues(sql);
  knownQueries.add(text);
  return () => {
    const { db, statements } = getConnection();
    let statement = statements.get(text);
    if (!statement) {
      statement = db.prepare(text);
      statements.set(text, statement);
    }
    return statement as unknown as Statement<Params, Row>;
  };
}

/** Runs `work` in one BEGIN IMMEDIATE transaction: all of it is kept, or, where it throws, none. */
export function inTransaction<Result>(work: () => Result): Result {
  return getDb().transaction(work).immediate();
}

/**
 * Runs `work`, which begins with a transaction for writing, as soon as no other process is writing. SQLite itself waits
 * for that with the event loop standing still, and looks again at longer and longer intervals; here it is a timer.
 * @throws {SqliteError} SQLITE_BUSY after five seconds.
 */
export async function onceUnlocked<Result>(work: () => Result): Promise<Result> {
  const deadline = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return withoutWaiting(work);
    } catch (error) {
      const isLocked = error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY';
      if (!isLocked || performance.now() > deadline) throw error;
    }
    await rest(LOOK_FOR_LOCK_EVERY_MS);
  }
}

function withoutWaiting<Result>(work: () => Result): Result {
  const { doNotWait, waitAgain } = getConnection();
  doNotWait.get();
  try {
    return work();
  } finally {
    waitAgain.get();
  }
}

/**
 * Like `inTransaction`, but does not wait for the disk: what is kept outlives this process, and a power cut only once
 * the log is synced, which each later commit of the other kind does, too. A power cut before takes the last commits
 * back and harms no other: SQLite itself syncs the log before it copies from it, and the file before the log begins
 * anew. For work that would begin again where it was left.
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
 * Opens the write-ahead log, whose `datasync` brings all that was committed to the disk while this thread goes on. The
 * file stays the same one as long as the connection is open. SQLite holds no locks on it, which closing would drop.
 */
export function openLog(): Promise<FileHandle> {
  return open(logPath(), 'r+');
}

/** Where the write-ahead log is: SQLite puts it beside the file itself where the database's path is a link to it. */
export function logPath(): string {
  return `${realpathSync(getDb().name)}-wal`;
}
