import { expect, test } from 'vitest';
import { auditStrings } from '~/shared/strings/team';
import { makePerson, openSession, PASSWORD } from '../../support/accounts';
import { Authenticator } from '../../support/authenticator';
import { withDatabase } from '../../support/database';
import { call, submitEnquiry, validEnquiry } from '../../support/http';
import { upload } from '../../support/imports';
import { countOrders, waitForToken } from '../../support/mail';
import { connectWhatsapp } from '../../support/meta';
import { addDevice, makeSubscription } from '../../support/notices';
import { provideMeta, provideProvenPerson, provideServer } from '../../support/provide';
import { cookieIn, setUpTotp } from '../../support/second-factor';

const OWN = 'siete barcos rojos';

const meta = provideMeta();
const server = provideServer(() => ({
  env: {
    ADMIN_EMAIL: 'primera@equipo.example.com',
    ADMIN_PASSWORD: 'una ventana al mar',
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    WHATSAPP_API_URL: meta.url,
  },
}));
const admin = provideProvenPerson(server, { roles: ['admin'] });

/** Performs an action that must succeed. */
async function act(path: string, body?: object, { cookie = admin.cookie, method = 'POST' } = {}) {
  const answer = await call(server, path, { method, body, cookie });
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.json;
}
const change = (path: string, body: object, cookie = admin.cookie) => act(path, body, { cookie, method: 'PATCH' });
const remove = (path: string, cookie = admin.cookie) => act(path, undefined, { cookie, method: 'DELETE' });

/** Actions on one's own account. */
async function actAsOneself(): Promise<void> {
  const { id, email } = makePerson(server);
  await call(server, '/api/auth/sign-in', { body: { email, password: 'equivocada' } });
  await act('/api/auth/sign-in', { email, password: PASSWORD }, { cookie: '' });
  const cookie = openSession(server, id);
  await call(server, '/api/auth/confirm', { body: { password: 'equivocada' }, cookie });
  await act('/api/auth/confirm', { password: PASSWORD }, { cookie: openSession(server, id) });
  await change('/api/account', { name: 'Otro Nombre' }, cookie);
  openSession(server, id);
  const { sessions } = (await call(server, '/api/sessions', { cookie })).json;
  await remove(`/api/sessions/${sessions[1].id}`, cookie);
  await remove('/api/sessions', cookie);
  await act('/api/auth/sign-out', undefined, { cookie });
  const changing = openSession(server, id);
  await act('/api/push/subscriptions', makeSubscription(), { cookie: changing });
  await act('/api/auth/password', { current: PASSWORD, password: OWN }, { cookie: changing });
  await act('/api/auth/recover', { email }, { cookie: '' });
  const token = await waitForToken(server, email);
  await act('/api/auth/reset', { token, password: 'nueve trenes lentos' }, { cookie: '' });
  await call(server, '/api/auth/sign-in', {
    body: { email, password: 'nueve trenes lentos' },
    headers: { 'user-agent': 'Firefox/140.0' },
  });

  const newcomer = 'nueva@equipo.example.com';
  await act('/api/auth/sign-up', { email: newcomer, password: PASSWORD }, { cookie: '' });
  await act('/api/auth/verify', { token: await waitForToken(server, newcomer), password: PASSWORD }, { cookie: '' });
}

async function usePasskeys(): Promise<void> {
  const { cookie } = makePerson(server);
  const options = await act('/api/account/passkeys/options', {}, { cookie });
  const answer = new Authenticator(server.url).make(options);
  const { passkey } = await act('/api/account/passkeys', { ...answer, name: 'Mi teléfono' }, { cookie });
  await remove(`/api/account/passkeys/${passkey.id}`, cookie);
}

async function inviteColleagues(): Promise<void> {
  const email = 'invitada@equipo.example.com';
  const { invitation } = await act('/api/team/invitations', { email, role: 'staff' });
  await waitForToken(server, email);
  await act(`/api/team/invitations/${invitation.id}/resend`, {});
  const token = await waitForToken(server, email, 2);
  await act('/api/auth/invitation', { token, name: 'Lucía', password: OWN }, { cookie: '' });
  const other = await act('/api/team/invitations', { email: 'otra@equipo.example.com', role: 'admin' });
  await remove(`/api/team/invitations/${other.invitation.id}`);
}

/** Second factors: one's own, and an administrator's reset of a lost one. */
async function actOnSecondFactors(): Promise<void> {
  const person = makePerson(server);
  const { cookie } = await setUpTotp(server, person);
  const renewed = await call(server, '/api/account/totp/recovery-codes', {
    cookie,
    body: { password: PASSWORD },
  });
  const removed = { method: 'DELETE', cookie: cookieIn(renewed, 'sid'), body: { password: PASSWORD } };
  expect((await call(server, '/api/account/totp', removed)).status).toBe(204);
  await act(`/api/team/${person.id}/reset-second-factor`);
}

/** Administrators' actions on companies and accounts. */
async function actAsAdmin(): Promise<void> {
  const { company } = await act('/api/companies', { name: 'Casas del Sur' });
  const ofCompany = `/api/companies/${company.id}`;
  for (const body of [{ name: 'Casas' }, { country: 'Chile' }, { plan: 'PRO' }]) await change(ofCompany, body);
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
  await act('/api/auth/access', { token: await waitForToken(server, email) }, { cookie: '' });
  await act('/api/auth/access/another', { email }, { cookie: '' });
  await expect.poll(() => countOrders(server)).toBe(2);
  await act('/api/manage-users', { action: 'resetPassword', userId: user.id });
  await act('/api/manage-users', { action: 'deleteUser', userId: user.id });
  for (const status of ['inactive', 'active']) await change(ofCompany, { status });
  const { company: bare } = await act('/api/companies', { name: 'Por error' });
  await remove(`/api/companies/${bare.id}`);
  await act(`/api/companies/${bare.id}/restore`);
  await change('/api/reports/goal', { monthly_value: 3000 });

  const { id } = makePerson(server);
  await change(`/api/team/${id}`, { role: 'admin' });
  for (const takes_leads of [false, true]) await change(`/api/team/${id}`, { takes_leads });
  await change(`/api/profiles/${id}`, { status: 'suspended' });
  const message = { name: 'Oferta', voseo: '¿Querés verlo?', tuteo: '¿Quieres verlo?' };
  const { template } = await act('/api/templates', { ...message, channel: 'whatsapp' });
  await remove(`/api/templates/${template.id}`);
  await change('/api/templates/primer-contacto', message);
  await remove('/api/templates/primer-contacto');
  await change('/api/team/notices', {
    ...{ email: 'digest', days: [1], opens: '09:00', closes: '18:00' },
    ...{ insist_after: 5, alarm_after: 15 },
  });
  await takeTokenOver();
  await confirmWhatRests();
  await call(server, '/api/companies/export', { cookie: admin.cookie });
  await call(server, '/api/agents/export', { cookie: admin.cookie });
  await call(server, '/api/leads/export', { cookie: admin.cookie });
  const { token } = await act('/api/tokens', { name: 'n8n', scope: 'read' });
  await remove(`/api/tokens/${token.id}`);
  await importAndUndo();
  const confirm = 'borrada@x.example.com';
  const { lead } = await act('/api/leads', { nombre: 'Borrada', email: confirm });
  await call(server, `/api/leads/${lead.id}/person`, { cookie: admin.cookie });
  await act(`/api/leads/${lead.id}/erase`, { confirm });
}

async function takeTokenOver(): Promise<void> {
  const maker = makePerson(server, { roles: ['admin'] });
  const made = await act('/api/tokens', { name: 'Planilla', scope: 'read' }, { cookie: maker.cookie });
  await change(`/api/team/${maker.id}`, { role: 'staff', keep_tokens: [made.token.id] });
}

/** What somebody's account made rests after its reset, or a restore, and is confirmed. */
async function confirmWhatRests(): Promise<void> {
  const maker = makePerson(server, { roles: ['admin'] });
  const { cookie } = maker;
  const { token } = await act('/api/tokens', { name: 'Tablero', scope: 'read' }, { cookie });
  const { webhook } = await act('/api/webhooks', { url: 'http://127.0.0.1:9/r', events: ['lead.created'] }, { cookie });
  await act('/api/team/invitations', { email: 'tercera@equipo.example.com', role: 'staff' }, { cookie });
  await connectWhatsapp(server, meta, maker);
  await act('/api/manage-users', { action: 'resetPassword', userId: maker.id });
  for (const path of [`tokens/${token.id}`, `webhooks/${webhook.id}`, 'whatsapp']) await act(`/api/${path}/confirm`);

  const owner = makePerson(server);
  await act('/api/account/calendar', undefined, owner);
  const { id } = await addDevice(server, owner, makeSubscription());
  withDatabase(server, (db) => {
    for (const table of ['calendar_feeds', 'push_subscriptions'])
      db.prepare(`UPDATE ${table} SET rests_since = created_at WHERE user_id = ?`).run(owner.id);
  });
  for (const path of [`calendars/${owner.id}`, `devices/${id}`]) await act(`/api/${path}/confirm`);
}

/** Discards messages, enquiries and leads. */
async function throwAway(): Promise<void> {
  withDatabase(server, (db) =>
    db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3)
         INSERT INTO deliveries (id, message_id, kind, event, payload, state, planned_at, next_attempt_at, created_at, finished_at)
         SELECT 9000 + i, 'msg_' || i, 'webhook', 'lead.created', '{}', 'failed', :at, :at, :at, :at FROM n`,
      )
      .run({ at: new Date().toISOString() }),
  );
  await act('/api/deliveries/9001/resend');
  await act('/api/deliveries/retry', { kind: 'webhook' });
  withDatabase(server, (db) => db.exec("UPDATE deliveries SET state = 'failed' WHERE id > 9000"));
  await act('/api/deliveries/discard', { kind: 'webhook' });
  for (const nombre of ['Una', 'Otra'])
    await submitEnquiry(server, { ...validEnquiry, nombre, sitio_web: 'http://spam.example.com' });
  const { enquiries, until } = (await call(server, '/api/enquiries/set-aside', { cookie: admin.cookie })).json;
  await act(`/api/enquiries/${enquiries[0].id}/discard`);
  await act('/api/enquiries/discard-all', { until });
  const ids = Array.from({ length: 51 }, (_, n) => 987_654_321 + n);
  const { undo } = await act('/api/leads/bulk', { ids, change: { deleted: true } });
  await act('/api/leads/bulk/undo', { undo });
}

async function importAndUndo(): Promise<void> {
  const { json } = await upload(server, admin, 'Nombre;Email\nImportada;importada@x.example.com\n');
  const { id, mapping } = json.import;
  const { check } = await act(`/api/imports/${id}/check`, { mapping, duplicates: 'skip' });
  await act(`/api/imports/${id}/run`, { check });
  const read = async () => (await call(server, `/api/imports/${id}`, { cookie: admin.cookie })).json.state;
  await expect.poll(read).toBe('done');
  for (const outcome of ['rejected', 'skipped'])
    await call(server, `/api/imports/${id}/${outcome}.csv`, { cookie: admin.cookie });
  await act(`/api/imports/${id}/undo`, {});
}

async function connectPrograms(): Promise<void> {
  await act('/api/account/calendar');
  await remove('/api/account/calendar');
  const { webhook } = await act('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['lead.created'] });
  const path = `/api/webhooks/${webhook.id}`;
  await change(path, { events: ['lead.deleted'] });
  await change(path, { active: false });
  await change(path, { active: true });
  await act(`${path}/rotate`);
  await remove(path);
  await connectWhatsapp(server, meta, admin);
  await change('/api/whatsapp', { moves_new: false });
  withDatabase(server, (db) =>
    db.exec("INSERT INTO silenced_numbers VALUES ('541155554444', NULL, '2026-11-21T03:11:00.000Z')"),
  );
  await remove('/api/whatsapp/silenced/541155554444');
  await remove('/api/whatsapp');
}

test('everything that the audit names is recorded when it is done', async () => {
  await actAsOneself();
  await inviteColleagues();
  await usePasskeys();
  await actAsAdmin();
  await actOnSecondFactors();
  await connectPrograms();
  await throwAway();
  const recorded = withDatabase(server, (db) =>
    db.prepare('SELECT DISTINCT type FROM audit_events ORDER BY type').pluck().all(),
  );
  // Types recorded by the server itself, by programs or thieves (anonymisation.slow.test.ts, tokens.test.ts,
  // hourly-budget.test.ts, whatsapp/templates.test.ts), where links are copied (copied-links.test.ts), or only by earlier
  // versions.
  const byOthers = [
    ...['leads_anonymised', 'heavy_reading', 'reading_limited', 'deletion_limited', 'template_spending'],
    ...['link_copied', 'invitation_link_copied', 'signed_up', 'delivery_discarded', 'webhook_resent'],
  ];
  const byPeople = Object.keys(auditStrings.types).filter((type) => !byOthers.includes(type));
  expect(recorded).toEqual(byPeople.sort());
});

test('what somebody does to their own account is told once', async () => {
  const own = makePerson(server, { roles: ['admin'] });
  await change(`/api/team/${own.id}`, { role: 'staff' }, own.cookie);
  const { events } = (await call(server, `/api/audit?persona=${own.id}`, { cookie: admin.cookie })).json;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['role_changed']);
});
