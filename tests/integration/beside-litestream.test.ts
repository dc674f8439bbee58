import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { runCrm } from '../support/crm';
import { submitEnquiry, validEnquiry } from '../support/http';
import { startServer } from '../support/server';

test('a database that Litestream opened before the first start is set up, and its tables are no damage', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crm-litestream-'));
  const DATABASE_PATH = join(folder, 'crm.sqlite');
  const db = new Sqlite(DATABASE_PATH);
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)');
  db.exec('CREATE TABLE _litestream_lock (id INTEGER)');
  const server = await startServer({ env: { DATABASE_PATH } });
  try {
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
    expect(await runCrm(['check', '--offline'], { DATABASE_PATH })).toMatchObject({ code: 0, err: '' });
    db.exec('CREATE TABLE litestream_de_otro (id INTEGER)');
    expect((await runCrm(['check', '--offline'], { DATABASE_PATH })).out).toContain('✗ Esquema');
  } finally {
    db.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
