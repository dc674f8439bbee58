import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { runCrm } from '../support/crm';
import { submitEnquiry, validEnquiry } from '../support/http';
import { startServer } from '../support/server';

test('a database that Litestream opened before the first start is set up, its tables are no damage, and its backlog is told', async () => {
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
    const pending = join(folder, '.crm.sqlite-litestream', 'generations');
    mkdirSync(pending, { recursive: true });
    writeFileSync(join(pending, '00000000.wal'), '');
    truncateSync(join(pending, '00000000.wal'), 300 * 2 ** 20);
    const { code, out } = await runCrm(['check', '--offline'], { DATABASE_PATH });
    expect([code, out]).toEqual([0, expect.stringContaining('! Copia continua: 300 MB esperan')]);
    db.exec('CREATE TABLE litestream_de_otro (id INTEGER)');
    expect((await runCrm(['check', '--offline'], { DATABASE_PATH })).out).toContain('✗ Esquema');
  } finally {
    db.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

test('the units of Litestream have the service’s user, folder and database', () => {
  const read = (name: string) => readFileSync(`docs/despliegue/${name}`, 'utf8');
  const database = /^DATABASE_PATH=(.+)$/m.exec(read('crm.env'))?.[1] ?? '';
  const [crm, litestream, cap] = ['crm', 'litestream', 'litestream-tope'].map((name) => read(`${name}.service`));
  for (const line of ['User', 'Group', 'StateDirectory', 'StateDirectoryMode']) {
    const find = (unit = '') => new RegExp(`^${line}=.+$`, 'm').exec(unit)?.[0];
    expect(find(crm), line).toBeDefined();
    expect([find(litestream), find(cap)]).toEqual([find(crm), find(crm)]);
  }
  expect(read('litestream.yml')).toContain(`- path: ${database}\n`);
  const [, script = ''] = /^ExecStart=\/bin\/sh \/opt\/crm\/source\/(\S+) (\S+)$/m.exec(cap ?? '') ?? [];
  expect(existsSync(script)).toBe(true);
  expect(cap).toContain(`/${script} ${database}\n`);
});
