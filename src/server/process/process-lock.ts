import Sqlite, { type Database } from 'better-sqlite3';

/**
 * Lets one process at a time do something, so that two that share a database (a restart that overlaps, development
 * beside the real thing) never do it at once. The lock is the operating system's, on a file of its own: it ends with
 * the process however that ends, and no clock is part of it.
 */
export class ProcessLock {
  readonly #path: string;
  #db: Database | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether this process is the one, from now on. */
  acquire(): boolean {
    if (this.#db) return true;
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

  /** Lets another process be the one. */
  release(): void {
    this.#db?.close();
    this.#db = undefined;
  }
}
