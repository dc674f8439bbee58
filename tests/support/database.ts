import Sqlite, { type Database } from 'better-sqlite3';
import type { TestServer } from './server';
import { WAIT_TIMEOUT_MS } from './timeouts.ts';

/** Runs `work` on the running server's database. Its writes survive all but a power cut. */
export function withDatabase<Result>(server: TestServer, work: (db: Database) => Result): Result {
  const db = server.database ?? new Sqlite(server.databasePath, { timeout: WAIT_TIMEOUT_MS });
  try {
    db.pragma('foreign_keys = ON');
    db.pragma('synchronous = OFF');
    return work(db);
  } finally {
    if (!server.database) db.close();
    else if (db.inTransaction) db.exec('ROLLBACK');
  }
}

/**
 * Keeps the server's database open for `withDatabase`: opening costs twenty times what most work on it does. For servers
 * that are neither killed nor restarted, as whoever closes a database last tidies it up.
 */
export function keepDatabase(server: TestServer): TestServer {
  const database = new Sqlite(server.databasePath, { timeout: WAIT_TIMEOUT_MS });
  return {
    ...server,
    database,
    stop: (options) => {
      database.close();
      return server.stop(options);
    },
  };
}
