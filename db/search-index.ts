import type { Database } from 'better-sqlite3';

const INDEXES = ['lead_words', 'company_words'];
/** Pages written in one step: some 30 ms, during which the server's writes wait. */
const PAGES_A_STEP = 100;
/** A step that had nothing to merge changes fewer rows than this (SQLite's documentation). */
const NOTHING = 2;

/**
 * Merges each full-text index into one piece, step by step. Until then, removed words stay in its blocks and are only
 * marked as deleted. The server may be running.
 */
export function purgeRemovedWords(db: Database): void {
  const step = mergeStepwise(db, PAGES_A_STEP);
  let isMore = true;
  while (isMore) isMore = step();
}

/**
 * The same for whoever has something else to do: each call merges some pages, and the last one, which notes that it is
 * done, returns false.
 */
export function mergeStepwise(db: Database, pages: number): () => boolean {
  const total = db.prepare('SELECT total_changes()').pluck();
  const until = db.prepare('SELECT removed_at FROM removed_words').pluck().get();
  const steps = INDEXES.map((index) => {
    let next = -pages;
    return () => {
      const before = Number(total.get());
      db.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${next})`);
      next = pages;
      return Number(total.get()) - before >= NOTHING;
    };
  });
  return () => {
    const [merge] = steps;
    if (merge) {
      if (!merge()) steps.shift();
      return true;
    }
    // What was removed since this began waits for the next time.
    db.prepare(
      'UPDATE removed_words SET merged_at = :at, removed_at = iif(removed_at IS :until, NULL, removed_at)',
    ).run({ at: new Date().toISOString(), until });
    return false;
  };
}
