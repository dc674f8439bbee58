import Sqlite, { type Database } from 'better-sqlite3';
import type { TestServer } from './server';

/** Runs `work` on the running server's database. Its writes survive all but a power cut. */
export function withDatabase<Result>(server: TestServer, work: (db: Database) => Result): Result {
  const db = new Sqlite(server.databasePath, { timeout: 5000 });
  try {
    db.pragma('foreign_keys = ON');
    db.pragma('synchronous = OFF');
    return work(db);
  } finally {
    db.close();
  }
}
