import type { Database } from 'better-sqlite3';

const INDEXES = ['lead_words', 'company_words'] as const;
/** Pages per step: some 30 ms, during which the server's writes wait. */
const PAGES_PER_STEP = 100;
/** A merge step that changes fewer rows had nothing to do (SQLite's documentation). */
const NOTHING = 2;
/** Leads indexed per step, or as many as fit into STEP_MS: a lone one costs as much as twenty. */
const LEADS_PER_STEP = 50;
const STEP_MS = 3;

const flushers = new WeakMap<Database, () => boolean>();

/**
 * Moves pending words (table words_due) of some leads into the search index, in one transaction. Returns whether more
 * may be pending. What an interrupted process leaves, the next one does.
 */
export function flushSomeWords(db: Database): boolean {
  const flush = flushers.get(db) ?? makeFlusher(db);
  flushers.set(db, flush);
  return flush();
}

type Texts = Record<'nombre' | 'email' | 'empresa' | 'mensaje' | 'notas', string | null> & { id: number };

function makeFlusher(db: Database): () => boolean {
  const names = 'nombre, email, empresa, mensaje, notas';
  const values = ':id, :nombre, :email, :empresa, :mensaje, :notas';
  // By ascending id: FTS5 starts a new segment for each lower id, and for each INSERT … SELECT.
  const due = db.prepare<[], Texts>(
    `SELECT lead_id AS id, ${names} FROM words_due ORDER BY lead_id LIMIT ${LEADS_PER_STEP}`,
  );
  const takeOut = db.prepare(`INSERT INTO lead_words (lead_words, rowid, ${names}) VALUES ('delete', ${values})`);
  const read = db.prepare<[number], Texts>(`SELECT id, ${names} FROM lead_texts WHERE id = ?`);
  const putIn = db.prepare(`INSERT INTO lead_words (rowid, ${names}) VALUES (${values})`);
  const isDone = db.prepare('DELETE FROM words_due WHERE lead_id <= ?');
  const flush = db.transaction(() => {
    const deadline = performance.now() + STEP_MS;
    let last: number | undefined;
    const some = due.all();
    for (const before of some) {
      if (performance.now() > deadline) break;
      if (before.nombre !== null) takeOut.run(before);
      const now = read.get(before.id);
      if (now) putIn.run(now);
      last = before.id;
    }
    if (last !== undefined) isDone.run(last);
    return last !== some.at(-1)?.id || some.length === LEADS_PER_STEP;
  });
  return () => flush.immediate();
}

/**
 * Merges each full-text index into one segment, step by step. Until then, removed words stay in its blocks, only marked
 * as deleted. The server may be running.
 */
export function purgeRemovedWords(db: Database): void {
  const step = mergeStepwise(db, PAGES_PER_STEP);
  let isMore = true;
  while (isMore) isMore = step();
}

/** The same, sliced: each call merges some pages; the last one records completion and returns false. */
export function mergeStepwise(db: Database, pages: number): () => boolean {
  const until = db.prepare('SELECT removed_at FROM removed_words').pluck().get();
  const merges = INDEXES.map((index) => {
    // The first step, with negative pages, starts merging all segments, however few.
    const merge = makeMerge(db, index, pages);
    let step = makeMerge(db, index, -pages);
    return () => {
      const isMore = step();
      step = merge;
      return isMore;
    };
  });
  // Pending removals must reach the index before its segments are merged.
  const steps = [() => flushSomeWords(db), ...merges];
  return () => {
    const [step] = steps;
    if (step) {
      if (!step()) steps.shift();
      return true;
    }
    // Removals since the start are left for the next run.
    db.prepare(
      'UPDATE removed_words SET merged_at = :at, removed_at = iif(removed_at IS :until, NULL, removed_at)',
    ).run({ at: new Date().toISOString(), until });
    return false;
  };
}

/**
 * Makes a step that merges some pages of an index's segments and returns whether more may remain. Merges only many
 * segments, unless `pages` is negative.
 */
export function makeMerge(db: Database, index: (typeof INDEXES)[number], pages: number): () => boolean {
  const total = db.prepare<[], number>('SELECT total_changes()').pluck();
  const merge = db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${pages})`);
  return () => {
    const before = total.get() ?? 0;
    merge.run();
    return (total.get() ?? 0) - before >= NOTHING;
  };
}
