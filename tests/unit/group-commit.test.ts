import { beforeEach, expect, test, vi } from 'vitest';
import { getDb } from '~/server/database/connection';
import { inSharedTransaction } from '~/server/database/group-commit';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();
beforeEach(() => {
  getDb().prepare('DELETE FROM rate_limits').run();
  // A slow machine would end a group early, so time is frozen.
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

const write = (key: string) => getDb().prepare('INSERT INTO rate_limits (key) VALUES (?)').run(key);
const stored = () => getDb().prepare('SELECT key FROM rate_limits ORDER BY key').pluck().all();
const fail = () => {
  throw new Error('no');
};

test('of a group only what throws is undone', async () => {
  const half = () => {
    write('half');
    fail();
  };
  const ends = await Promise.allSettled([
    inSharedTransaction(() => void write('one')),
    inSharedTransaction(half),
    inSharedTransaction(() => void write('two')),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored()).toEqual(['one', 'two']);
});

test('when the whole transaction breaks, nothing of the group is stored and nobody is told that it was', async () => {
  // As SQLite does on a full disk.
  const breakAll = () => {
    getDb().exec('ROLLBACK');
    fail();
  };
  const ends = await Promise.allSettled([
    inSharedTransaction(() => void write('before')),
    inSharedTransaction(breakAll),
    inSharedTransaction(() => void write('after')),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(stored()).toEqual([]);
  await inSharedTransaction(() => void write('next'));
  expect(stored()).toEqual(['next']);
});
