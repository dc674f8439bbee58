import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDb, getDb } from '~/server/db';
import { workInSlices } from '~/server/slices';

const folder = mkdtempSync(join(tmpdir(), 'crm-slices-'));
process.env.DATABASE_PATH = join(folder, 'crm.sqlite');
afterAll(() => {
  closeDb();
  rmSync(folder, { recursive: true });
});

const STEPS = 20;
/** A few of them make a slice. */
const STEP_MS = 2;

beforeEach(() => getDb().exec('DELETE FROM rate_limits'));

/** One step of a long work: takes its time and keeps one row. Returns 0 once there are `steps`. */
function step(steps: number): number {
  const done = countRows();
  if (done === steps) return 0;
  const until = performance.now() + STEP_MS;
  while (performance.now() < until);
  getDb().prepare('INSERT INTO rate_limits (key) VALUES (?)').run(`paso ${done}`);
  return 1;
}

function countRows(db = getDb()): number {
  return db.prepare('SELECT count(*) FROM rate_limits').pluck().get() as number;
}

/** Calls `look` at every turn of the event loop until `work` is over. */
async function lookMeanwhile(work: Promise<unknown>, look: () => void): Promise<void> {
  let isOver = false;
  const finished = work.finally(() => {
    isOver = true;
  });
  // It is looked at once the last turn is over.
  finished.catch(() => {});
  for (;;) {
    await nextTurn();
    if (isOver) break;
    look();
  }
  await finished;
}

test('all of it is done, and counted', async () => {
  expect(await workInSlices(() => step(STEPS))).toBe(STEPS);
  expect(countRows()).toBe(STEPS);
  expect(await workInSlices(() => 0)).toBe(0);
});

test('others take turns in between, and another connection finds every slice kept', async () => {
  const other = new Sqlite(String(process.env.DATABASE_PATH), { readonly: true });
  const seen = new Set<number>();
  await lookMeanwhile(
    workInSlices(() => step(STEPS)),
    () => {
      expect(getDb().inTransaction).toBe(false);
      expect(countRows(other)).toBe(countRows());
      seen.add(countRows());
    },
  );
  other.close();
  // At its start, at its end, and at least once between.
  expect(seen.size).toBeGreaterThan(2);
});

test('another process can write in between', async () => {
  const other = new Sqlite(String(process.env.DATABASE_PATH), { timeout: 0 });
  const insert = other.prepare("INSERT INTO rate_limits (key) VALUES ('ajeno ' || hex(randomblob(8)))");
  const own = () => getDb().prepare("SELECT count(*) FROM rate_limits WHERE key LIKE 'paso%'").pluck().get();
  let written = 0;
  await lookMeanwhile(
    workInSlices(() => (own() === STEPS ? 0 : step(Number.POSITIVE_INFINITY))),
    () => {
      written += insert.run().changes;
    },
  );
  other.close();
  expect(countRows()).toBe(STEPS + written);
});

test('a step that throws takes its slice back, and no other', async () => {
  const kept: number[] = [];
  const failing = workInSlices(() => {
    const done = step(STEPS);
    if (countRows() === STEPS / 2) throw new Error('disk full');
    return done;
  });
  await expect(lookMeanwhile(failing, () => kept.push(countRows()))).rejects.toThrow('disk full');
  expect(countRows()).toBe(kept.at(-1));
  expect(countRows()).toBeLessThan(STEPS / 2);
});
