import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeCompany } from '../support/companies';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { makeLead } from '../support/panel';
import { providePerson, provideProvenPerson, provideServer, provideSharedServer } from '../support/provide';

let companyId: number;
let leadId: number;
const server = provideSharedServer();
const other = provideServer(() => ({ env: { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir } }));
const admin = provideProvenPerson(server, { roles: ['admin'] });
const colleague = providePerson(server, { roles: ['admin'] });
beforeAll(async () => {
  companyId = makeCompany(server);
  leadId = (await makeLead(server, admin)).id;
});

const press = (path: string, body: unknown, key: string, { by = admin, on = server } = {}) =>
  call(on, path, { cookie: by.cookie, body, headers: { 'idempotency-key': key } });

/** What a table's next row comes after; other files' rows may be cleaned up meanwhile. */
const lastOf = (table: string) =>
  withDatabase(server, (db) => db.prepare(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() as number);
const countAfter = (id: number, table: string) =>
  withDatabase(server, (db) => db.prepare(`SELECT count(*) FROM ${table} WHERE id > ?`).pluck().get(id) as number);

/** Everything made by hand: endpoint, body and table. */
const kinds: [kind: string, path: () => string, body: Record<string, unknown>, table: string][] = [
  ['lead', () => '/api/leads', { nombre: 'Una Vez', email: 'una@x.example.com' }, 'leads'],
  ['note', () => `/api/leads/${leadId}/notes`, { body: 'Una vez' }, 'lead_notes'],
  ['company', () => '/api/companies', { name: `Una Vez ${randomUUID()}` }, 'companies'],
  [
    'agent',
    () => `/api/companies/${companyId}/agents`,
    { name: 'Una', email: `${randomUUID()}@x.example.com` },
    'agents',
  ],
];

describe.each(kinds)('the same press for a %s', (kind, path, body, table) => {
  test('makes one, however often it comes, and says each time what it made', async () => {
    const last = lastOf(table);
    const key = randomUUID();
    const answers = await Promise.all([
      press(path(), body, key),
      press(path(), body, key, { on: other }),
      press(path(), body, key),
      press(path(), body, key, { on: other }),
    ]);
    answers.push(await press(path(), body, key.toUpperCase()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json[kind].id)).size).toBe(1);
    expect(countAfter(last, table)).toBe(1);
  });

  test('with something else in it is refused', async () => {
    const key = randomUUID();
    const [field = ''] = Object.keys(body);
    const text = randomUUID();
    const changed = { ...body, email: `${randomUUID()}@x.example.com`, [field]: `Con cambios ${text}` };
    const mine = kind === 'note' || kind === 'company' ? { [field]: `Con cambios ${text}` } : changed;
    await press(path(), { ...mine, [field]: `Sin cambios ${text}` }, key);
    const last = lastOf(table);
    const refused = await press(path(), mine, key);
    expect([refused.status, refused.json.error.code]).toEqual([422, 'already_made']);
    expect(countAfter(last, table)).toBe(0);
  });
});

describe('a key', () => {
  test('is its person’s own: another’s same key makes another', async () => {
    const key = randomUUID();
    const body = { nombre: 'De cada uno', email: 'uno@x.example.com' };
    const first = await press('/api/leads', body, key);
    const second = await press('/api/leads', body, key, { by: colleague });
    expect([second.status, second.json.lead.id === first.json.lead.id]).toEqual([201, false]);
  });

  test('of one thing makes no other', async () => {
    const key = randomUUID();
    expect((await press(`/api/leads/${leadId}/notes`, { body: 'Nota' }, key)).status).toBe(201);
    const elsewhere = await makeLead(server, admin);
    expect((await press(`/api/leads/${elsewhere.id}/notes`, { body: 'Nota' }, key)).status).toBe(422);
    expect((await press('/api/companies', { name: 'Nota' }, key)).status).toBe(422);
  });

  test('that was refused is free: corrected, it makes what it is asked for', async () => {
    const key = randomUUID();
    expect((await press('/api/leads', { nombre: 'Sin email' }, key)).status).toBe(422);
    const body = { nombre: 'Con email', email: 'con@x.example.com' };
    expect((await press('/api/leads', body, key)).status).toBe(201);
  });

  test('answers with what was made as it is now, and with 404 once that is gone', async () => {
    const key = randomUUID();
    const body = { nombre: 'Que cambia', email: 'cambia@x.example.com' };
    const { id } = (await press('/api/leads', body, key)).json.lead;
    const change = { method: 'PATCH', cookie: colleague.cookie, body: { estado: 'ganado' } };
    await call(server, `/api/leads/${id}`, change);
    expect((await press('/api/leads', body, key)).json.lead).toMatchObject({ id, estado: 'ganado' });
    await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: colleague.cookie });
    expect((await press('/api/leads', body, key)).status).toBe(404);
  });

  test('that is no UUID is 400, and none at all makes one each time', async () => {
    const body = { nombre: 'Sin clave', email: 'sin@x.example.com' };
    for (const key of ['1', 'x'.repeat(36), `${randomUUID()}, ${randomUUID()}`]) {
      expect((await press('/api/leads', body, key)).status).toBe(400);
    }
    const last = lastOf('leads');
    await call(server, '/api/leads', { cookie: admin.cookie, body });
    await call(server, '/api/leads', { cookie: admin.cookie, body });
    expect(countAfter(last, 'leads')).toBe(2);
  });

  test('is forgotten after seven days', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const key of [old, young]) {
      await press('/api/leads', { nombre: 'Vieja', email: 'v@x.example.com' }, key);
    }
    const age = (key: string, days: number) =>
      withDatabase(server, (db) =>
        db
          .prepare('UPDATE creations SET created_at = ? WHERE key = ?')
          .run(new Date(Date.now() - days * 86_400_000).toISOString(), key),
      );
    age(old, 7.01);
    age(young, 6.99);
    expect((await runCrm(['purge'], { DATABASE_PATH: server.databasePath })).code).toBe(0);
    const kept = withDatabase(server, (db) =>
      db.prepare('SELECT key FROM creations WHERE key IN (?, ?)').pluck().all(old, young),
    );
    expect(kept).toEqual([young]);
  });
});

test('an agency’s coordinator is made once, also where the answer was lost', async () => {
  const id = makeCompany(server);
  const body = {
    action: 'createCoordinator',
    email: `${randomUUID()}@x.example.com`,
    name: 'Coordina',
    password: 'siete barcos rojos',
    companyId: id,
    provisionInCRM: false,
  };
  expect((await call(server, '/api/manage-users', { cookie: admin.cookie, body })).status).toBe(200);
  const again = await call(server, '/api/manage-users', { cookie: admin.cookie, body });
  expect([again.status, again.json.error.code]).toEqual([409, 'coordinator_exists']);
});
