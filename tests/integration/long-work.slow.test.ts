import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flushSomeWords } from '../../db/search-index';
import { makePerson } from '../support/accounts';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { fillWithLeads } from '../support/fill-leads';
import { call } from '../support/http';
import { startServer, type TestServer } from '../support/server';

const LEADS = 15_000;
const LONG_AGO = '2020-01-01T00:00:00.000Z';

describe('a purge of thousands of leads', () => {
  /** Servers are killed midway on it, so each finds what the previous one left. */
  let server: TestServer;
  beforeAll(async () => {
    const empty = await startServer();
    await empty.stop({ keep: true });
    fillWithLeads(empty.databasePath, LEADS);
    withDatabase(empty, (db) => {
      db.exec("INSERT INTO lead_events (lead_id, type, created_at) SELECT id, 'created', created_at FROM leads");
      db.prepare('UPDATE leads SET deleted_at = ? WHERE id % 10 <> 0').run(LONG_AGO);
      // On a fast machine, too, it lasts for longer than the tests that meet it at work.
      db.exec('CREATE TRIGGER held BEFORE DELETE ON leads BEGIN SELECT length(hex(zeroblob(500000))); END');
    });
    server = empty;
  });
  afterAll(() => server.stop());

  const DUE = LEADS * 0.9;
  const remaining = () =>
    withDatabase(server, (db) =>
      Number(db.prepare('SELECT count(*) FROM leads WHERE deleted_at IS NOT NULL').pluck().get()),
    );

  async function startAgain(): Promise<void> {
    server = await startServer({ folder: server.folder });
  }

  test('lets requests through in between', async () => {
    await startAgain();
    const { cookie } = makePerson(server);
    await expect.poll(remaining).toBeLessThan(DUE);
    const { json } = await call(server, '/api/leads/counters', { cookie });
    expect(json.total).toBe(LEADS - DUE);
    expect(remaining()).toBeGreaterThan(0);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('is cut off by %s between two leads', async (signal) => {
    const before = remaining();
    server.process.kill(signal);
    expect(await server.exited).toBe(signal === 'SIGTERM' ? 0 : null);
    const left = remaining();
    expect([left > 0, left <= before]).toEqual([true, true]);
    expect(findFaults(server)).toEqual([]);
    await startAgain();
    if (signal === 'SIGTERM') await expect.poll(remaining).toBeLessThan(left);
  });

  test('is finished by the next start, and takes nothing else', async () => {
    withDatabase(server, (db) => db.exec('DROP TRIGGER held'));
    await server.printed(/"job":"trash"/);
    expect(remaining()).toBe(0);
    expect(findFaults(server)).toEqual([]);
    const kept = withDatabase(server, (db) => db.prepare('SELECT id FROM leads ORDER BY id').pluck().all());
    expect(kept).toEqual(Array.from({ length: LEADS / 10 }, (_, index) => (index + 1) * 10));
  });
});

describe('what long work promised is kept, whatever happens next', () => {
  const MESSAGES = 400;
  const LEADS_DUE = 3000;
  const kill = async (server: TestServer) => {
    server.process.kill('SIGKILL');
    await server.exited;
  };
  const count = (server: TestServer, sql: string) =>
    withDatabase(server, (db) => Number(db.prepare(sql).pluck().get()));

  test('every failed message is waiting again, once the answer says so', async () => {
    const server = await startServer({ env: { LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/' } });
    const { cookie } = makePerson(server, { roles: ['admin'] });
    withDatabase(server, (db) =>
      db
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
           INSERT INTO deliveries (message_id, kind, event, payload, state, planned_at, next_attempt_at, created_at)
           SELECT 'msg_' || i, 'webhook', 'lead.created', '{}', 'failed', :at, :at, :at FROM n`,
        )
        .run(MESSAGES, { at: LONG_AGO }),
    );
    const { json } = await call(server, '/api/deliveries/retry', { cookie, body: { kind: 'webhook' } });
    await kill(server);
    expect(json).toEqual({ retried: MESSAGES });
    expect(count(server, "SELECT count(*) FROM deliveries WHERE state = 'pending'")).toBe(MESSAGES);
    rmSync(server.folder, { recursive: true });
  });

  test('all that had expired is gone once crm purge ends, and what the server took beside it is there', async () => {
    const server = await startServer();
    await server.stop({ keep: true });
    fillWithLeads(server.databasePath, LEADS_DUE);
    const again = await startServer({ folder: server.folder });
    const { cookie } = makePerson(again);
    withDatabase(again, (db) => db.prepare('UPDATE leads SET deleted_at = ?').run(LONG_AGO));
    let isOver = false;
    const purge = runCrm(['purge'], { DATABASE_PATH: server.databasePath }).finally(() => {
      isOver = true;
    });
    let made = 0;
    do {
      const body = { nombre: 'Ana', email: `a${made}@x.example.com` };
      expect((await call(again, '/api/leads', { cookie, body })).status).toBe(201);
      made += 1;
    } while (!isOver);
    await kill(again);
    expect((await purge).code).toBe(0);
    expect(count(again, 'SELECT count(*) FROM leads')).toBe(made);
    expect(findFaults(again)).toEqual([]);
    rmSync(server.folder, { recursive: true });
  });
});

/** Integrity faults, including full-text indexes and counters. */
function findFaults(server: TestServer): unknown[] {
  return withDatabase(server, (db) => {
    const count = (sql: string) => Number(db.prepare(sql).pluck().get());
    const faults: unknown[] = db.pragma('foreign_key_check') as unknown[];
    const integrity = db.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') faults.push(integrity);
    while (flushSomeWords(db));
    // Throws if the index and its table differ.
    db.exec("INSERT INTO lead_words (lead_words, rank) VALUES ('integrity-check', 1)");
    const standing = count('SELECT count(*) FROM leads WHERE deleted_at IS NULL');
    for (const summary of ['lead_counters', 'owner_counters'])
      if (count(`SELECT sum(total) FROM ${summary}`) !== standing) faults.push(summary);
    const notes = count('SELECT sum(notes_count) FROM leads');
    if (count('SELECT count(*) FROM lead_notes') !== notes) faults.push('notes');
    return faults;
  });
}
