import { existsSync, rmSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer();
  admin = makePerson(server, { roles: ['admin'] });
});
afterAll(() => rmSync(server.folder, { recursive: true }));

test('four exports at once are whole and alike, however they are packed', async () => {
  makeAgents(server, makeCompany(server), 2000);
  const expected = withDatabase(server, (db) =>
    db.prepare('SELECT id, name, email FROM agents ORDER BY id').raw().all(),
  ).map((row) => (row as unknown[]).join(','));
  for (const encoding of ['identity', 'gzip', 'br']) {
    const download = async () => {
      const answer = await call(server, '/api/agents/export', {
        cookie: admin.cookie,
        headers: { 'accept-encoding': encoding },
      });
      return answer.text.split('\r\n').slice(1, -1);
    };
    for (const lines of await Promise.all([download(), download(), download(), download()])) {
      const read = lines.map((line) => line.split(',').slice(0, 3).join(','));
      expect.soft(read, encoding).toEqual(expected);
    }
  }
});

const LONG_BYTES = 12 * 2 ** 20;
/** 4 KB pages in the write-ahead log. */
const logPages = () => withDatabase(server, (db) => (db.pragma('wal_checkpoint(NOOP)') as [{ log: number }])[0].log);

/** Fifty leads at once, 4 KB each. */
const write = () =>
  Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      call(server, '/api/leads', {
        cookie: admin.cookie,
        body: { nombre: 'Ana', email: `a${n}@x.example.com`, mensaje: 'Una consulta larga. '.repeat(200) },
      }),
    ),
  );

test('a write-ahead log that grew while somebody was reading begins anew without being cut: Litestream copies its end later', async () => {
  const size = () => statSync(`${server.databasePath}-wal`).size;
  const reader = new Sqlite(server.databasePath, { readonly: true });
  try {
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM leads').get();
    withDatabase(server, (db) => {
      const add = db.prepare(
        "INSERT INTO audit_events (type, to_value, created_at) VALUES ('agents_exported', ?, '2026-01-01T00:00:00.000Z')",
      );
      db.transaction(() => {
        for (let written = 0; written < LONG_BYTES; written += 2 ** 20) add.run('x'.repeat(2 ** 20));
      })();
    });
  } finally {
    reader.close();
  }
  // The first write checkpoints, the second restarts the log.
  for (let n = 0; n < 2; n++) await write();
  expect(logPages()).toBeLessThan(2 * 1000);
  expect(size()).toBeGreaterThan(LONG_BYTES);
});

test('it is copied while writes go on, begins anew, and is gone once the server has ended', async () => {
  const pages: number[] = [];
  do {
    await write();
    pages.push(logPages());
  } while ((pages.at(-1) as number) >= Math.max(...pages));
  expect(Math.max(...pages)).toBeLessThan(2 * 1000);
  // A worker thread has read, and has closed its connection by now.
  await call(server, '/api/reports', { cookie: admin.cookie });
  expect(await server.stop({ keep: true })).toBe(0);
  expect(existsSync(`${server.databasePath}-wal`)).toBe(false);
});
