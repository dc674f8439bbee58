import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitKey } from '~/server/rate-limit/rate-limit';
import { makePerson, openSession, PASSWORD } from '../../support/accounts';
import { Authenticator } from '../../support/authenticator';
import { startWithClock, whileHourLasts } from '../../support/clock';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { countOrders, readMails, waitForEmptyOutbox, waitForToken } from '../../support/mail';
import { codeOf, cookieIn, setUpTotp } from '../../support/second-factor';
import { startServer, type TestServer } from '../../support/server';

// The default limits; the servers of other files multiply them by a thousand.
let server: TestServer;
let jump: (ms: number) => Promise<void>;
beforeAll(async () => {
  ({ server, jump } = await startWithClock({ env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' } }));
});
afterAll(() => server.stop());

let addresses = 0;
/** A new one per call, so that no test spends another's allowance. */
const newAddress = () => `203.0.113.${++addresses}`;

/** Links ordered; they are handled after the answer. */
let orders = 0;

async function send(path: string, body: unknown, address: string, cookie?: string) {
  const answer = await call(server, path, { body, cookie, headers: { 'x-forwarded-for': address } });
  if (answer.status === 202 && path !== '/api/auth/sign-up') orders++;
  return answer;
}
const signIn = (email: string, password: string, address: string) =>
  send('/api/auth/sign-in', { email, password }, address);

/** The statuses of `count` attempts in sequence. */
async function statusesOf(count: number, attempt: (n: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await attempt(n)).status);
  return statuses;
}
const first = (count: number, status: number) => Array<number>(count).fill(status);

// Must run before any test creates an administrator, which voids the link.
test('whoever has the link for the first administrator is limited by address', async () => {
  const [, token] = await server.printed(/#token=([\w-]+)/);
  const { email } = makePerson(server);
  const address = newAddress();
  const codes: string[] = [];
  for (let n = 0; n < 11; n++) {
    const body = { token, email, name: 'Ada', password: 'una clave larga' };
    codes.push((await send('/api/auth/setup', body, address)).json.error.code);
  }
  expect(codes).toEqual([...Array(10).fill('invalid'), 'too_many']);
});

describe('ASVS 6.1.1, 6.3.1: guessing', () => {
  /** The first delay is a second, which might pass before the next guess. Returns the rows changed. */
  const lengthenDelay = (purpose: string, whose: string) =>
    withDatabase(
      server,
      (db) =>
        db.prepare('UPDATE rate_limits SET expire = expire + 60000 WHERE key = ?').run(limitKey(purpose, whose))
          .changes,
    );

  test('at one account from one address is slowed after five failures, and never locks the owner out', async () => {
    const owner = makePerson(server);
    const attacker = newAddress();
    expect(await statusesOf(5, () => signIn(owner.email, 'adivinanza', attacker))).toEqual(first(5, 401));
    expect(lengthenDelay('sign-in-delay', `${owner.email}|${attacker}`)).toBe(1);
    const slowed = await signIn(owner.email, PASSWORD, attacker);
    expect([slowed.status, slowed.json.error.code]).toEqual([429, 'too_many']);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await signIn(owner.email, PASSWORD, newAddress())).status).toBe(200);
  });

  test('at one account takes twice as long after each failure, and a right password forgives them', async () => {
    const owner = makePerson(server);
    const address = newAddress();
    const guess = () => signIn(owner.email, 'adivinanza', address);
    const takeDelay = () =>
      withDatabase(server, (db) =>
        db
          .prepare('DELETE FROM rate_limits WHERE key = ? RETURNING expire')
          .pluck()
          .get(limitKey('sign-in-delay', `${owner.email}|${address}`)),
      );
    expect(await statusesOf(4, guess)).toEqual(first(4, 401));
    expect(takeDelay()).toBeUndefined();
    for (const seconds of [1, 2, 4]) {
      const before = Date.now();
      expect((await guess()).status).toBe(401);
      const until = Number(takeDelay());
      expect(until).toBeGreaterThanOrEqual(before + seconds * 1000);
      expect(until).toBeLessThanOrEqual(Date.now() + seconds * 1000);
    }
    expect((await signIn(owner.email, PASSWORD, address)).status).toBe(200);
    expect((await guess()).status).toBe(401);
    expect(takeDelay()).toBeUndefined();
  });

  test('does not punish those who get in; from one address at one account it stops at thirty, also with the right password', async () => {
    const { email } = makePerson(server);
    const address = newAddress();
    expect(await statusesOf(31, () => signIn(email, PASSWORD, address))).toEqual([...first(30, 200), 429]);
  });

  test('at once gets no further than one after the other: five of 35, at signing in and in an open session', async () => {
    const { id, email, cookie } = makePerson(server);
    const address = newAddress();
    // As after enough failures for a delay longer than 35 answers take.
    for (const key of [limitKey('sign-in-late', `${email}|${address}`), limitKey('confirm-late', id)])
      withDatabase(server, (db) =>
        db.prepare('INSERT INTO rate_limits (key, points, expire) VALUES (?, 9, ?)').run(key, Date.now() + 3_600_000),
      );
    const paths = {
      'signing in': () => signIn(email, 'adivinanza', address),
      confirming: () => send('/api/auth/confirm', { password: 'adivinanza' }, newAddress(), cookie),
    };
    for (const [what, guess] of Object.entries(paths)) {
      const answers = await Promise.all(Array.from({ length: 35 }, guess));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused, what).toHaveLength(30);
      for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('in a stolen session slows down that one: no other of its owner’s, and many stolen ones gain nothing', async () => {
    const { id } = makePerson(server);
    const own = openSession(server, id);
    const change = { current: 'adivinanza', password: 'siete barcos rojos' };
    const guesses = [
      (cookie: string) => send('/api/auth/confirm', { password: 'adivinanza' }, newAddress(), cookie),
      (cookie: string) => send('/api/auth/password', change, newAddress(), cookie),
    ];
    const guess = (cookie: string, n: number) => (guesses[n % 2] as (typeof guesses)[number])(cookie);
    const stolen = [openSession(server, id), openSession(server, id)];
    for (const cookie of stolen) {
      expect(await statusesOf(5, (n) => guess(cookie, n))).toEqual(first(5, 422));
      expect(lengthenDelay('confirm-delay', id)).toBe(1);
      expect(await statusesOf(7, (n) => guess(cookie, n))).toEqual(first(7, 429));
    }
    const late = withDatabase(server, (db) =>
      db.prepare('SELECT points FROM rate_limits WHERE key = ?').pluck().get(limitKey('confirm-late', id)),
    );
    expect(late, 'the delays of both add up').toBe(2);
    const confirmed = await send('/api/auth/confirm', { password: PASSWORD }, newAddress(), own);
    expect(confirmed.status).toBe(204);
    const body = { ...change, current: PASSWORD };
    const changed = await send('/api/auth/password', body, newAddress(), cookieIn(confirmed, 'sid'));
    expect(changed.status).toBe(204);
  });

  test('at codes in stolen sessions ends with a hundred in a month, but for five in each session', async () => {
    const person = makePerson(server);
    const { secret, cookie } = await setUpTotp(server, person);
    const stolen = openSession(server, person.id);
    const write = (sql: string, purpose: string) =>
      withDatabase(server, (db) => db.prepare(sql).run(limitKey(purpose, person.id)));
    const guess = (code: string, session = stolen) => send('/api/auth/confirm', { code }, newAddress(), session);
    expect(await statusesOf(5, () => guess('000000'))).toEqual(first(5, 422));
    const later = Date.now() + 3_600_000;
    write(`INSERT INTO rate_limits (key, points, expire) VALUES (?, 100, ${later})`, 'confirm-codes');
    write('DELETE FROM rate_limits WHERE key = ?', 'confirm-delay');
    const spent = await guess('000000');
    expect([spent.status, spent.json.error.message]).toEqual([429, expect.stringContaining('demasiados')]);
    expect((await guess(codeOf(secret), cookie)).status).toBe(204);
  });

  test('a session has only so many new passwords looked at', async () => {
    const { cookie } = makePerson(server, { mustChangePassword: true });
    const body = { password: PASSWORD };
    const statuses = await statusesOf(11, () => send('/api/auth/password', body, newAddress(), cookie));
    expect(statuses).toEqual([...first(10, 422), 429]);
  });

  test('from one address at many accounts stops at ten', async () => {
    const address = newAddress();
    const statuses = await statusesOf(11, (n) => signIn(`cuenta-${n}@x.example.com`, 'adivinanza', address));
    expect(statuses).toEqual([...first(10, 401), 429]);
    const countRows = () => withDatabase(server, (db) => db.prepare('SELECT count(*) FROM rate_limits').pluck().get());
    const before = countRows();
    expect((await signIn('otra-mas@x.example.com', 'adivinanza', address)).status).toBe(429);
    expect(countRows(), 'what is refused leaves nothing').toBe(before);
  });

  test('from one /48 of IPv6, of which somebody may have every address, stops at fifty', async () => {
    const statuses = await statusesOf(51, (n) =>
      signIn(`red-${n}@x.example.com`, 'adivinanza', `2001:db8:5:${n.toString(16)}::1`),
    );
    expect(statuses).toEqual([...first(50, 401), 429]);
    const { email } = makePerson(server);
    const guess = (n: number) => signIn(email, 'adivinanza', `2001:db8:6:${n}::1`);
    expect(await statusesOf(5, guess)).toEqual(first(5, 401));
    expect(lengthenDelay('sign-in-delay', `${email}|2001:db8:6::/48`)).toBe(1);
    expect((await guess(6)).status, 'at one account it counts as one address').toBe(429);
  });

  test('beside them keeps no browser out that the account knows; strangers make none known', async () => {
    const [owner, other] = [makePerson(server), makePerson(server)];
    const address = newAddress();
    const enter = ({ email }: { email: string }, at: string, cookie = '', password = PASSWORD) =>
      send('/api/auth/sign-in', { email, password }, at, cookie);
    const [own, others] = [await enter(owner, newAddress()), await enter(other, newAddress())].map((answer) =>
      cookieIn(answer, 'browser'),
    );
    for (let n = 0; n < 10; n++) await signIn(`ajena-${n}@x.example.com`, 'adivinanza', address);
    for (const cookie of ['', `browser=${'x'.repeat(43)}`, others])
      expect((await enter(owner, address, cookie)).status, cookie).toBe(429);
    expect((await enter(owner, address, own)).status).toBe(200);
    // Such a browser guesses no more than an address does.
    expect(await statusesOf(5, () => enter(owner, newAddress(), own, 'adivinanza'))).toEqual(first(5, 401));
    const known = createHash('sha256')
      .update(own?.slice('browser='.length) ?? '')
      .digest('hex');
    expect(lengthenDelay('sign-in-delay', `${owner.email}|browser ${known}`)).toBe(1);
    expect((await enter(owner, newAddress(), own)).status).toBe(429);
  });

  test('ASVS 4.1.3: behind a proxy, what comes before the address that it wrote counts for nothing', async () => {
    const address = newAddress();
    const statuses = await statusesOf(11, (n) => {
      const claimed = n % 2 ? `198.51.100.${n}` : 'nadie';
      return signIn(`inventada-${n}@x.example.com`, 'adivinanza', `${claimed}, ${address}`);
    });
    expect(statuses).toEqual([...first(10, 401), 429]);
  });

  test('ASVS 4.1.3: a forged X-Forwarded-For changes nothing where no proxy is trusted', async () => {
    const direct = await startServer({ env: { RATE_LIMIT_SCALE: '1' } });
    try {
      const statuses = await statusesOf(11, (n) =>
        call(direct, '/api/auth/sign-in', {
          body: { email: `c${n}@x.example.com`, password: 'adivinanza' },
          headers: { 'x-forwarded-for': `203.0.113.${n}` },
        }),
      );
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await direct.stop();
    }
  });

  test('whoever knows the password but may not enter spends as a guess does, and fills no audit', async () => {
    const waiting = makePerson(server, { status: 'pending' });
    const address = newAddress();
    const codes: string[] = [];
    for (let n = 0; n < 12; n++) codes.push((await signIn(waiting.email, PASSWORD, address)).json.error.code);
    expect(codes).toEqual([...Array(10).fill('awaiting_approval'), 'too_many', 'too_many']);
    const entries = withDatabase(
      server,
      (db) =>
        db.prepare('SELECT attempts FROM audit_events WHERE subject_email = ?').pluck().all(waiting.email) as number[],
    );
    // Two if an hour ended meanwhile.
    expect(entries.length).toBeLessThanOrEqual(2);
    expect(entries.reduce((sum, attempts) => sum + attempts)).toBe(10);
  });

  test('from ever more addresses fills no audit: past a hundred entries in an hour only accounts are told apart', async () => {
    const { email } = makePerson(server);
    await whileHourLasts();
    const soon = new Date().toISOString();
    withDatabase(server, (db) => {
      const insert = db.prepare(
        "INSERT INTO audit_events (type, attempts, created_at) VALUES ('sign_in_failed', 1, ?)",
      );
      for (let n = 0; n < 100; n++) insert.run(soon);
    });
    const last = () => withDatabase(server, (db) => db.prepare('SELECT max(id) FROM audit_events').pluck().get());
    const before = last();
    for (const tried of [email, 'nadie-1@x.example.com', email, 'nadie-2@x.example.com', email])
      expect((await signIn(tried, 'adivinanza', newAddress())).status).toBe(401);
    const admin = makePerson(server, { roles: ['admin'] });
    const { events } = (await call(server, '/api/audit', { cookie: admin.cookie })).json;
    const made = events.filter(({ id }: { id: number }) => id > Number(before)).reverse();
    const shared = { type: 'sign_in_failed', actor_email: null, address: null, last_at: expect.any(String) };
    expect(made).toMatchObject([
      { ...shared, subject_email: email, attempts: 3 },
      { ...shared, subject_email: null, attempts: 2 },
    ]);
    withDatabase(server, (db) => db.prepare('DELETE FROM audit_events WHERE created_at = ?').run(soon));
  });

  test('ASVS 6.3.1: at the second step from elsewhere keeps nobody out, from here they have to wait', async () => {
    const person = makePerson(server);
    const { secret } = await setUpTotp(server, person);
    const takeFirst = async (address: string) => cookieIn(await signIn(person.email, PASSWORD, address), 'pending');
    const guess = (address: string, cookie: string, code = '000000') =>
      send('/api/auth/second-factor', { code }, address, cookie);
    const attacker = newAddress();
    const theirs = await takeFirst(attacker);
    for (let n = 0; n < 5; n++) await guess(attacker, theirs);
    expect(lengthenDelay('second-factor-delay', `${person.id}|${attacker}`)).toBe(1);
    const next = await guess(attacker, await takeFirst(attacker));
    expect([next.status, Number(next.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    const own = newAddress();
    expect((await guess(own, await takeFirst(own), codeOf(secret))).status).toBe(200);
  });

  test('a challenge’s answer is limited by address, and limits no password', async () => {
    const stranger = new Authenticator(server.url);
    const address = newAddress();
    const answer = stranger.sign({ challenge: 'x'.repeat(43) });
    const statuses = await statusesOf(21, () => send('/api/auth/passkey', answer, address));
    expect(statuses).toEqual([...first(20, 401), 429]);
    expect((await signIn(makePerson(server).email, PASSWORD, address)).status).toBe(200);
  });
});

describe('what is mailed', () => {
  const recover = (email: string, address: string) => send('/api/auth/recover', { email }, address);

  test('is one mail a minute for each email, alike for known and unknown ones, and for no one else’s', async () => {
    const address = newAddress();
    for (const email of [makePerson(server).email, 'desconocida@x.example.com']) {
      expect((await recover(email, address)).status).toBe(202);
      const second = await recover(email, address);
      expect(second.status).toBe(429);
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expect((await recover('tercera@x.example.com', address)).status).toBe(202);
  });

  test('is ten mails for each address, five an hour for each email', async () => {
    const address = newAddress();
    const statuses = await statusesOf(11, (n) => recover(`n${n}@x.example.com`, address));
    expect(statuses).toEqual([...first(10, 202), 429]);

    const another = newAddress();
    const ofOne = await statusesOf(6, async (n) => {
      await jump(n * 61_000);
      return recover('una@x.example.com', another);
    });
    await jump(0);
    expect(ofOne).toEqual([...first(5, 202), 429]);
  });

  test('to nobody leaves less than a hundred bytes in the database, however long the email', async () => {
    const read = () =>
      withDatabase(
        server,
        (db) => db.prepare('SELECT key, points, expire FROM rate_limits').all() as { key: string }[],
      );
    const known = new Set(read().map(({ key }) => key));
    expect((await recover(`${'nadie'.repeat(12)}@${'x'.repeat(60)}.example.com`, newAddress())).status).toBe(202);
    const left = read().filter(({ key }) => !known.has(key));
    // Beside its key a row has a byte for each column and its lengths, the points, and six for a moment.
    expect(left.reduce((sum, { key }) => sum + key.length + 14, 0)).toBeLessThan(100);
    expect(JSON.stringify(left)).not.toContain('nadie');
  });

  test('is fifty mails for each /48 of IPv6, of which somebody may have every address', async () => {
    const statuses = await statusesOf(51, (n) => recover(`v6-${n}@x.example.com`, `2001:db8:7:${n.toString(16)}::1`));
    expect(statuses).toEqual([...first(50, 202), 429]);
    expect((await recover('v6@x.example.com', '2001:db8:8::1')).status).toBe(202);
  });

  test('by twenty sign-ups an hour for one email, from however many addresses, and by sixty in all', async () => {
    const ask = (path: string, email: string) =>
      send(`/api/auth/${path}`, { email, ...(path === 'sign-up' && { password: PASSWORD }) }, newAddress());
    const statuses = await statusesOf(21, () => ask('sign-up', 'enterrada@x.example.com'));
    expect(statuses).toEqual([...first(20, 202), 429]);
    const spend = (limit: string, points: number) =>
      withDatabase(server, (db) =>
        db.prepare('UPDATE rate_limits SET points = ? WHERE key = ?').run(points, limitKey(limit, 'all')),
      ).changes;
    for (const [path, other] of [
      ['sign-up', 'resend'],
      ['resend', 'sign-up'],
    ] as const) {
      await ask(path, 'otra@x.example.com');
      expect(spend(`${path}-all`, 60), path).toBe(1);
      expect((await ask(path, 'una-mas@x.example.com')).status, path).toBe(429);
      expect((await ask(path, makePerson(server).email)).status, path).toBe(429);
      expect((await ask(other, `con-${other}@x.example.com`)).status, other).toBe(202);
      for (const limit of ['all', 'again']) spend(`${path}-${limit}`, 0);
    }
    expect((await ask('recover', 'una-mas@x.example.com')).status).toBe(202);
  });

  test('by thirty sign-ups an hour for networks that sent one before; the others’ thirty stay theirs', async () => {
    const signUp = (address: string) =>
      send('/api/auth/sign-up', { email: `${crypto.randomUUID()}@x.example.com`, password: PASSWORD }, address);
    const few = ['198.51.100.1', '2001:db8:9::1'];
    for (const address of few) expect((await signUp(address)).status).toBe(202);
    const points = () =>
      withDatabase(server, (db) =>
        db
          .prepare('UPDATE rate_limits SET points = 30 WHERE key = ? RETURNING points')
          .get(limitKey('sign-up-again', 'all')),
      );
    expect((await signUp(few[0] as string)).status).toBe(202);
    expect(points()).toEqual({ points: 30 });
    for (const address of [...few, '198.51.100.2', '2001:db8:9:9::1']) expect((await signUp(address)).status).toBe(429);
    expect((await signUp('192.0.2.1')).status).toBe(202);
    expect((await send('/api/auth/resend', { email: 'alguien@x.example.com' }, few[0] as string)).status).toBe(202);
  });

  test('for another spends one’s own, and fills no mailbox', async () => {
    const { email } = makePerson(server);
    const ask = async (path: string, address: string) => (await send(`/api/auth/${path}`, { email }, address)).status;
    const [one, two] = [newAddress(), newAddress()];
    for (const path of ['recover', 'access/another', 'resend']) {
      expect(await ask(path, one), path).toBe(202);
      expect(await ask(path, one), path).toBe(429);
      expect(await ask(path, two), path).toBe(202);
    }
    expect(await statusesOf(6, () => recover(email, newAddress()))).toEqual(first(6, 202));
    await expect.poll(() => countOrders(server)).toBe(orders);
    await waitForEmptyOutbox(server);
    const links = readMails(server).filter(
      ({ headers }) => headers.to?.includes(email) && headers.subject?.startsWith('Elegí'),
    );
    expect(links).toHaveLength(5);
  });

  test('to invite is limited by email and by who invites', async () => {
    const [busy, other] = [makePerson(server, { roles: ['admin'] }), makePerson(server, { roles: ['admin'] })];
    const address = newAddress();
    const inviteBy = ({ cookie }: { cookie: string }, email = `${crypto.randomUUID()}@x.example.com`) =>
      send('/api/team/invitations', { email, role: 'staff' }, address, cookie);
    const toOne = await statusesOf(4, () => inviteBy(busy, 'una-sola@x.example.com'));
    expect(toOne).toEqual([201, 201, 201, 429]);
    expect(await statusesOf(28, () => inviteBy(busy))).toEqual([...first(27, 201), 429]);
    expect((await inviteBy(other)).status).toBe(201);
  });
});

test('whoever has a link for a new password has only so many hashed that are refused, from one address', async () => {
  const { email } = makePerson(server);
  const address = newAddress();
  await send('/api/auth/recover', { email }, address);
  const token = await waitForToken(server, email);
  const statuses = await statusesOf(11, () => send('/api/auth/reset', { token, password: PASSWORD }, address));
  expect(statuses).toEqual([...first(10, 422), 429]);
});
