import { describe, expect, test } from 'vitest';
import { crmStrings } from '~/shared/strings/crm';
import { makePerson, PASSWORD } from '../../support/accounts';
import { makeCompany } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readMails, tokenIn, waitForEmptyOutbox, waitForMail, waitForToken } from '../../support/mail';
import { readDeliveries } from '../../support/outbox';
import { provideServer } from '../../support/provide';
import { startServer } from '../../support/server';

const server = provideServer();

const post = (path: string, body: unknown, cookie?: string) => call(server, `/api/auth/${path}`, { body, cookie });
const isKnown = (email: string) =>
  withDatabase(server, (db) =>
    ['users', 'sign_ups'].some((table) => db.prepare(`SELECT 1 FROM ${table} WHERE email = ?`).get(email)),
  );
async function signUp(email: string, password = PASSWORD): Promise<string> {
  const before = readMails(server).filter((mail) => mail.headers.to?.includes(email)).length;
  expect((await post('sign-up', { email, password })).status).toBe(202);
  return tokenIn(await waitForMail(server, email, before + 1));
}

describe('signing up with approval', () => {
  test('goes from mail to verification to approval to the panel', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    const email = 'nueva@agencia.example.com';
    const asked = await post('sign-up', { email, password: PASSWORD, name: 'Nueva Persona' });
    expect(asked.status).toBe(202);
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect((await post('sign-in', { email, password: PASSWORD })).json.error.code).toBe('email_unverified');

    const mail = await waitForMail(server, email);
    expect(mail.headers.subject).toBe('Verificá tu email');
    expect(mail.text).toContain('Hola:');
    expect(mail.html).toContain('Verificar mi email');
    const [row] = readDeliveries(server, 'mail').slice(-1);
    const { delivery } = (await call(server, `/api/deliveries/${row?.id}`, { cookie: admin.cookie })).json;
    expect(delivery).toMatchObject({ event: 'mail.verify_email', about: email });
    const team = async () => (await call(server, '/api/team', { cookie: admin.cookie })).json.members;
    const isEmail = (row: { email: string }) => row.email === email;
    expect((await team()).some(isEmail)).toBe(false);
    const verified = await post('verify', { token: tokenIn(mail), password: PASSWORD });
    expect(verified.status).toBe(204);
    expect(verified.headers.getSetCookie()).toEqual([]);
    expect((await post('sign-in', { email, password: PASSWORD })).json.error.code).toBe('awaiting_approval');

    const notice = await waitForMail(server, admin.email);
    expect(notice.headers.subject).toBe('Una persona espera aprobación');
    expect(notice.text).toContain(email);
    const member = (await team()).find(isEmail);
    expect(member).toMatchObject({ name: 'Nueva Persona', status: 'pending', roles: [] });
    const approved = await call(server, `/api/profiles/${member.id}`, {
      method: 'PATCH',
      body: { status: 'active' },
      cookie: admin.cookie,
    });
    expect(approved.json.profile).toMatchObject({ id: member.id, status: 'active' });

    expect((await waitForMail(server, email, 2)).headers.subject).toBe('Tu cuenta fue aprobada');
    expect((await post('sign-in', { email, password: PASSWORD })).status).toBe(200);
  });

  test('answers alike for a new and a known email, and mails the known one that it has an account', async () => {
    const known = makePerson(server);
    const answers = [
      await post('sign-up', { email: 'otra@agencia.example.com', password: PASSWORD }),
      await post('sign-up', { email: known.email.toUpperCase(), password: PASSWORD }),
    ];
    expect(answers[1]?.status).toBe(202);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    const mail = await waitForMail(server, known.email);
    expect(mail.headers.subject).toBe('Ya tenés una cuenta');
    expect(mail.text).not.toContain('#token');
  });

  test('takes no role, status or anything else that is not asked for', async () => {
    for (const extra of [{ role: 'admin' }, { status: 'active' }, { email_verified_at: 'x' }]) {
      const answer = await post('sign-up', { email: 'lista@x.example.com', password: PASSWORD, ...extra });
      expect(answer.status).toBe(422);
    }
    expect(isKnown('lista@x.example.com')).toBe(false);
  });

  test('refuses a weak password, and says why', async () => {
    const email = 'marta.gimenez@x.example.com';
    const refused: Record<string, string> = {};
    const weak = ['12345', 'qwerty123', 'Contrasena', `${crmStrings.brand}2026`, 'marta.gimenez', 'ññññññññ'];
    for (const password of weak) {
      const { status, json } = await post('sign-up', { email, password });
      refused[password] = `${status}: ${json.error?.fields.password}`;
    }
    expect(refused).toEqual({
      12345: expect.stringMatching(/^422: .*al menos 6/),
      qwerty123: expect.stringMatching(/^422: .*más usadas/),
      Contrasena: expect.stringMatching(/^422: .*más usadas/),
      [`${crmStrings.brand}2026`]: expect.stringMatching(/^422: .*nombre del producto/),
      'marta.gimenez': expect.stringMatching(/^422: .*tu nombre ni tu email/),
      ññññññññ: expect.stringMatching(/^422: .*más usadas/),
    });
  });

  test('takes a password of six characters, and one of 256 whole, spaces included', async () => {
    const long = ` ${'x1'.repeat(127)} `;
    for (const [email, password] of [
      ['seis@x.example.com', 'k7.p2q'],
      ['larga@x.example.com', long],
    ]) {
      expect((await post('sign-up', { email, password })).status).toBe(202);
    }
    expect((await post('sign-in', { email: 'larga@x.example.com', password: long })).json.error.code).toBe(
      'email_unverified',
    );
    expect((await post('sign-in', { email: 'larga@x.example.com', password: long.trim() })).json.error.code).toBe(
      'invalid_credentials',
    );
  });

  test('knows a password again however the keyboard composes its letters', async () => {
    const email = 'tildes@x.example.com';
    const password = 'ñandúes en el jardín';
    await post('sign-up', { email, password: password.normalize('NFC') });
    const typed = await post('sign-in', { email, password: password.normalize('NFD') });
    expect(typed.json.error.code).toBe('email_unverified');
  });

  test('keeps no token in the outbox, and only the hash of one anywhere', async () => {
    const email = 'secreta@x.example.com';
    await post('sign-up', { email, password: PASSWORD });
    const token = await waitForToken(server, email);
    await waitForEmptyOutbox(server);
    const everything = withDatabase(server, (db) => ({
      deliveries: db.prepare('SELECT * FROM deliveries').all(),
      tokens: db.prepare('SELECT hex(token_hash), purpose, sign_up_id FROM one_time_tokens').all(),
      audit: db.prepare('SELECT * FROM audit_events').all(),
    }));
    expect(JSON.stringify(everything)).not.toContain(token);
    expect(server.output()).not.toContain(token);
    expect(server.output()).not.toContain(PASSWORD);
  });
});

describe('a sign-up is the mailbox owner’s', () => {
  const STRANGERS = 'una frase de otra persona';

  test('each link serves its own password, and whichever is proven first counts', async () => {
    const email = 'indecisa@agencia.example.com';
    const first = await signUp(email, 'la primera frase larga');
    const second = await signUp(email);
    const crossed = await post('verify', { token: second, password: 'la primera frase larga' });
    expect([crossed.status, crossed.json.error.fields.password]).toEqual([422, expect.stringMatching(/no es/)]);
    expect((await post('verify', { token: first, password: 'la primera frase larga' })).status).toBe(204);
    const late = await post('verify', { token: second, password: PASSWORD });
    expect(late.json.error.code).toBe('token_invalid');
    const signedIn = await post('sign-in', { email, password: 'la primera frase larga' });
    expect(signedIn.json.error.code).toBe('awaiting_approval');
    expect((await post('sign-in', { email, password: PASSWORD })).json.error.code).toBe('invalid_credentials');
  });

  test('a stranger who signs up with the same email decides nothing and writes to nobody', async () => {
    const email = 'victima@agencia.example.com';
    const own = await signUp(email);
    const name = 'Ganaste un premio: http://mal.example.com';
    await post('sign-up', { email, password: STRANGERS, name });
    const mail = await waitForMail(server, email, 2);
    expect(mail.raw + mail.text + mail.html).not.toMatch(/premio|mal\.example/);
    const deceived = await post('verify', { token: tokenIn(mail), password: PASSWORD });
    expect(deceived.json.error.fields.password).toBeDefined();
    expect((await post('verify', { token: own, password: PASSWORD })).status).toBe(204);
    expect((await post('sign-in', { email, password: STRANGERS })).json.error.code).toBe('invalid_credentials');
  });

  test('and reserves no email against an administrator, whose account voids its link', async () => {
    const email = 'futura@agencia.example.com';
    const token = await signUp(email);
    const admin = makePerson(server, { roles: ['admin'] });
    const created = await call(server, '/api/manage-users', {
      cookie: admin.cookie,
      body: {
        action: 'createCoordinator',
        email,
        name: 'Futura Coordinadora',
        password: 'puerta azul 42',
        companyId: makeCompany(server),
        provisionInCRM: false,
      },
    });
    expect(created.json).toMatchObject({ success: true });
    expect((await post('verify', { token, password: PASSWORD })).json.error.code).toBe('token_invalid');
    const initial = await post('sign-in', { email, password: 'puerta azul 42' });
    expect(initial.json.user).toMatchObject({ roles: ['coordinator'], name: 'Futura Coordinadora' });
  });
});

describe('a verification link', () => {
  test('ASVS 6.5.1: is worth one redemption, also for twenty at once', async () => {
    const token = await signUp('veinte@x.example.com');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('verify', { token, password: PASSWORD })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  });

  test('is worth nothing after 24 hours', async () => {
    const email = 'tarde@x.example.com';
    const token = await signUp(email);
    const hours = withDatabase(server, (db) => {
      const row = db
        .prepare(
          `SELECT token_hash, one_time_tokens.created_at, one_time_tokens.expires_at FROM one_time_tokens
           JOIN sign_ups ON sign_ups.id = sign_up_id WHERE email = ?`,
        )
        .get(email) as { token_hash: Buffer; created_at: string; expires_at: string };
      db.prepare('UPDATE one_time_tokens SET expires_at = ? WHERE token_hash = ?').run(
        new Date(Date.now() - 1).toISOString(),
        row.token_hash,
      );
      return (Date.parse(row.expires_at) - Date.parse(row.created_at)) / 3_600_000;
    });
    expect(hours).toBe(24);
    expect((await post('verify', { token, password: PASSWORD })).json.error.code).toBe('token_invalid');
  });

  test('cannot be used as another kind of link', async () => {
    const token = await signUp('cruzada@x.example.com');
    expect((await post('access', { token })).status).toBe(422);
    expect((await post('reset', { token, password: PASSWORD })).status).toBe(422);
    expect((await post('verify', { token, password: PASSWORD })).status).toBe(204);
  });

  test('ASVS 7.6.2: is untouched by a mail scanner that only opens it', async () => {
    const token = await signUp('escaneada@x.example.com');
    const page = await call(server, '/cuenta/verificar');
    expect(page.status).toBe(200);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await call(server, '/api/auth/verify')).status).toBe(405);
    expect((await post('verify', { token, password: PASSWORD })).status).toBe(204);
  });
});

describe('asking for the link again', () => {
  test('mails another, and answers the same for emails that wait for none', async () => {
    const email = 'otravez@x.example.com';
    await signUp(email);
    const answers = [
      await post('resend', { email }),
      await post('resend', { email: 'nadie-aqui@x.example.com' }),
      await post('resend', { email: makePerson(server).email }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const again = await waitForMail(server, email, 2);
    expect((await post('verify', { token: tokenIn(again), password: PASSWORD })).status).toBe(204);
    await waitForEmptyOutbox(server);
    expect(readMails(server).filter(({ headers }) => headers.to?.includes('nadie-aqui'))).toEqual([]);
  });
});

test('where sign-ups are open, verifying signs in, without approval', async () => {
  const open = await startServer({ env: { SIGNUP_POLICY: 'open' } });
  try {
    const body = { email: 'abierta@x.example.com', password: PASSWORD };
    await call(open, '/api/auth/sign-up', { body });
    expect((await call(open, '/api/auth/sign-in', { body })).json.error.code).toBe('email_unverified');
    const token = await waitForToken(open, body.email);
    const verified = await call(open, '/api/auth/verify', { body: { token, password: PASSWORD } });
    const [cookie = ''] = verified.headers.getSetCookie();
    const session = await call(open, '/api/auth/session', { cookie: cookie.split(';')[0] });
    expect(session.json.user).toMatchObject({ email: body.email, roles: [], must_change_password: false });
  } finally {
    await open.stop();
  }
});
