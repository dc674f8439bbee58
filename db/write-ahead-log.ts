import type { Database } from 'better-sqlite3';

const ATTEMPTS = 3;

/**
 * Copies the write-ahead log into the database and cuts it off, so that nothing of what was deleted is left in it. The
 * server may be running. Returns false where somebody who reads for long, like a backup, keeps the log.
 */
export function emptyLog(db: Database): boolean {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [{ busy }] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: 0 | 1 }];
    if (!busy) return true;
  }
  return false;
}
