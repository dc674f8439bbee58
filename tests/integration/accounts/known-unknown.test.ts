import { expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { type Answer, call } from '../../support/http';
import { countOrders, waitForEmptyOutbox } from '../../support/mail';
import { provideServer } from '../../support/provide';

const TABLES = ['users', 'sign_ups', 'one_time_tokens', 'deliveries', 'audit_events', 'rate_limits'];
const VARYING = new Set(['date', 'x-request-id']);

const server = provideServer();

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

/** Everything about an answer except what varies by nature from one request to the next. */
function appearance({ status, text, headers }: Answer) {
  return { status, text, headers: [...headers].filter(([name]) => !VARYING.has(name)) };
}

/** Handled after the answer; without a recipient they leave no trace. */
const ORDERS = new Set<string>(['recover', 'resend', 'access/another']);

/** Rows written because of one request, per table, until its mail has gone. */
async function observe(path: keyof typeof bodies, email: string) {
  await waitForEmptyOutbox(server);
  const before = countRows();
  const orders = await countOrders(server);
  const answer = await call(server, `/api/auth/${path}`, { body: bodies[path](email) });
  if (ORDERS.has(path)) await expect.poll(() => countOrders(server)).toBe(orders + 1);
  await waitForEmptyOutbox(server);
  const rows = countRows().map((count, index) => count - (before[index] ?? 0));
  return { answer: appearance(answer), rows: Object.fromEntries(TABLES.map((table, i) => [table, rows[i]])) };
}

const PEOPLE: Parameters<typeof makePerson>[1][] = [
  {},
  { status: 'suspended' },
  { status: 'pending' },
  { mustChangePassword: true },
];

for (const path of Object.keys(bodies) as (keyof typeof bodies)[])
  test(`${path} answers alike, whoever is behind the email, and keeps nothing of who is not there`, async () => {
    // Warm-up: the rate limit row of the IP address is created only once.
    await observe(path, `otro-${path.replace('/', '-')}@equipo.example.com`);
    const unknown = await observe(path, `nadie-${path.replace('/', '-')}@equipo.example.com`);
    const { rate_limits: _counted, ...kept } = unknown.rows;
    if (ORDERS.has(path)) expect(Object.values(kept)).toEqual(Object.values(kept).map(() => 0));
    for (const person of PEOPLE) {
      const { answer, rows } = await observe(path, makePerson(server, person).email);
      expect(answer, JSON.stringify(person)).toEqual(unknown.answer);
      if (ORDERS.has(path)) expect(rows.rate_limits).toBe(unknown.rows.rate_limits);
      else if (path === 'sign-in') expect(rows, JSON.stringify(person)).toEqual(unknown.rows);
      else expect({ ...rows, one_time_tokens: 1 }, JSON.stringify(person)).toEqual(unknown.rows);
    }
  });
