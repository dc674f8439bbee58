import { beforeEach, describe, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../../support/accounts';
import { Authenticator } from '../../support/authenticator';
import { makeCompany } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readMails, tokenIn, waitForEmptyOutbox, waitForMail, waitForToken } from '../../support/mail';
import { provideServer } from '../../support/provide';
import { startServer } from '../../support/server';

const HOUR_MS = 3_600_000;

let admin: Person;
const server = provideServer({ env: { SIGNUP_POLICY: 'closed' } });
beforeEach(() => {
  admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
});

let made = 0;
const newEmail = () => `invitada-${++made}@equipo.example.com`;

const invite = (email: string, { role = 'staff', by = admin } = {}) =>
  call(server, '/api/team/invitations', { body: { email, role }, cookie: by.cookie });
const resend = (id: string, by = admin) =>
  call(server, `/api/team/invitations/${id}/resend`, { body: {}, cookie: by.cookie });
const withdraw = (id: string) =>
  call(server, `/api/team/invitations/${id}`, { method: 'DELETE', cookie: admin.cookie });
const read = (token: string) => call(server, '/api/auth/invitation/read', { body: { token } });
const accept = (token: string, password = PASSWORD) =>
  call(server, '/api/auth/invitation', { body: { token, name: 'Lucía Ferreyra', password } });

async function listed(email: string) {
  const { json } = await call(server, '/api/team/invitations', { cookie: admin.cookie });
  return json.invitations.find((one: { email: string }) => one.email === email);
}

async function inviteByMail(email: string, role = 'staff') {
  const { json } = await invite(email, { role });
  return { id: json.invitation.id as string, token: await waitForToken(server, email) };
}

describe('an invitation', () => {
  test('makes a colleague who is active at once, though sign-ups are closed', async () => {
    const email = newEmail();
    const signedUp = await call(server, '/api/auth/sign-up', { body: { email, password: PASSWORD } });
    expect([signedUp.status, signedUp.json.error.code]).toEqual([403, 'signup_closed']);
    expect((await call(server, '/login')).text).not.toContain('Crear cuenta');
    await waitForEmptyOutbox(server);
    expect(readMails(server).filter(({ headers }) => headers.to?.includes(email))).toEqual([]);

    const sent = await invite(email);
    expect([sent.status, sent.json.invitation]).toMatchObject([
      201,
      {
        email,
        role: 'staff',
        state: 'sending',
        invited_by: { id: admin.id, name: 'Jefa' },
        expires_at: null,
      },
    ]);
    const mail = await waitForMail(server, email);
    expect(mail.headers.subject).toMatch(/^Te invitaron al CRM de /);
    expect(mail.text).toContain('Jefa te invita a trabajar con su equipo');
    expect(mail.text).toContain(`${server.url}/cuenta/invitacion#token=`);
    await waitForEmptyOutbox(server);
    const { state, expires_at } = await listed(email);
    expect(state).toBe('file');
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 72 * HOUR_MS)).toBeLessThan(60_000);

    const token = tokenIn(mail);
    // As a mail scanner does.
    expect((await call(server, '/cuenta/invitacion')).status).toBe(200);
    expect((await read(token)).json).toEqual({ email, role: 'staff', invited_by: 'Jefa', min_length: 6 });
    const accepted = await accept(token);
    expect([accepted.status, accepted.json.user]).toMatchObject([
      201,
      { email, name: 'Lucía Ferreyra', roles: [], must_change_password: false },
    ]);
    const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0];
    expect((await call(server, '/api/leads/counters', { cookie })).status).toBe(200);
    expect(await listed(email)).toBeUndefined();
    expect((await accept(token)).json.error.code).toBe('token_invalid');
    expect((await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('gives whoever accepts it days of their own where all are asked for a second factor', async () => {
    const { token } = await inviteByMail(newEmail());
    const asking = await startServer({
      env: { DATABASE_PATH: server.databasePath, SITE_URL: server.url, SECOND_FACTOR: 'all' },
    });
    try {
      const dueOf = (id: string) =>
        withDatabase(server, (db) => db.prepare('SELECT second_factor_due AS due FROM profiles WHERE id = ?').get(id));
      // Whoever was signed in when the setting began to ask has as long.
      expect(await dueOf(admin.id)).toEqual({ due: expect.any(String) });
      const past = new Date(Date.now() - HOUR_MS).toISOString();
      withDatabase(server, (db) => db.prepare('UPDATE profiles SET second_factor_due = ?').run(past));
      const headers = { origin: server.url };
      const body = { token, name: 'Lucía Ferreyra', password: PASSWORD };
      const accepted = await call(asking, '/api/auth/invitation', { body, headers });
      expect(accepted.status, accepted.text).toBe(201);
      const left = Date.parse(accepted.json.user.second_factor_due) - Date.now();
      expect(Math.abs(left - 168 * HOUR_MS)).toBeLessThan(60_000);
      const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0];
      expect((await call(asking, '/api/leads/counters', { cookie })).status).toBe(200);
      expect((await call(asking, '/api/leads/counters', { cookie: admin.cookie })).status).toBe(403);
    } finally {
      await asking.stop();
    }
  });

  test('makes an administrator, whose password is longer', async () => {
    const { token } = await inviteByMail(newEmail(), 'admin');
    expect((await read(token)).json.min_length).toBe(8);
    expect((await accept(token, 'cabra7!')).json.error.fields).toHaveProperty('password');
    const { json } = await accept(token);
    expect(json.user.roles).toEqual(['admin']);
  });

  test('is accepted with a passkey instead of a password, which then signs in, and no password does', async () => {
    const email = newEmail();
    const { token } = await inviteByMail(email, 'admin');
    const readOptions = async (of = token) =>
      (await call(server, '/api/auth/invitation/options', { body: { token: of } })).json;
    const device = new Authenticator(server.url);
    const acceptBy = (answer: object, more = {}) =>
      call(server, '/api/auth/invitation', {
        body: { token, name: 'Lucía Ferreyra', passkey: { ...answer, name: 'Mi teléfono' }, ...more },
      });
    expect(await readOptions()).toMatchObject({ user: { name: email }, excludeCredentials: [] });
    // Made for another invitation, for another site, or sent with a password: refused, and the link stays valid.
    const other = await inviteByMail(newEmail());
    expect((await acceptBy(device.make(await readOptions(other.token)))).json.error.code).toBe('passkey_refused');
    const elsewhere = device.make(await readOptions(), { origin: 'https://crm.evil.example.com' });
    expect((await acceptBy(elsewhere)).json.error.code).toBe('passkey_refused');
    const unverified = device.make(await readOptions(), { isVerified: false });
    expect((await acceptBy(unverified)).json.error.code).toBe('passkey_refused');
    expect((await acceptBy(device.make(await readOptions()), { password: PASSWORD })).status).toBe(422);
    expect((await call(server, '/api/auth/invitation', { body: { token, name: 'Lucía' } })).status).toBe(422);

    const answer = device.make(await readOptions());
    const answers = await Promise.all(Array.from({ length: 5 }, () => acceptBy(answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    const { user } = answers.find(({ status }) => status === 201)?.json ?? {};
    expect(user).toMatchObject({ email, name: 'Lucía Ferreyra', roles: ['admin'] });
    const asked = await call(server, '/api/auth/passkey/options', { body: {} });
    const entered = await call(server, '/api/auth/passkey', { body: device.sign(asked.json) });
    expect([entered.status, entered.json.user.id]).toEqual([200, user.id]);
    const typed = await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } });
    expect(typed.json.error.code).toBe('invalid_credentials');
    expect((await call(server, '/api/auth/invitation/options', { body: { token } })).status).toBe(422);
    const audit = withDatabase(server, (db) =>
      db.prepare('SELECT type FROM audit_events WHERE actor_id = ? ORDER BY id').pluck().all(user.id),
    );
    expect(audit.slice(0, 2)).toEqual(['invitation_accepted', 'passkey_added']);
  });

  test('is redeemed once by twenty at once', async () => {
    const { token } = await inviteByMail(newEmail());
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
  });

  test('ends when another is sent to the same email, in whatever case it is written', async () => {
    const email = newEmail();
    const { id, token } = await inviteByMail(email);
    const written = email.replace('invitada', 'INVITADA');
    const again = await invite(written, { role: 'admin' });
    expect(again.status).toBe(201);
    expect((await accept(token)).json.error.code).toBe('token_invalid');
    expect((await resend(id)).status).toBe(404);
    const newer = await waitForToken(server, written);
    expect((await accept(newer)).json.user.roles).toEqual(['admin']);
  });

  test('is sent again with another link, and the former opens nothing', async () => {
    const email = newEmail();
    const { id, token } = await inviteByMail(email);
    expect((await resend(id)).json.invitation).toMatchObject({ id, state: 'sending', expires_at: null });
    expect((await read(token)).status).toBe(422);
    const newer = tokenIn(await waitForMail(server, email, 2));
    expect((await accept(newer)).status).toBe(201);
  });

  test('is withdrawn, also before its mail has left', async () => {
    const { id, token } = await inviteByMail(newEmail());
    expect((await withdraw(id)).status).toBe(204);
    expect((await accept(token)).json.error.code).toBe('token_invalid');
    expect((await withdraw(id)).status).toBe(404);
    await waitForEmptyOutbox(server);
    const email = newEmail();
    const mails = readMails(server).length;
    withDatabase(server, (db) => {
      const at = new Date().toISOString();
      db.prepare(
        `INSERT INTO deliveries (message_id, kind, event, payload, state, planned_at, next_attempt_at, created_at)
         VALUES (?, 'mail', 'mail.invitation', ?, 'pending', ?, ?, ?)`,
      ).run('msg_x', JSON.stringify({ template: 'invitation', invitation_id: 'gone', email }), at, at, at);
    });
    await waitForEmptyOutbox(server);
    expect(readMails(server)).toHaveLength(mails);
  });

  test('expires after 72 hours, and can be sent again', async () => {
    const email = newEmail();
    const { id, token } = await inviteByMail(email);
    await waitForEmptyOutbox(server);
    const past = new Date(Date.now() - 1).toISOString();
    withDatabase(server, (db) => {
      db.prepare('UPDATE invitations SET expires_at = ? WHERE id = ?').run(past, id);
      db.prepare('UPDATE one_time_tokens SET expires_at = ? WHERE invitation_id = ?').run(past, id);
    });
    expect((await listed(email)).state).toBe('expired');
    expect((await accept(token)).status).toBe(422);
    expect((await resend(id)).status).toBe(200);
  });

  test('opens nothing once whoever sent it is no administrator any more or suspended, until another sends it again', async () => {
    for (const sql of [
      "DELETE FROM user_roles WHERE role = 'admin' AND user_id = ?",
      "UPDATE profiles SET status = 'suspended' WHERE id = ?",
    ]) {
      const inviter = makePerson(server, { roles: ['admin'] });
      const email = newEmail();
      const { json } = await invite(email, { role: 'admin', by: inviter });
      const token = await waitForToken(server, email);
      withDatabase(server, (db) => db.prepare(sql).run(inviter.id));
      expect((await listed(email)).state, sql).toBe('void');
      expect((await read(token)).json.error.code, sql).toBe('token_invalid');
      expect((await accept(token)).json.error.code, sql).toBe('token_invalid');
      expect((await resend(json.invitation.id)).json.invitation.invited_by.id, sql).toBe(admin.id);
      expect((await accept(tokenIn(await waitForMail(server, email, 2)))).status, sql).toBe(201);
    }
  });

  test('goes with whoever sent it', async () => {
    const inviter = makePerson(server, { roles: ['admin'] });
    const email = newEmail();
    await invite(email, { by: inviter });
    withDatabase(server, (db) => {
      db.pragma('foreign_keys = ON');
      db.prepare('DELETE FROM users WHERE id = ?').run(inviter.id);
    });
    expect(await listed(email)).toBeUndefined();
  });

  test('is nothing for an email that got an account meanwhile', async () => {
    const email = newEmail();
    const { token } = await inviteByMail(email);
    makePerson(server, { email });
    expect((await accept(token)).json.error.code).toBe('token_invalid');
  });

  test('of somebody who is known is refused with what to do instead', async () => {
    const refusalOf = async (person: Parameters<typeof makePerson>[1]) => {
      const { email } = makePerson(server, person);
      const { status, json } = await invite(email.toUpperCase());
      return [status, json.error.code, json.error.fields?.email ?? json.error.message];
    };
    const companyId = makeCompany(server);
    expect({
      active: await refusalOf({}),
      suspended: await refusalOf({ status: 'suspended' }),
      waiting: await refusalOf({ status: 'pending' }),
      rejected: await refusalOf({ status: 'disabled' }),
      coordinator: await refusalOf({ roles: ['coordinator'], companyId }),
    }).toEqual({
      active: [409, 'account_exists', expect.stringContaining('ya está en el equipo')],
      suspended: [409, 'account_exists', expect.stringContaining('está suspendida')],
      waiting: [409, 'account_exists', expect.stringContaining('aprobala')],
      rejected: [409, 'account_exists', expect.stringContaining('fue rechazada')],
      coordinator: [409, 'account_exists', expect.stringContaining('coordina una inmobiliaria')],
    });
  });

  test('is in the audit at each step, without its link', async () => {
    const email = newEmail();
    const { id } = await inviteByMail(email);
    await resend(id);
    const token = tokenIn(await waitForMail(server, email, 2));
    await accept(token);
    const rows = withDatabase(server, (db) =>
      db
        .prepare(
          'SELECT type, actor_email, to_value FROM audit_events WHERE ? IN (actor_email, subject_email) ORDER BY id',
        )
        .all(email),
    );
    expect(rows).toEqual([
      { type: 'invited', actor_email: admin.email, to_value: 'staff' },
      { type: 'invitation_resent', actor_email: admin.email, to_value: 'staff' },
      { type: 'invitation_accepted', actor_email: email, to_value: 'staff' },
    ]);
    const stored = withDatabase(server, (db) => JSON.stringify(db.prepare('SELECT * FROM deliveries').all()));
    expect(stored).not.toContain(token);
  });
});
