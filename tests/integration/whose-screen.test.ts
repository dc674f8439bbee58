import { beforeAll, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { makeLead } from '../support/panel';
import { providePerson, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const ana = providePerson(server);
const beto = providePerson(server);

const asAna = { 'x-account': '' };
beforeAll(() => {
  asAna['x-account'] = ana.id;
});

test('what one person’s screen asks for under another’s session is refused, and nothing is done', async () => {
  const { id } = await makeLead(server, beto);
  const asks: [method: string, path: string, body?: unknown][] = [
    ['POST', '/api/leads', { nombre: 'De Ana', email: 'ana@x.example.com' }],
    ['POST', `/api/leads/${id}/notes`, { body: 'De Ana' }],
    ['PATCH', `/api/leads/${id}`, { estado: 'ganado' }],
    ['DELETE', `/api/leads/${id}`],
    ['GET', `/api/leads/${id}`],
    ['POST', '/api/auth/password', { current: PASSWORD, password: 'siete barcos rojos' }],
    ['POST', '/api/auth/sign-out'],
    // It does not even reveal that Beto may not: Ana may, and the screen is hers.
    ['POST', '/api/companies', { name: 'De Ana' }],
  ];
  for (const [method, path, body] of asks) {
    const answer = await call(server, path, { method, body, cookie: beto.cookie, headers: asAna });
    expect([answer.status, answer.json.error.code], `${method} ${path}`).toEqual([409, 'other_account']);
    expect(answer.json.error.message).toContain('ahora está abierta otra cuenta');
  }
  const notes = withDatabase(server, (db) =>
    db.prepare("SELECT count(*) FROM lead_notes WHERE body = 'De Ana'").pluck().get(),
  );
  expect(notes).toBe(0);
  const { json } = await call(server, `/api/leads/${id}`, { cookie: beto.cookie });
  expect(json.lead.estado).toBe('nuevo');
});

test('one’s own screen, and a caller that has none, are served', async () => {
  const body = { nombre: 'De Ana', email: 'ana@x.example.com' };
  for (const headers of [asAna, {}]) {
    expect((await call(server, '/api/leads', { body, cookie: ana.cookie, headers })).status).toBe(201);
  }
});

test('where nobody is signed in, it is 401, and signing in is open to anyone', async () => {
  const { status } = await call(server, '/api/leads', { headers: asAna });
  expect(status).toBe(401);
  const signIn = await call(server, '/api/auth/sign-in', {
    body: { email: ana.email, password: PASSWORD },
    cookie: makePerson(server).cookie,
    headers: asAna,
  });
  expect([signIn.status, signIn.json.user.id]).toEqual([200, ana.id]);
});
