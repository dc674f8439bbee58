import type { Database } from 'better-sqlite3';

const INDEXES = ['lead_words', 'lead_phones'];
/** Pages written in one step: some 30 ms, during which the server's writes wait. */
const PAGES_A_STEP = 100;
/** A step that had nothing to merge changes fewer rows than this (SQLite's documentation). */
const NOTHING = 2;

/**
 * Merges each full-text index into one piece, step by step. Until then, removed words stay in its blocks and are only
 * marked as deleted. The server may be running.
 */
export function purgeRemovedWords(db: Database): void {
  const total = db.prepare('SELECT total_changes()').pluck();
  for (const index of INDEXES) {
    const merge = (pages: number) => {
      const before = Number(total.get());
      db.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${pages})`);
      return Number(total.get()) - before;
    };
    let changes = merge(-PAGES_A_STEP);
    while (changes >= NOTHING) changes = merge(PAGES_A_STEP);
  }
}
