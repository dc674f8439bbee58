import type { Database } from 'better-sqlite3';

const INDEXES = ['lead_words', 'lead_phones'];
/** How many pages a step writes: some 30 ms, in which the server's writes wait. */
const PAGES_A_STEP = 100;
/** A step that had nothing to do changes fewer rows than this, as SQLite's documentation says. */
const NOTHING = 2;

/**
 * Merges each full-text index into one piece, step by step: words that were taken from it stand in its blocks until
 * then, only written down as gone. The server may be running.
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
