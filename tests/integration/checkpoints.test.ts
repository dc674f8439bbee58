import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { startCheckpoints } from '~/server/database/checkpoints';
import { closeDb, getDb } from '~/server/database/connection';

const folder = mkdtempSync(join(tmpdir(), 'crm-checkpoints-'));
const path = join(folder, 'crm.sqlite');
process.env.DATABASE_PATH = path;
const stop = startCheckpoints(join(process.cwd(), 'dist', 'server', 'checkpoint-thread.mjs'), 300);
afterAll(async () => {
  await stop();
  closeDb();
  rmSync(folder, { recursive: true });
});

/** 8 MB, twice as much as the log grows to before it is copied. */
function writeMuch(prefix: string): void {
  const insert = getDb().prepare('INSERT INTO rate_limits (key) VALUES (?)');
  for (let row = 0; row < 80; row++) insert.run(`${prefix} ${row} ${'x'.repeat(100_000)}`);
}

const sizeOfFile = () => statSync(path).size;
const started = async () => ((await once(process, 'worker')) as [Worker])[0];

test('a thread copies what was written into the database, ends when there is no more, and comes back when there is', async () => {
  for (const round of ['uno', 'dos']) {
    const before = sizeOfFile();
    const thread = started();
    writeMuch(round);
    expect(sizeOfFile(), 'no write does it itself').toBe(before);
    const exited = once(await thread, 'exit');
    await expect.poll(sizeOfFile).toBeGreaterThan(before + 8e6);
    await exited;
    expect(statSync(`${path}-wal`).size, 'what was copied takes no more of the disk').toBe(0);
  }
});

test('a log that somebody who reads has kept from beginning anew gives its place back all the same', async () => {
  const reader = new Sqlite(path, { readonly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM rate_limits').get();
  const thread = started();
  for (const round of ['tres', 'cuatro', 'cinco', 'seis', 'siete']) writeMuch(round);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(33e6);
  const exited = once(await thread, 'exit');
  reader.close();
  await exited;
  expect(statSync(`${path}-wal`).size).toBe(0);
});
