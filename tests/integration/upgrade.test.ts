import { readFileSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { describeSchema, migrate } from '../../db/migrate';
import { makePerson } from '../support/accounts';
import { call } from '../support/http';
import { expectKept, readDatabase, readKept, releases, unpackRelease } from '../support/releases';
import { startServer } from '../support/server';

// The operator's commands and the server on each release are tested in upgrade.slow.test.ts.
describe.each(releases)('the release %s', (file) => {
  test('is known, and the later migrations lose nothing of it', () => {
    const { folder, path } = unpackRelease(file);
    const before = readKept(path);
    const db = new Sqlite(path);
    migrate(db);
    db.close();
    expectKept(path, before);
    // Tokens keep their rights.
    const scopes = readDatabase(path, (db) => db.prepare('SELECT DISTINCT scopes FROM api_tokens').pluck().all());
    expect(['', '["write","companies"]']).toContain(String(scopes));
    expect(readDatabase(path, describeSchema)).toBe(readFileSync('db/schema.sql', 'utf8'));
    rmSync(folder, { recursive: true });
  });
});

test('a server that starts on the oldest release upgrades it, and works', async () => {
  const { folder, path } = unpackRelease(releases.toSorted()[0] ?? '');
  const before = readKept(path);
  const server = await startServer({ folder });
  try {
    expectKept(
      path,
      before.filter(([table]) => table === 'leads'),
    );
    const { cookie } = makePerson(server);
    const found = await call(server, '/api/leads?q=nandu', { cookie });
    expect(found.json.leads.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['Ñandú Íñiguez']);
  } finally {
    await server.stop();
  }
});
