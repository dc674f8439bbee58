import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { type Answer, call } from '../../support/http';
import { waitForEmptyOutbox } from '../../support/mail';
import { startServer, type TestServer } from '../../support/server';

const TABLES = ['users', 'sign_ups', 'one_time_tokens', 'deliveries', 'audit_events', 'rate_limits'];
const VARYING = new Set(['date', 'x-request-id']);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const bodies = {
  'sign-in': (email: string) => ({ email, password: 'una frase cualquiera' }),
  'sign-up': (email: string) => ({ email, password: PASSWORD, name: 'Ana' }),
  recover: (email: string) => ({ email }),
  resend: (email: string) => ({ email }),
  'access/another': (email: string) => ({ email }),
};

const countRows = () =>
  withDatabase(server, (db) =>
    TABLES.map((table) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())),
  );

/** Everything about an answer that does not differ from one request to the next by its nature. */
function appearance({ status, text, headers }: Answer) {
  return { status, text, headers: [...headers].filter(([name]) => !VARYING.has(name)) };
}

/** What the server writes because of one request, until the mail of it has gone: rows by table. */
async function observe(path: keyof typeof bodies, email: string) {
  await waitForEmptyOutbox(server);
  const before = countRows();
  const answer = await call(server, `/api/auth/${path}`, { body: bodies[path](email) });
  await waitForEmptyOutbox(server);
  const rows = countRows().map((count, index) => count - (before[index] ?? 0));
  return { ...appearance(answer), rows: Object.fromEntries(TABLES.map((table, i) => [table, rows[i]])) };
}

for (const path of Object.keys(bodies) as (keyof typeof bodies)[])
  test(`${path} answers alike and writes as much, whoever is behind the email`, async () => {
    // The address itself is counted once.
    await observe(path, `otro-${path.replace('/', '-')}@equipo.example.com`);
    const unknown = await observe(path, `nadie-${path.replace('/', '-')}@equipo.example.com`);
    for (const person of [
      {},
      { status: 'suspended' },
      { status: 'pending' },
      { mustChangePassword: true },
    ] satisfies Parameters<typeof makePerson>[1][]) {
      const { email } = makePerson(server, person);
      expect(await observe(path, email), JSON.stringify(person)).toEqual(unknown);
    }
  });
