import { describe, expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD } from '../support/accounts';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { provideSharedServer } from '../support/provide';
import { startServer } from '../support/server';

const server = provideSharedServer();

const signIn = (body: unknown, headers: Record<string, string> = {}) =>
  call(server, '/api/auth/sign-in', { body, headers });

describe('signing in', () => {
  test('ASVS 3.3: answers the user and sets an HttpOnly cookie that opens the API', async () => {
    const person = makePerson(server, { roles: ['admin'] });
    const answer = await signIn({ email: person.email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.json.user).toEqual({
      id: person.id,
      email: person.email,
      name: person.name,
      roles: ['admin'],
      must_change_password: false,
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^sid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    const session = await call(server, '/api/auth/session', { cookie: cookie.split(';')[0] });
    expect(session.json.user.id).toBe(person.id);
  });

  test('ASVS 16.3.1: is in the audit, with who and from where', async () => {
    const person = makePerson(server, { roles: ['admin'] });
    await signIn({ email: person.email, password: PASSWORD });
    const { json } = await call(server, `/api/audit?persona=${person.id}`, { cookie: person.cookie });
    expect(json.events[0]).toMatchObject({
      type: 'sign_in',
      actor_email: person.email,
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
  });

  test('ASVS 6.3.8: says the same for an unknown email, a wrong password and one for an account that may not enter', async () => {
    const active = makePerson(server);
    const suspended = makePerson(server, { status: 'suspended' });
    const answers = [
      await signIn({ email: 'nadie@x.example.com', password: PASSWORD }),
      await signIn({ email: active.email, password: `${PASSWORD} ` }),
      await signIn({ email: suspended.email, password: `${PASSWORD} ` }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.json.error.message).toBe('Email o contraseña incorrectos');
      expect(answer.text).toBe(answers[0]?.text);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('tells whoever knows the password why an account may not enter', async () => {
    const companyId = makeCompany(server, { status: 'inactive' });
    const answers: Record<string, unknown> = {};
    for (const [what, state] of Object.entries({
      suspended: { status: 'suspended' },
      'turned down': { status: 'disabled' },
      'waiting for approval': { status: 'pending' },
      'of an inactive agency': { roles: ['coordinator'], companyId },
    } satisfies Record<string, Parameters<typeof makePerson>[1]>)) {
      const { email } = makePerson(server, state);
      const { status, json, headers } = await signIn({ email, password: PASSWORD });
      answers[what] = [status, json.error.code, headers.getSetCookie()];
    }
    expect(answers).toEqual({
      suspended: [401, 'account_suspended', []],
      'turned down': [401, 'account_suspended', []],
      'waiting for approval': [401, 'awaiting_approval', []],
      'of an inactive agency': [401, 'agency_inactive', []],
    });
  });

  test('names the field that is wrong', async () => {
    const wrong = {
      'no email': [{ password: PASSWORD }, 'email'],
      'no address': [{ email: 'ana', password: PASSWORD }, 'email'],
      'a password of 5': [{ email: 'a@b.co', password: '12345' }, 'password'],
      'a password of 257': [{ email: 'a@b.co', password: 'x'.repeat(257) }, 'password'],
      'an unknown field': [{ email: 'a@b.co', password: PASSWORD, roles: ['admin'] }, 'roles'],
    } as const;
    for (const [what, [body, field]] of Object.entries(wrong)) {
      const answer = await signIn(body);
      expect.soft(answer.status, what).toBe(422);
      expect.soft(Object.keys(answer.json.error?.fields ?? {}), what).toContain(field);
    }
  });

  test('ASVS 11.4.2: brings a hash of weaker settings up to argon2id with 19 MiB and two passes', async () => {
    const person = makePerson(server);
    const read = () =>
      withDatabase(server, (db) => db.prepare('SELECT password_hash FROM users WHERE id = ?').pluck().get(person.id));
    expect(read()).toMatch(/m=64,t=1/);
    await signIn({ email: person.email, password: PASSWORD });
    expect(read()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn({ email: person.email, password: PASSWORD })).status).toBe(200);
  });
});

describe('a session', () => {
  test('ASVS 7.4.1: ends with sign-out, and the old cookie is worthless', async () => {
    const person = makePerson(server);
    const answer = await call(server, '/api/auth/sign-out', { method: 'POST', cookie: person.cookie });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('clear-site-data')).toContain('"cache"');
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sid=; (.*; )?(Max-Age=0|Expires=\w+, 01 Jan 1970)/),
    ]);
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(401);
  });

  test('is renewed while it is used', async () => {
    const person = makePerson(server);
    const read = () =>
      withDatabase(server, (db) =>
        db.prepare('SELECT idle_expires_at FROM sessions WHERE user_id = ?').pluck().get(person.id),
      ) as string;
    withDatabase(server, (db) =>
      db
        .prepare('UPDATE sessions SET last_used_at = ? WHERE user_id = ?')
        .run(new Date(Date.now() - 600_000).toISOString(), person.id),
    );
    const before = read();
    await call(server, '/api/leads', { cookie: person.cookie });
    expect(Date.parse(read())).toBeGreaterThan(Date.parse(before));
  });

  test('ASVS 7.4.2: is worth nothing once its user is suspended', async () => {
    const person = makePerson(server);
    withDatabase(server, (db) => db.prepare("UPDATE profiles SET status = 'suspended' WHERE id = ?").run(person.id));
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(401);
  });

  test('ASVS 2.3.1: of a person with an initial password opens nothing but sign-out', async () => {
    const person = makePerson(server, { mustChangePassword: true });
    const refused = await call(server, '/api/leads', { cookie: person.cookie });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'must_change_password']);
    expect((await call(server, '/api/auth/sign-out', { method: 'POST', cookie: person.cookie })).status).toBe(204);
  });

  test('ASVS 7.2.3: is stored as a hash only', async () => {
    const person = makePerson(server);
    const token = openSession(server, person.id).split('=')[1] ?? '';
    const dump = withDatabase(server, (db) => JSON.stringify(db.prepare('SELECT * FROM sessions').all()));
    expect(dump).not.toContain(token);
  });
});

test('ASVS 3.5: a change is taken from this site’s pages, as JSON, and from nowhere else', async () => {
  const { cookie } = makePerson(server);
  const statusOf = async (headers: Record<string, string>, origin?: null) => {
    const body = { nombre: 'Iris', email: 'iris@x.example.com' };
    return (await call(server, '/api/leads', { body, cookie, headers, ...(origin === null && { origin }) })).status;
  };
  const from = (origin: string, site: string) => statusOf({ origin, 'sec-fetch-site': site });
  expect({
    'this site': await statusOf({}),
    'this site, by Fetch Metadata': await from('http://127.0.0.1:1', 'same-origin'),
    'another site': await statusOf({ origin: 'https://evil.example.com' }),
    'another site, by Fetch Metadata': await from('https://evil.example.com', 'cross-site'),
    'a neighbour under the same domain': await from('https://blog.example.com', 'same-site'),
    'an opaque origin': await statusOf({ origin: 'null' }),
    'no origin': await statusOf({}, null),
    'a form': await statusOf({ 'content-type': 'application/x-www-form-urlencoded' }),
    'plain text': await statusOf({ 'content-type': 'text/plain' }),
  }).toEqual({
    'this site': 201,
    'this site, by Fetch Metadata': 201,
    'another site': 403,
    'another site, by Fetch Metadata': 403,
    'a neighbour under the same domain': 403,
    'an opaque origin': 403,
    'no origin': 403,
    'a form': 415,
    'plain text': 415,
  });
});

test('ASVS 3.3.1, 3.4.1: over https the cookie is Secure and tied to the host', async () => {
  const secure = await startServer({ env: { SITE_URL: 'https://crm.example.com' } });
  try {
    const person = makePerson(secure);
    const answer = await call(secure, '/api/auth/sign-in', {
      body: { email: person.email, password: PASSWORD },
      headers: { origin: 'https://crm.example.com' },
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-sid=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000');
  } finally {
    await secure.stop();
  }
});
