import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { startWithClock } from '../../support/clock';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readMails, tokenIn, waitForMail, waitForToken } from '../../support/mail';
import { plannedWait, readDeliveries } from '../../support/outbox';
import { provideProvenPerson, provideReceiver, provideSharedServer } from '../../support/provide';
import type { TestServer } from '../../support/server';

const INITIAL = 'puerta azul 42';
const OWN = 'siete barcos rojos';

const server = provideSharedServer();
const admin = provideProvenPerson(server, { roles: ['admin'] });

let made = 0;
function makeCompany(on = server, status = 'active'): number {
  return withDatabase(on, (db) =>
    Number(
      db
        .prepare('INSERT INTO companies (name, status, created_at) VALUES (?, ?, ?)')
        .run(`Agencia ${++made}`, status, new Date().toISOString()).lastInsertRowid,
    ),
  );
}

const manage = (body: object, cookie = admin.cookie, on = server) => call(on, '/api/manage-users', { body, cookie });

function coordinatorFor(companyId: number, more: object = {}) {
  return {
    action: 'createCoordinator',
    email: `coordina-${companyId}-${++made}@agencia.example.com`,
    name: 'Carla Coordinadora',
    password: INITIAL,
    companyId,
    provisionInCRM: false,
    ...more,
  };
}

describe('createCoordinator', () => {
  test('makes one who signs in with the initial password, must change it, and lands in the agency', async () => {
    const companyId = makeCompany();
    const input = coordinatorFor(companyId);
    const { status, json } = await manage(input);
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      user: { id: expect.any(String), email: input.email, name: input.name },
      magicLinkSent: false,
    });
    const row = () =>
      withDatabase(server, (db) =>
        db.prepare('SELECT status, company_id FROM profiles WHERE id = ?').get(json.user.id),
      );
    expect(row()).toEqual({ status: 'pending', company_id: companyId });
    const welcome = await waitForMail(server, input.email);
    expect(welcome.text).not.toContain(INITIAL);
    expect(welcome.text).not.toContain('#token');

    const signedIn = await call(server, '/api/auth/sign-in', {
      body: { email: input.email, password: INITIAL },
    });
    expect(signedIn.json.user).toMatchObject({ roles: ['coordinator'], must_change_password: true });
    const newcomer = signedIn.headers.getSetCookie()[0]?.split(';')[0];
    expect((await call(server, '/api/leads', { cookie: newcomer })).status).toBe(403);
    const changed = await call(server, '/api/auth/password', {
      body: { current: INITIAL, password: OWN },
      cookie: newcomer,
    });
    const cookie = changed.headers.getSetCookie()[0]?.split(';')[0];
    expect(row()).toMatchObject({ status: 'active' });
    expect((await call(server, '/api/leads', { cookie })).status).toBe(403);
    const page = await call(server, '/inmobiliaria', { cookie });
    expect(page.status).toBe(200);
    const panel = await call(server, '/panel', { cookie });
    expect(panel.headers.get('location')).toBe('/inmobiliaria?aviso=sin-permiso');
  });

  test('with provisioning mails an access link that signs in once and asks for no initial password', async () => {
    const input = coordinatorFor(makeCompany(), { provisionInCRM: true });
    const { json } = await manage(input);
    expect(json).toMatchObject({ success: true, magicLinkSent: true });
    const mail = await waitForMail(server, input.email);
    expect(mail.text).toContain('/cuenta/acceso#token=');
    const token = tokenIn(mail);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(server, '/api/auth/access', { body: { token } })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(won[0]?.json.user).toMatchObject({ email: input.email, must_change_password: true });
    const cookie = won[0]?.headers.getSetCookie()[0]?.split(';')[0];
    const set = await call(server, '/api/auth/password', { body: { password: OWN }, cookie });
    expect(set.status).toBe(204);
  });

  test('whose access link lives three days, and who can have another one mailed when it has expired', async () => {
    const input = coordinatorFor(makeCompany(), { provisionInCRM: true });
    const { json } = await manage(input);
    const token = await waitForToken(server, input.email);
    const hours = withDatabase(server, (db) => {
      const row = db.prepare('SELECT * FROM one_time_tokens WHERE user_id = ?').get(json.user.id) as {
        created_at: string;
        expires_at: string;
      };
      db.prepare('UPDATE one_time_tokens SET expires_at = ? WHERE user_id = ?').run(
        new Date(Date.now() - 1).toISOString(),
        json.user.id,
      );
      return (Date.parse(row.expires_at) - Date.parse(row.created_at)) / 3_600_000;
    });
    expect(hours).toBe(72);
    const open = (link: string) => call(server, '/api/auth/access', { body: { token: link } });
    expect((await open(token)).json.error.code).toBe('token_invalid');
    const ask = (email: string) => call(server, '/api/auth/access/another', { body: { email } });
    expect((await ask(input.email)).status).toBe(202);
    const another = await waitForMail(server, input.email, 2);
    expect(another.text).toContain('/cuenta/acceso#token=');
    const entered = await open(tokenIn(another));
    expect(entered.json.user).toMatchObject({ email: input.email, must_change_password: true });

    // People with a password change it themselves; a link must not bypass it.
    const person = makePerson(server, { roles: ['coordinator'], companyId: makeCompany() });
    await ask(person.email);
    expect((await waitForMail(server, person.email)).text).toContain('/cuenta/restablecer#token=');
  });

  test('whose agency has become inactive is told so by the access link, which stays good', async () => {
    const companyId = makeCompany();
    const input = coordinatorFor(companyId, { provisionInCRM: true });
    await manage(input);
    const token = await waitForToken(server, input.email);
    // As if the company became inactive just after the mail.
    const set = (status: string) =>
      withDatabase(server, (db) => db.prepare('UPDATE companies SET status = ? WHERE id = ?').run(status, companyId));
    set('inactive');
    const refused = await call(server, '/api/auth/access', { body: { token } });
    expect(refused.json.error.code).toBe('agency_inactive');
    set('active');
    expect((await call(server, '/api/auth/access', { body: { token } })).status).toBe(200);
  });

  test('refuses a second coordinator for an agency, also when two come at once', async () => {
    const companyId = makeCompany();
    const answers = await Promise.all([
      manage(coordinatorFor(companyId)),
      manage(coordinatorFor(companyId)),
      manage(coordinatorFor(companyId)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json).toMatchObject({ success: false, error: { code: 'coordinator_exists' } });
    expect(() =>
      withDatabase(server, (db) =>
        db.prepare('UPDATE profiles SET company_id = ? WHERE id = ?').run(companyId, admin.id),
      ),
    ).toThrow(/UNIQUE/);
  });

  test('names the field that is wrong', async () => {
    const companyId = makeCompany();
    const wrong: [string, object][] = [
      ['password', { password: 'k7.p2q!' }],
      ['password', { password: 'coordinador1' }],
      ['name', { name: ' ' }],
      ['email', { email: 'carla' }],
      ['companyId', { companyId: 'uno' }],
      ['role', { role: 'admin' }],
    ];
    for (const [field, more] of wrong) {
      const { status, json } = await manage(coordinatorFor(companyId, more));
      expect.soft([status, json.success], JSON.stringify(more)).toEqual([422, false]);
      expect.soft(Object.keys(json.error?.fields ?? {}), JSON.stringify(more)).toContain(field);
    }
  });

  test('with a taken email is a conflict, for an unknown agency 404', async () => {
    const taken = await manage(coordinatorFor(makeCompany(), { email: admin.email.toUpperCase() }));
    expect([taken.status, taken.json.success, taken.json.error.fields.email]).toEqual([
      409,
      false,
      'Email: ya hay una cuenta con esa dirección.',
    ]);
    expect((await manage(coordinatorFor(999_999))).status).toBe(404);
  });
});

describe('the external function', () => {
  let own: TestServer;
  const external = provideReceiver();
  beforeAll(async () => {
    const env = { PROVISIONING_URL: external.url, PROVISIONING_KEY: 'clave-externa' };
    const started = await startWithClock({ env });
    own = started.server;
    // Otherwise the next try comes after some seconds.
    await started.stand(Date.now());
  });
  afterAll(async () => {
    await own.stop();
  });

  async function create() {
    const boss = makePerson(own, { roles: ['admin'] });
    const input = coordinatorFor(makeCompany(own), { provisionInCRM: true });
    const { status, json } = await manage(input, boss.cookie, own);
    const [stored] = readDeliveries(own).slice(-1);
    return { input, status, json, stored };
  }

  test('is called with the email and the key; the link in its answer is kept nowhere', async () => {
    external.answerWith((response) =>
      response.end(JSON.stringify({ magic_link: 'https://x.example.com/secreto-del-enlace' })),
    );
    const before = external.received.length;
    const { input, json, stored } = await create();
    expect(json).toMatchObject({ success: true, magicLinkSent: true });
    expect(external.received).toHaveLength(before + 1);
    const { body = '', headers } = external.received[before] ?? {};
    expect(JSON.parse(body)).toEqual({ email: input.email });
    expect(headers).toMatchObject({
      authorization: 'Bearer clave-externa',
      'idempotency-key': expect.stringMatching(/^msg_/),
    });
    expect(stored).toMatchObject({ kind: 'provisioning', state: 'sent' });
    const kept = JSON.stringify(stored) + own.output();
    expect(kept).not.toContain('secreto-del-enlace');
    expect(kept).not.toContain('clave-externa');
    expect(readMails(own)).toEqual([]);
  });

  test('that fails keeps the coordinator, says so, and is tried again later', async () => {
    external.answerWith((response) => {
      response.statusCode = 500;
      response.end('no');
    });
    const { status, json, stored } = await create();
    expect([status, json.success, json.magicLinkSent]).toEqual([200, true, false]);
    expect(stored).toMatchObject({ kind: 'provisioning', state: 'pending', attempts: 1, last_status: 500 });
    expect(stored && plannedWait(stored)).toBeGreaterThan(0);
  });
});

describe('getUserEmails', () => {
  test('answers a map by id and leaves out whom it does not know', async () => {
    const person = makePerson(server);
    const { status, json } = await manage({
      action: 'getUserEmails',
      userIds: [person.id, admin.id, 'nadie', "x' OR 1=1 --"],
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      emails: { [person.id]: person.email, [admin.id]: admin.email },
    });
  });
});

describe('resetPassword', () => {
  test('makes the old password useless, ends the sessions and mails a link', async () => {
    const companyId = makeCompany();
    const person = makePerson(server, { roles: ['coordinator'], companyId });
    const { status, json } = await manage({ action: 'resetPassword', userId: person.id });
    expect([status, json]).toEqual([200, { success: true }]);
    expect((await call(server, '/api/sessions', { cookie: person.cookie })).status).toBe(401);
    const old = await call(server, '/api/auth/sign-in', {
      body: { email: person.email, password: PASSWORD },
    });
    expect(old.json.error.code).toBe('invalid_credentials');
    const mail = await waitForMail(server, person.email);
    expect(mail.headers.subject).toBe('Tu contraseña fue restablecida');
    const set = await call(server, '/api/auth/reset', { body: { token: tokenIn(mail), password: OWN } });
    expect(set.status).toBe(204);
    const signedIn = await call(server, '/api/auth/sign-in', {
      body: { email: person.email, password: OWN },
    });
    expect(signedIn.json.user.must_change_password).toBe(false);
  });

  test('is not for one’s own account, nor for nobody’s', async () => {
    const own = await manage({ action: 'resetPassword', userId: admin.id });
    expect([own.status, own.json.success, own.json.error.code]).toEqual([409, false, 'own_account']);
    expect((await manage({ action: 'resetPassword', userId: 'nadie' })).status).toBe(404);
  });
});

describe('deleteUser', () => {
  test('deletes a coordinator with everything of theirs, and frees email and agency', async () => {
    const companyId = makeCompany();
    const { json } = await manage(coordinatorFor(companyId));
    const { id, email } = json.user;
    expect((await manage({ action: 'deleteUser', userId: id })).json).toEqual({ success: true });
    const left = withDatabase(server, (db) =>
      ['users', 'profiles'].map((table) => db.prepare(`SELECT count(*) FROM ${table} WHERE id = ?`).pluck().get(id)),
    );
    expect(left).toEqual([0, 0]);
    expect((await manage(coordinatorFor(companyId, { email }))).status).toBe(200);
    const audit = await call(server, `/api/audit?persona=${admin.id}`, { cookie: admin.cookie });
    const entry = audit.json.events.find((event: { type: string }) => event.type === 'user_deleted');
    expect(entry).toMatchObject({ actor_email: admin.email, subject_email: email });
  });

  test('keeps staff who worked, oneself, and answers 404 for nobody', async () => {
    const staff = await manage({ action: 'deleteUser', userId: makePerson(server).id });
    expect([staff.status, staff.json.error.code]).toEqual([409, 'staff_stays']);
    expect((await manage({ action: 'deleteUser', userId: admin.id })).json.error.code).toBe('own_account');
    expect((await manage({ action: 'deleteUser', userId: 'nadie' })).status).toBe(404);
    const worked = makePerson(server);
    await call(server, '/api/leads', {
      body: { nombre: 'Ana', email: 'ana@x.example.com' },
      cookie: worked.cookie,
    });
    withDatabase(server, (db) => db.prepare("UPDATE profiles SET status = 'disabled' WHERE id = ?").run(worked.id));
    const kept = await manage({ action: 'deleteUser', userId: worked.id });
    expect(kept.json.error.code).toBe('staff_stays');
    const turnedDown = makePerson(server, { status: 'disabled' });
    expect((await manage({ action: 'deleteUser', userId: turnedDown.id })).status).toBe(200);
  });
});

test('what it does not understand is 422 and says that it did not succeed', async () => {
  for (const body of [
    {},
    { action: 'dropTables' },
    { action: 'deleteUser' },
    { action: 'getUserEmails', userIds: 'x' },
  ]) {
    const { status, json } = await manage(body);
    expect.soft([status, json.success], JSON.stringify(body)).toEqual([422, false]);
  }
});
