import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readMails, tokenIn, waitForEmptyOutbox, waitForMail } from '../../support/mail';
import { startServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const post = (path: string, body: unknown, cookie?: string) =>
  call(server, `/api/auth/${path}`, { body, cookie });
const statusOf = (email: string) =>
  withDatabase(server, (db) =>
    db
      .prepare('SELECT profiles.status FROM profiles JOIN users USING (id) WHERE email = ?')
      .pluck()
      .get(email),
  );

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
    expect(mail.text).toContain('Hola Nueva Persona:');
    expect(mail.html).toContain('Verificar mi email');
    const verified = await post('verify', { token: tokenIn(mail) });
    expect(verified.status).toBe(204);
    expect(verified.headers.getSetCookie()).toEqual([]);
    expect((await post('sign-in', { email, password: PASSWORD })).json.error.code).toBe('awaiting_approval');

    const notice = await waitForMail(server, admin.email);
    expect(notice.headers.subject).toBe('Una persona espera aprobación');
    expect(notice.text).toContain(email);
    const { json } = await call(server, '/api/team', { cookie: admin.cookie });
    const member = json.members.find((row: { email: string }) => row.email === email);
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

  test('again before verification replaces the password and voids the earlier link', async () => {
    const email = 'indecisa@agencia.example.com';
    await post('sign-up', { email, password: 'la primera frase larga' });
    const first = tokenIn(await waitForMail(server, email));
    await post('sign-up', { email, password: PASSWORD });
    const second = tokenIn(await waitForMail(server, email, 2));
    expect((await post('verify', { token: first })).json.error.code).toBe('token_invalid');
    expect((await post('verify', { token: second })).status).toBe(204);
    const old = await post('sign-in', { email, password: 'la primera frase larga' });
    expect(old.json.error.code).toBe('invalid_credentials');
    expect((await post('sign-in', { email, password: PASSWORD })).json.error.code).toBe('awaiting_approval');
  });

  test('takes no role, status or anything else that is not asked for', async () => {
    for (const extra of [{ role: 'admin' }, { status: 'active' }, { email_verified_at: 'x' }]) {
      const answer = await post('sign-up', { email: 'lista@x.example.com', password: PASSWORD, ...extra });
      expect(answer.status).toBe(422);
    }
    expect(statusOf('lista@x.example.com')).toBeUndefined();
  });

  test.each([
    ['five characters', '12345', /al menos 6/],
    ['one of the commonest', 'qwerty123', /más usadas/],
    ['a common one in Spanish, without its accent', 'Contrasena', /más usadas/],
    ['the product’s name and a year', 'Zaguan2026', /nombre del producto/],
    ['the email', 'marta.gimenez', /tu nombre ni tu email/],
    ['one character repeated', 'ññññññññ', /más usadas/],
  ])('refuses a password that is %s, and says why', async (_name, password, reason) => {
    const answer = await post('sign-up', { email: 'marta.gimenez@x.example.com', password });
    expect(answer.status).toBe(422);
    expect(answer.json.error.fields.password).toMatch(reason);
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
    expect(
      (await post('sign-in', { email: 'larga@x.example.com', password: long.trim() })).json.error.code,
    ).toBe('invalid_credentials');
  });

  test('keeps no token in the outbox, and only the hash of one anywhere', async () => {
    const email = 'secreta@x.example.com';
    await post('sign-up', { email, password: PASSWORD });
    const token = tokenIn(await waitForMail(server, email));
    await waitForEmptyOutbox(server);
    const everything = withDatabase(server, (db) => ({
      deliveries: db.prepare('SELECT * FROM deliveries').all(),
      tokens: db.prepare('SELECT hex(token_hash), purpose, user_id FROM one_time_tokens').all(),
      audit: db.prepare('SELECT * FROM audit_events').all(),
    }));
    expect(JSON.stringify(everything)).not.toContain(token);
    expect(server.output()).not.toContain(token);
    expect(server.output()).not.toContain(PASSWORD);
  });
});

describe('a verification link', () => {
  test('ASVS 6.5.1: is worth one redemption, also for twenty at once', async () => {
    const email = 'veinte@x.example.com';
    await post('sign-up', { email, password: PASSWORD });
    const token = tokenIn(await waitForMail(server, email));
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('verify', { token })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  });

  test('is worth nothing after 24 hours', async () => {
    const email = 'tarde@x.example.com';
    await post('sign-up', { email, password: PASSWORD });
    const token = tokenIn(await waitForMail(server, email));
    const hours = withDatabase(server, (db) => {
      const row = db
        .prepare(
          `SELECT one_time_tokens.created_at, expires_at FROM one_time_tokens
           JOIN users ON users.id = user_id WHERE email = ?`,
        )
        .get(email) as { created_at: string; expires_at: string };
      db.prepare(
        `UPDATE one_time_tokens SET expires_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
      ).run(new Date(Date.now() - 1).toISOString(), email);
      return (Date.parse(row.expires_at) - Date.parse(row.created_at)) / 3_600_000;
    });
    expect(hours).toBe(24);
    expect((await post('verify', { token })).json.error.code).toBe('token_invalid');
  });

  test('cannot be used as another kind of link', async () => {
    const email = 'cruzada@x.example.com';
    await post('sign-up', { email, password: PASSWORD });
    const token = tokenIn(await waitForMail(server, email));
    expect((await post('access', { token })).status).toBe(422);
    expect((await post('reset', { token, password: PASSWORD })).status).toBe(422);
    expect((await post('verify', { token })).status).toBe(204);
  });

  test('ASVS 7.6.2: is untouched by a mail scanner that only opens it', async () => {
    const email = 'escaneada@x.example.com';
    await post('sign-up', { email, password: PASSWORD });
    const token = tokenIn(await waitForMail(server, email));
    const page = await call(server, '/cuenta/verificar');
    expect(page.status).toBe(200);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await call(server, '/api/auth/verify')).status).toBe(405);
    expect((await post('verify', { token })).status).toBe(204);
  });

  test('signs in whom an administrator had approved before', async () => {
    const email = 'preaprobada@x.example.com';
    await post('sign-up', { email, password: PASSWORD });
    const mail = await waitForMail(server, email);
    withDatabase(server, (db) =>
      db
        .prepare("UPDATE profiles SET status = 'active' WHERE id = (SELECT id FROM users WHERE email = ?)")
        .run(email),
    );
    const verified = await post('verify', { token: tokenIn(mail) });
    const [cookie = ''] = verified.headers.getSetCookie();
    expect((await call(server, '/api/leads', { cookie: cookie.split(';')[0] })).status).toBe(200);
  });
});

describe('asking for the link again', () => {
  test('mails another, and answers the same for emails that wait for none', async () => {
    const email = 'otravez@x.example.com';
    await post('sign-up', { email, password: PASSWORD });
    await waitForMail(server, email);
    const answers = [
      await post('resend', { email }),
      await post('resend', { email: 'nadie-aqui@x.example.com' }),
      await post('resend', { email: makePerson(server).email }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await waitForMail(server, email, 2)).headers.subject).toBe('Verificá tu email');
    await waitForEmptyOutbox(server);
    expect(readMails(server).filter(({ headers }) => headers.to?.includes('nadie-aqui'))).toEqual([]);
  });
});

describe('time', () => {
  test('tells nothing about whether an email has an account', async () => {
    const known = Array.from({ length: 15 }, (_, round) => `medida-${round}@x.example.com`);
    // Signed up rather than written into the database, so that their hashes are the product's own.
    for (const email of known) await post('sign-up', { email, password: PASSWORD });
    const samples: Record<string, number[]> = {};
    async function measure(name: string, path: string, email: string) {
      const startedAt = performance.now();
      await post(path, { email, ...(path !== 'recover' && { password: 'una frase cualquiera' }) });
      samples[name] = [...(samples[name] ?? []), performance.now() - startedAt];
    }
    for (const email of known) {
      await measure('sign-in known', 'sign-in', email);
      await measure('sign-in unknown', 'sign-in', `des${email}`);
      await measure('recover known', 'recover', email);
      await measure('recover unknown', 'recover', `des${email}`);
    }
    // The shortest is what the work itself takes, whatever else the machine is busy with.
    const shortest = (name: string) => Math.min(...(samples[name] ?? []));
    for (const path of ['sign-in', 'recover']) {
      // Without the decoy's hash, or without a row for unknown emails, one side would do almost nothing.
      const ratio = shortest(`${path} known`) / shortest(`${path} unknown`);
      expect(ratio).toBeGreaterThan(1 / 3);
      expect(ratio).toBeLessThan(3);
    }
  });
});
