import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSchema } from '../../db/migrate';
import { makePerson } from '../support/accounts';
import { runCrm } from '../support/crm';
import { call } from '../support/http';
import { expectKept, readDatabase, readKept, releases, unpackRelease } from '../support/releases';
import { startServer } from '../support/server';

test.each(releases)(
  'the release %s is upgraded by the operator’s commands without losing anything, and works',
  async (file) => {
    const { folder, path } = unpackRelease(file);
    const before = readKept(path);
    const count = (condition: string) =>
      readDatabase(path, (db) =>
        db.prepare(`SELECT count(*) FROM leads WHERE deleted_at IS NULL AND ${condition}`).pluck().get(),
      );
    const [standing, won] = [count('TRUE'), count("estado = 'ganado'")];
    expect(won).toBeGreaterThan(0);
    const env = { DATABASE_PATH: path };
    // The key of releases that seal; data.sql has its fingerprint.
    writeFileSync(`${path}.clave`, `${Buffer.alloc(32).toString('base64')}\n`, { mode: 0o600 });
    // Opens the database as a start does, without deleting expired rows.
    expect(await runCrm(['export', 'leads'], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Ñandú'),
    });
    expectKept(path, before);
    expect(readDatabase(path, describeSchema)).toBe(readFileSync('db/schema.sql', 'utf8'));
    const checked = await runCrm(['check', '--offline'], env);
    expect([checked.code, checked.out]).toEqual([0, expect.not.stringContaining('✗')]);
    const server = await startServer({ folder, env });
    try {
      const { cookie } = makePerson(server);
      const found = await call(server, '/api/leads?q=nandu', { cookie });
      expect(found.json.leads.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['Ñandú Íñiguez']);
      expect((await call(server, '/api/leads/counters', { cookie })).json).toMatchObject({
        total: standing,
        ganado: won,
      });
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
