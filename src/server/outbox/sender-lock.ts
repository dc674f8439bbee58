import Sqlite, { type Database } from 'better-sqlite3';

/**
 * Lets one process at a time send, so that two that share a database (a restart that overlaps, development beside
 * the real thing) never send the same message at once. The lock is the operating system's, on a file of its own
 * beside the database: it ends with the process however that ends, and no clock is part of it.
 */
export class SenderLock {
  readonly #path: string;
  #db: Database | undefined;

  constructor(databasePath: string) {
    this.#path = `${databasePath}-outbox`;
  }

  /** Whether this process is now the one that sends. */
  acquire(): boolean {
    const db = new Sqlite(this.#path, { timeout: 0 });
    try {
      db.exec('BEGIN EXCLUSIVE');
      this.#db = db;
      return true;
    } catch (error) {
      db.close();
      if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
      throw error;
    }
  }

  /** Lets another process send. */
  release(): void {
    this.#db?.close();
    this.#db = undefined;
  }
}
