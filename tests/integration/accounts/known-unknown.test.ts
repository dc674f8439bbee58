import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { type Answer, call } from '../../support/http';
import { readMails, waitForEmptyOutbox } from '../../support/mail';
import { startServer, type TestServer } from '../../support/server';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

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

test.each(Object.keys(bodies) as (keyof typeof bodies)[])(
  '%s answers alike and writes as much, whoever is behind the email',
  async (path) => {
    // The address itself is counted once.
    await observe(path, `otro-${path.replace('/', '-')}@equipo.example.com`);
    const unknown = await observe(path, `nadie-${path.replace('/', '-')}@equipo.example.com`);
    for (const person of [
      makePerson(server),
      makePerson(server, { status: 'suspended' }),
      makePerson(server, { status: 'pending' }),
      makePerson(server, { mustChangePassword: true }),
    ]) {
      expect(await observe(path, person.email)).toEqual(unknown);
    }
  },
);

test('by SMTP a mail that nobody is to get takes a connection and a sign-in, too, and is not sent', async () => {
  const sink: SmtpSink = await startSmtpSink();
  const own = await startServer({ env: { SMTP_URL: sink.url, MAIL_FROM: 'crm@x.example.com' } });
  try {
    await call(own, '/api/auth/recover', { body: { email: 'nadie@x.example.com' } });
    await waitForEmptyOutbox(own);
    expect([sink.signIns(), sink.received.length]).toEqual([1, 0]);
    await call(own, '/api/auth/recover', { body: { email: makePerson(own).email } });
    await sink.gets(1);
    expect(sink.signIns()).toBe(2);
    expect(readMails(own)).toEqual([]);
  } finally {
    await own.stop();
    await sink.stop();
  }
});
