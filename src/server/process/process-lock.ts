import Sqlite, { type Database } from 'better-sqlite3';

/**
 * A lock for work only one process may do at a time, among those that share a database (overlapping restarts,
 * development beside production). It is the operating system's lock on a file, so it ends with the process, whatever
 * happens, and depends on no clock.
 */
export class ProcessLock {
  #db: Database | undefined;

  constructor(private readonly path: string) {}

  /** Whether this process now holds the lock. */
  acquire(): boolean {
    if (this.#db) return true;
    const db = new Sqlite(this.path, { timeout: 0 });
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

  release(): void {
    this.#db?.close();
    this.#db = undefined;
  }
}
