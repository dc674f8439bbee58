import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditStrings } from '~/shared/strings/team';
import { makePerson, openSession, PASSWORD, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { tokenIn, waitForMail } from '../../support/mail';
import { startServer, type TestServer } from '../../support/server';

const OWN = 'siete barcos rojos';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer({
    env: { ADMIN_EMAIL: 'primera@equipo.example.com', ADMIN_PASSWORD: 'una ventana al mar' },
  });
  admin = makePerson(server, { roles: ['admin'] });
});
afterAll(() => server.stop());

/** Does something that must succeed. */
async function act(path: string, body?: object, { cookie = admin.cookie, method = 'POST' } = {}) {
  const answer = await call(server, path, { method, body, cookie });
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.json;
}
const change = (path: string, body: object, cookie = admin.cookie) =>
  act(path, body, { cookie, method: 'PATCH' });
const remove = (path: string, cookie = admin.cookie) => act(path, undefined, { cookie, method: 'DELETE' });

async function linkFor(email: string, nth = 1): Promise<string> {
  return tokenIn(await waitForMail(server, email, nth));
}

/** What people do with their own accounts. */
async function actAsOneself(): Promise<void> {
  const { id, email } = makePerson(server);
  await call(server, '/api/auth/sign-in', { body: { email, password: 'equivocada' } });
  await act('/api/auth/sign-in', { email, password: PASSWORD }, { cookie: '' });
  const cookie = openSession(server, id);
  await change('/api/account', { name: 'Otro Nombre' }, cookie);
  openSession(server, id);
  const { sessions } = (await call(server, '/api/sessions', { cookie })).json;
  await remove(`/api/sessions/${sessions[1].id}`, cookie);
  await remove('/api/sessions', cookie);
  await act('/api/auth/sign-out', undefined, { cookie });
  const changing = openSession(server, id);
  await act('/api/auth/password', { current: PASSWORD, password: OWN }, { cookie: changing });
  await act('/api/auth/recover', { email }, { cookie: '' });
  // The first mail says that the password was changed.
  const token = await linkFor(email, 2);
  await act('/api/auth/reset', { token, password: 'nueve trenes lentos' }, { cookie: '' });

  const newcomer = 'nueva@equipo.example.com';
  await act('/api/auth/sign-up', { email: newcomer, password: PASSWORD }, { cookie: '' });
  await act('/api/auth/verify', { token: await linkFor(newcomer), password: PASSWORD }, { cookie: '' });
}

/** What administrators do with agencies and accounts. */
async function actAsAdmin(): Promise<void> {
  const { company } = await act('/api/companies', { name: 'Casas del Sur' });
  const ofCompany = `/api/companies/${company.id}`;
  for (const body of [{ name: 'Casas' }, { country: 'Chile' }, { plan: 'PRO' }])
    await change(ofCompany, body);
  const { agent } = await act(`${ofCompany}/agents`, { name: 'Ana', email: 'ana@casas.example.com' });
  const ofAgent = `/api/agents/${agent.id}`;
  await change(ofAgent, { name: 'Ana Ruiz', email: 'ruiz@casas.example.com' });
  for (const status of ['suspended', 'active']) await change(ofAgent, { status });
  await remove(ofAgent);

  const email = 'coordina@casas.example.com';
  const { user } = await act('/api/manage-users', {
    action: 'createCoordinator',
    email,
    name: 'Carla',
    password: 'puerta azul 42',
    companyId: company.id,
    provisionInCRM: true,
  });
  await act('/api/auth/access', { token: await linkFor(email) }, { cookie: '' });
  await act('/api/auth/access/another', { email }, { cookie: '' });
  await act('/api/manage-users', { action: 'resetPassword', userId: user.id });
  await act('/api/manage-users', { action: 'deleteUser', userId: user.id });
  for (const status of ['inactive', 'active']) await change(ofCompany, { status });

  const { id } = makePerson(server);
  await change(`/api/team/${id}`, { role: 'admin' });
  for (const takes_leads of [false, true]) await change(`/api/team/${id}`, { takes_leads });
  await change(`/api/profiles/${id}`, { status: 'suspended' });
  const message = { name: 'Oferta', voseo: '¿Querés verlo?', tuteo: '¿Quieres verlo?' };
  const { template } = await act('/api/templates', { ...message, channel: 'whatsapp' });
  await remove(`/api/templates/${template.id}`);
  await change('/api/templates/primer-contacto', message);
  await remove('/api/templates/primer-contacto');
  await call(server, '/api/companies/export', { cookie: admin.cookie });
  await call(server, '/api/agents/export', { cookie: admin.cookie });
}

test('everything that the audit names is recorded when it is done', async () => {
  await actAsOneself();
  await actAsAdmin();
  const recorded = withDatabase(server, (db) =>
    db.prepare('SELECT DISTINCT type FROM audit_events ORDER BY type').pluck().all(),
  );
  expect(recorded).toEqual(Object.keys(auditStrings.types).sort());
});

test('what somebody does to their own account is told once', async () => {
  const own = makePerson(server, { roles: ['admin'] });
  await change(`/api/team/${own.id}`, { role: 'staff' }, own.cookie);
  const { events } = (await call(server, `/api/audit?persona=${own.id}`, { cookie: admin.cookie })).json;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['role_changed']);
});
