import type { Database } from 'better-sqlite3';

const ATTEMPTS = 3;

/**
 * Checkpoints and truncates the write-ahead log, so that it contains nothing of what was deleted. The server may be
 * running. Returns false if a long reader, such as a backup, prevents it.
 */
export function truncateWal(db: Database): boolean {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [{ busy }] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: 0 | 1 }];
    if (!busy) return true;
  }
  return false;
}
