import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD } from '../support/accounts';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

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
    const { json } = await call(server, '/api/audit', { cookie: person.cookie });
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

  test.each([
    ['suspended', { status: 'suspended' as const }, 'account_suspended'],
    ['turned down', { status: 'disabled' as const }, 'account_suspended'],
    ['waiting for approval', { status: 'pending' as const }, 'awaiting_approval'],
    [
      'of an inactive agency',
      { roles: ['coordinator' as const], agency: 'inactive' as const },
      'agency_inactive',
    ],
  ])(
    'tells whoever knows the password why an account that is %s may not enter',
    async (_name, {
      agency,
      ...state
    }: { agency?: 'inactive'; status?: 'suspended' | 'disabled' | 'pending' }, code) => {
      const companyId = agency && makeCompany(server, { status: agency });
      const { email } = makePerson(server, { ...state, ...(companyId && { companyId }) });
      const answer = await signIn({ email, password: PASSWORD });
      expect(answer.status).toBe(401);
      expect(answer.json.error.code).toBe(code);
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );

  test.each([
    ['no email', { password: PASSWORD }, 'email'],
    ['no address', { email: 'ana', password: PASSWORD }, 'email'],
    ['a password of 5', { email: 'a@b.co', password: '12345' }, 'password'],
    ['a password of 257', { email: 'a@b.co', password: 'x'.repeat(257) }, 'password'],
    ['an unknown field', { email: 'a@b.co', password: PASSWORD, roles: ['admin'] }, 'roles'],
  ])('with %s is 422 and names the field', async (_name, body, field) => {
    const answer = await signIn(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json.error.fields)).toContain(field);
  });

  test('ASVS 11.4.2: brings a hash of weaker settings up to argon2id with 19 MiB and two passes', async () => {
    const person = makePerson(server);
    const read = () =>
      withDatabase(server, (db) =>
        db.prepare('SELECT password_hash FROM users WHERE id = ?').pluck().get(person.id),
      );
    expect(read()).toMatch(/m=64,t=1/);
    await signIn({ email: person.email, password: PASSWORD });
    expect(read()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn({ email: person.email, password: PASSWORD })).status).toBe(200);
  });

  test('ASVS 7.2.4: never keeps a planted cookie', async () => {
    const person = makePerson(server);
    const planted = 'sid=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const answer = await signIn({ email: person.email, password: PASSWORD }, { cookie: planted });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).not.toContain(planted);
    expect((await call(server, '/api/leads', { cookie: planted })).status).toBe(401);
  });

  test('ASVS 7.2.4: ends the session that the browser had before', async () => {
    const person = makePerson(server);
    await signIn({ email: person.email, password: PASSWORD }, { cookie: person.cookie });
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(401);
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

  test.each(['idle_expires_at', 'expires_at'])('ASVS 7.3: ends when %s has passed', async (column) => {
    const person = makePerson(server);
    withDatabase(server, (db) =>
      db
        .prepare(`UPDATE sessions SET ${column} = ? WHERE user_id = ?`)
        .run('2020-01-01T00:00:00.000Z', person.id),
    );
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
    withDatabase(server, (db) =>
      db.prepare("UPDATE profiles SET status = 'suspended' WHERE id = ?").run(person.id),
    );
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(401);
  });

  test('ASVS 2.3.1: of a person with an initial password opens nothing but sign-out', async () => {
    const person = makePerson(server, { mustChangePassword: true });
    const refused = await call(server, '/api/leads', { cookie: person.cookie });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'must_change_password']);
    expect((await call(server, '/api/auth/sign-out', { method: 'POST', cookie: person.cookie })).status).toBe(
      204,
    );
  });

  test('ASVS 7.2.3: is stored as a hash only', async () => {
    const person = makePerson(server);
    const token = openSession(server, person.id).split('=')[1] ?? '';
    const dump = withDatabase(server, (db) => JSON.stringify(db.prepare('SELECT * FROM sessions').all()));
    expect(dump).not.toContain(token);
  });
});

describe('ASVS 3.5: a mutation', () => {
  const cases: [string, Record<string, string>, number][] = [
    ['this site', {}, 201],
    ['this site, by Fetch Metadata', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-origin' }, 201],
    ['another site', { origin: 'https://evil.example.com' }, 403],
    [
      'another site, by Fetch Metadata',
      { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    [
      'a neighbour under the same domain',
      { origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' },
      403,
    ],
    ['an opaque origin', { origin: 'null' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', { 'content-type': 'text/plain' }, 415],
  ];

  test.each(cases)('from %s', async (_name, headers, status) => {
    const { cookie } = makePerson(server);
    const body = { nombre: 'Iris', email: 'iris@x.example.com' };
    expect((await call(server, '/api/leads', { body, cookie, headers })).status).toBe(status);
  });

  test('without any Origin is refused', async () => {
    const { cookie } = makePerson(server);
    const answer = await fetch(`${server.url}/api/leads`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{"nombre":"Iris","email":"iris@x.example.com"}',
    });
    expect(answer.status).toBe(403);
  });
});

describe('ASVS 6.1.1, 6.3.1: guessing', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startServer({ env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' } });
  });
  afterAll(() => strict.stop());

  const attempt = (email: string, password: string, address: string) =>
    call(strict, '/api/auth/sign-in', { body: { email, password }, headers: { 'x-forwarded-for': address } });

  test('at one account from one address is slowed after five failures, and never locks the owner out', async () => {
    const owner = makePerson(strict);
    const attacker = '203.0.113.50';
    for (let i = 0; i < 5; i++) expect((await attempt(owner.email, 'adivinanza', attacker)).status).toBe(401);
    // The first delay is a second, which may be over before the next attempt gets there.
    const { changes } = withDatabase(strict, (db) =>
      db.prepare("UPDATE rate_limits SET expire = expire + 60000 WHERE key LIKE 'sign-in-delay:%'").run(),
    );
    expect(changes).toBe(1);
    const slowed = await attempt(owner.email, PASSWORD, attacker);
    expect([slowed.status, slowed.json.error.code]).toEqual([429, 'too_many']);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await attempt(owner.email, PASSWORD, '198.51.100.9')).status).toBe(200);
  });

  test('at one account takes twice as long after each failure, and a right password forgives them', async () => {
    const owner = makePerson(strict);
    const guess = () => attempt(owner.email, 'adivinanza', '203.0.113.51');
    const takeDelay = () =>
      withDatabase(strict, (db) =>
        db
          .prepare("DELETE FROM rate_limits WHERE key LIKE 'sign-in-delay:' || ? || '%' RETURNING expire")
          .pluck()
          .get(owner.email),
      );
    for (let i = 0; i < 4; i++) expect((await guess()).status).toBe(401);
    expect(takeDelay()).toBeUndefined();
    for (const seconds of [1, 2, 4]) {
      const before = Date.now();
      expect((await guess()).status).toBe(401);
      const until = Number(takeDelay());
      expect(until).toBeGreaterThanOrEqual(before + seconds * 1000);
      expect(until).toBeLessThanOrEqual(Date.now() + seconds * 1000);
    }
    expect((await attempt(owner.email, PASSWORD, '203.0.113.51')).status).toBe(200);
    expect((await guess()).status).toBe(401);
    expect(takeDelay()).toBeUndefined();
  });

  test('from one address at one account stops at thirty, also with the right password', async () => {
    const person = makePerson(strict);
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++)
      statuses.push((await attempt(person.email, PASSWORD, '203.0.113.71')).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  test('the current password of an open session stops at ten', async () => {
    const person = makePerson(strict);
    const body = { current: 'adivinanza', password: 'siete barcos rojos' };
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await call(strict, '/api/auth/password', { body, cookie: person.cookie })).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  test('ASVS 4.1.3: behind a proxy, what comes before the address that it wrote counts for nothing', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      const claimed = i % 2 ? `198.51.100.${i}` : 'nadie';
      const forged = `${claimed}, 203.0.113.90`;
      statuses.push((await attempt(`inventada-${i}@x.example.com`, 'adivinanza', forged)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('from one address at many accounts stops at ten', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await attempt(`cuenta-${i}@x.example.com`, 'adivinanza', '203.0.113.60')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('does not punish those who get in', async () => {
    const person = makePerson(strict);
    for (let i = 0; i < 12; i++)
      expect((await attempt(person.email, PASSWORD, '203.0.113.70')).status).toBe(200);
  });

  test('whoever knows the password but may not enter spends as a guess does, and fills no audit', async () => {
    const waiting = makePerson(strict, { status: 'pending' });
    const codes: string[] = [];
    for (let i = 0; i < 12; i++) {
      codes.push((await attempt(waiting.email, PASSWORD, '203.0.113.80')).json.error.code);
    }
    expect(codes).toEqual([...Array(10).fill('awaiting_approval'), 'too_many', 'too_many']);
    const entries = withDatabase(strict, (db) =>
      db.prepare('SELECT count(*) FROM audit_events WHERE subject_email = ?').pluck().get(waiting.email),
    );
    expect(entries).toBe(10);
  });

  test('ASVS 4.1.3: a forged X-Forwarded-For changes nothing where no proxy is trusted', async () => {
    const direct = await startServer({ env: { RATE_LIMIT_SCALE: '1' } });
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++) {
        const { status } = await call(direct, '/api/auth/sign-in', {
          body: { email: `c${i}@x.example.com`, password: 'adivinanza' },
          headers: { 'x-forwarded-for': `203.0.113.${i}` },
        });
        statuses.push(status);
      }
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await direct.stop();
    }
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
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-sid=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000');
  } finally {
    await secure.stop();
  }
});
