import { expect, test } from 'vitest';
import { closeDb, getDb, inTransaction, inUnsyncedTransaction, query } from '~/server/database/connection';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

const FULL = 2;
const DURABLE = { journal_mode: 'wal', synchronous: FULL, foreign_keys: 1, secure_delete: 1 };

const settings = () =>
  Object.fromEntries(Object.keys(DURABLE).map((name) => [name, getDb().pragma(name, { simple: true })]));

const write = (key: string) => getDb().prepare('INSERT INTO rate_limits (key) VALUES (?)').run(key);

test('the product’s own connection brings every commit to the disk, from the first write on, also when opened again', () => {
  for (const round of ['one', 'two']) {
    expect(settings()).toEqual(DURABLE);
    inTransaction(() => write(round));
    expect(settings()).toEqual(DURABLE);
    inUnsyncedTransaction(() => write(`${round}, unsynced`));
    expect(settings()).toEqual(DURABLE);
    closeDb();
  }
});

test('a statement is prepared once, as long as it is among the last 200', () => {
  const select = query<[], { n: number }>('SELECT 1 AS n');
  const first = select();
  for (let n = 0; n < 150; n++) query(`SELECT ${n} AS n`)();
  expect(select()).toBe(first);
  for (let n = 0; n < 200; n++) query(`SELECT ${n} AS m`)();
  expect(select()).not.toBe(first);
  expect(select().get()).toEqual({ n: 1 });
});
