import { copyFileSync, statSync, truncateSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getDb } from '~/server/database/connection';
import { removeInSlices, workInSlices } from '~/server/database/slices';
import { ownDatabase, provideOwnDatabase } from '../support/own-database';
import { WAIT_TIMEOUT_MS } from '../support/timeouts';

provideOwnDatabase();

const STEPS = 20;
/** A few steps make a slice. */
const STEP_MS = 2;

beforeEach(() => getDb().exec('DELETE FROM rate_limits'));

/** One step of long work: takes its time and inserts one row. Returns 0 once there are `steps`. */
function step(steps: number): number {
  const done = countRows();
  if (done === steps) return 0;
  spin(STEP_MS);
  getDb().prepare('INSERT INTO rate_limits (key) VALUES (?)').run(`paso ${done}`);
  return 1;
}

function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
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
  // Avoids an unhandled rejection: it is awaited only after the last turn.
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
  const other = new Sqlite(ownDatabase, { readonly: true });
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
  // At the start, at the end, and at least once in between.
  expect(seen.size).toBeGreaterThan(2);
});

test('another process can write in between', async () => {
  const other = new Sqlite(ownDatabase, { timeout: 0 });
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
  expect(written).toBeGreaterThan(0);
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

test('fewer rows are removed at once where each takes long', async () => {
  const asked: number[] = [];
  let left = 60;
  const run = ({ limit }: { limit: number }) => {
    asked.push(limit);
    const changes = Math.min(limit, left);
    left -= changes;
    spin(changes * STEP_MS);
    return { changes };
  };
  const remove = (() => ({ run })) as unknown as Parameters<typeof removeInSlices>[0];
  expect(await removeInSlices(remove, {})).toBe(60);
  expect(asked[0]).toBe(20);
  expect(Math.max(...asked.slice(1))).toBeLessThan(10);
});

describe('the disk', () => {
  const FULL = 2;
  const path = ownDatabase;
  const readSynchronous = () => getDb().pragma('synchronous', { simple: true });
  afterEach(() => vi.restoreAllMocks());

  /** Runs `before` ahead of every fsync of the log. */
  async function onSync(before: () => unknown): Promise<void> {
    const handle = await open(path);
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const { datasync } = prototype;
    vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: FileHandle) {
      await before();
      return datasync.call(this);
    });
  }

  test('has every slice before the next one begins, and all before the work is over', async () => {
    const waiting: (() => void)[] = [];
    await onSync(() => new Promise<void>((resolve) => waiting.push(resolve)));
    let isOver = false;
    const work = workInSlices(() => step(STEPS)).finally(() => {
      isOver = true;
    });
    let slices = 0;
    for (;;) {
      await vi.waitFor(() => expect(isOver || waiting.length === 1).toBe(true), { timeout: WAIT_TIMEOUT_MS });
      if (isOver) break;
      slices += 1;
      const kept = countRows();
      for (let turn = 0; turn < 20; turn++) await nextTurn();
      expect([countRows(), isOver]).toEqual([kept, false]);
      waiting.pop()?.();
    }
    expect(await work).toBe(STEPS);
    expect(slices).toBeGreaterThan(1);
  });

  test('that fails is not passed over', async () => {
    await onSync(() => Promise.reject(new Error('EIO')));
    await expect(workInSlices(() => step(STEPS))).rejects.toThrow('EIO');
  });

  test('that lost the end of the log has whole slices, and all but the last', async () => {
    const synced: { bytes: number; rows: number }[] = [];
    await onSync(() => synced.push({ bytes: statSync(`${path}-wal`).size, rows: countRows() }));
    getDb().pragma('wal_checkpoint(TRUNCATE)');
    await workInSlices(() => step(STEPS));
    expect(synced.length).toBeGreaterThan(1);
    const copy = join(dirname(ownDatabase), 'copia.sqlite');
    for (const [index, { bytes, rows }] of synced.entries()) {
      const before = synced[index - 1] ?? { bytes: 0, rows: 0 };
      for (const share of [0.1, 0.5, 0.99]) {
        copyFileSync(path, copy);
        copyFileSync(`${path}-wal`, `${copy}-wal`);
        truncateSync(`${copy}-wal`, Math.floor(before.bytes + share * (bytes - before.bytes)));
        const survived = new Sqlite(copy);
        expect(countRows(survived)).toBe(bytes === before.bytes ? rows : before.rows);
        expect(survived.pragma('integrity_check', { simple: true })).toBe('ok');
        survived.close();
      }
    }
  });

  test('is waited for by every other commit, also after a step that throws', async () => {
    const seen: unknown[] = [];
    await lookMeanwhile(
      workInSlices(() => step(STEPS)),
      () => seen.push(readSynchronous()),
    );
    expect(seen.length).toBeGreaterThan(0);
    const failing = workInSlices(() => {
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(new Set([...seen, readSynchronous()])).toEqual(new Set([FULL]));
  });
});
