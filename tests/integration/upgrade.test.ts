import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { describeSchema, migrate } from '../../db/migrate';
import { makePerson } from '../support/accounts';
import { call } from '../support/http';
import { expectKept, readDatabase, readKept, releases, unpackRelease } from '../support/releases';
import { startServer } from '../support/server';

// The operator's commands and the server on each release are tested in upgrade.slow.test.ts.
describe.each(releases)('the release %s', (file) => {
  test('has migrations that are still there word for word, and the later ones lose nothing of it', () => {
    const { folder, path } = unpackRelease(file);
    const applied = readDatabase(path, (db) =>
      db.prepare('SELECT name, sha256 FROM schema_migrations ORDER BY version').all(),
    ) as { name: string; sha256: string }[];
    expect(applied.at(-1)?.name.slice(0, 4)).toBe(file.slice(0, 4));
    for (const { name, sha256 } of applied) {
      const sql = readFileSync(join('db', 'migrations', name));
      expect([name, createHash('sha256').update(sql).digest('hex')]).toEqual([name, sha256]);
    }
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
