import { createECDH } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call, submitEnquiry, validEnquiry } from '../../support/http';
import { addDevice, devicesOf, enquire, holdNews, pushesTo } from '../../support/notices';
import { expectDeliveries, readDeliveries, readLine, shiftPending } from '../../support/outbox';
import { providePushService, provideServer } from '../../support/provide';
import { startServer, type TestServer } from '../../support/server';
import { unseal } from '../../support/unseal';

let key: string;
const service = providePushService();
const server = provideServer(() => ({ env: { PUSH_SERVICES: service.origin } }));
beforeAll(async () => {
  const { json } = await call(server, '/api/push/key', { cookie: makePerson(server).cookie });
  key = json.key;
});
beforeEach(() => {
  service.answerWith((response) => response.writeHead(201).end());
  // Subscribers of earlier tests would be notified too.
  withDatabase(server, (db) => db.prepare('DELETE FROM push_subscriptions').run());
  service.received.length = 0;
});
afterEach(() => {
  expect(service.faults).toEqual([]);
});

const subscribe = (person: Pick<Person, 'cookie'>) => addDevice(server, person, service.makeDevice(key));
const ofDevice = ({ endpoint }: { endpoint: string }) =>
  service.received.filter((pushed) => pushed.endpoint === endpoint);
const titles = (device: { endpoint: string }) => ofDevice(device).map(({ notification }) => notification.title);

describe('an enquiry', () => {
  test('is told at once to each device of whoever wants it, encrypted for it alone', async () => {
    const ana = makePerson(server);
    const phone = await subscribe(ana);
    const laptop = await subscribe(ana);
    const bruno = await subscribe(makePerson(server));
    const silent = makePerson(server);
    const silenced = await subscribe(silent);
    await call(server, '/api/account/notices', {
      method: 'PATCH',
      cookie: silent.cookie,
      body: { push: false },
    });
    await submitEnquiry(server, validEnquiry);
    for (const device of [phone, laptop, bruno])
      await expect.poll(() => titles(device)).toEqual(['Nueva consulta: Marta Giménez, Argentina']);
    expect(titles(silenced)).toEqual([]);
    const [pushed] = ofDevice(phone);
    const { id } = withDatabase(server, (db) => db.prepare('SELECT max(id) AS id FROM leads').get() as { id: number });
    expect(JSON.parse(pushed?.text ?? '')).toEqual({
      web_push: 8030,
      notification: {
        title: 'Nueva consulta: Marta Giménez, Argentina',
        lang: 'es',
        tag: `lead-${id}`,
        navigate: `${server.url}/panel?lead=${id}`,
        actions: [
          { action: 'whatsapp', title: 'WhatsApp', navigate: `${server.url}/panel/whatsapp?lead=${id}` },
          { action: 'open', title: 'Abrir', navigate: `${server.url}/panel?lead=${id}` },
        ],
        data: { id: expect.stringMatching(/^msg_/) },
      },
    });
    expect(pushed?.headers).toMatchObject({ urgency: 'high', topic: `lead-${id}` });
    // Valid until the next reminder.
    expect(Number(pushed?.headers.ttl)).toBeGreaterThan(14 * 60);
    expect(Number(pushed?.headers.ttl)).toBeLessThanOrEqual(15 * 60);
    expect(pushed?.sender.sub).toBe('mailto:no-responder@localhost');
    await expectDeliveries(server, Array(3).fill({ event: 'push.new_leads', state: 'sent', last_status: 201 }), 'push');
    expect(server.output()).not.toMatch(/Marta|costanera/);
    expect(
      readDeliveries(server, 'push')
        .map(({ payload }) => payload)
        .join(),
    ).not.toMatch(/Marta|costanera/);
  });

  test('of many is told in one message, which names the first of them', async () => {
    const ana = makePerson(server);
    const device = await subscribe(ana);
    // The first goes out at once; the next ones are batched.
    await enquire(server, 'Uno');
    await expect.poll(() => titles(device)).toEqual(['Nueva consulta: Uno, Argentina']);
    const release = holdNews(server, ana);
    for (const nombre of ['Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis']) await enquire(server, nombre);
    release();
    await expect.poll(() => titles(device)).toEqual(['Nueva consulta: Uno, Argentina', '5 consultas nuevas']);
    const [, many] = ofDevice(device);
    expect(many?.notification.navigate).toBe(`${server.url}/panel?contacto=pendiente`);
    expect(many?.notification.body).toMatch(/^\w+, Argentina · /);
    expect(many?.notification.actions.map(({ action }: { action: string }) => action)).toEqual(['open']);
    expect(many?.headers.topic).toMatch(/^[0-9a-f]{32}$/);
  });

  test('whose lead is gone before it is told is told to nobody', async () => {
    const ana = makePerson(server);
    await subscribe(ana);
    service.answerWith((response) => response.writeHead(500).end());
    const id = await enquire(server, 'Se Va');
    await expect.poll(() => service.received.length).toBeGreaterThan(0);
    await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: ana.cookie });
    await expect.poll(() => pushesTo(server, ana).at(-1)).toMatchObject({ ended_in: 'nobody' });
    // The last try was no call.
    expect(pushesTo(server, ana).at(-1)?.attempts).toBe(service.received.length + 1);
  });

  test('with the longest name and all that a name may hold fits into one record', async () => {
    const device = await subscribe(makePerson(server));
    const nombre = '漢'.repeat(120);
    await submitEnquiry(server, { ...validEnquiry, nombre });
    await expect.poll(() => titles(device)).toEqual([`Nueva consulta: ${nombre}, Argentina`]);
  });
});

test('a lead that was won is told to administrators, with the way to make its agency', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const device = await subscribe(admin);
  const id = await enquire(server, 'Rosa Gana');
  const change = { method: 'PATCH', body: { estado: 'ganado' }, cookie: makePerson(server).cookie };
  await call(server, `/api/leads/${id}`, change);
  // It waits out the delay in which the win can be undone.
  await call(server, '/api/deliveries/retry', { body: { kind: 'push' }, cookie: admin.cookie });
  const told = () => ofDevice(device).find(({ notification }) => /^Lead ganado/.test(notification.title));
  await expect.poll(() => told()?.notification.title).toBe('Lead ganado: Rosa Gana, Argentina');
  expect(told()?.notification.actions).toEqual([
    { action: 'company', title: 'Crear inmobiliaria', navigate: `${server.url}/users?crear=${id}` },
    { action: 'open', title: 'Abrir', navigate: `${server.url}/panel?lead=${id}` },
  ]);
});

describe('a push service that answers', () => {
  let ana: Person;
  let device: { endpoint: string; id: number };
  beforeEach(async () => {
    ana = makePerson(server);
    device = await subscribe(ana);
  });
  afterEach(() => service.answerWith((response) => response.writeHead(201).end()));
  const last = () => pushesTo(server, ana).at(-1);

  test.each([404, 410])('%i: the device is forgotten, and nothing is told to it again', async (status) => {
    const other = await subscribe(ana);
    service.answerWith((response, _count, { endpoint }) =>
      response.writeHead(endpoint === device.endpoint ? status : 201).end(),
    );
    await enquire(server, 'Una');
    await expect.poll(() => devicesOf(server, ana)).toEqual([other.endpoint]);
    await expect
      .poll(() =>
        pushesTo(server, ana)
          .map(({ state, ended_in }) => [state, ended_in])
          .sort(),
      )
      .toEqual([
        ['sent', null],
        ['sent', 'nobody'],
      ]);
    await enquire(server, 'Otra');
    await expect.poll(() => titles(other).length).toBe(2);
    expect(ofDevice(device).length).toBe(1);
  });

  test('429: it is tried again after the time that it asks for', async () => {
    service.answerWith((response, count) =>
      count === 1 ? response.writeHead(429, { 'retry-after': '600' }).end() : response.writeHead(201).end(),
    );
    await enquire(server, 'Una');
    await expect.poll(last).toMatchObject({ state: 'pending', attempts: 1, last_status: 429 });
    const { next_attempt_at, last_attempt_at } = last() ?? {};
    expect(Date.parse(next_attempt_at ?? '') - Date.parse(last_attempt_at ?? '')).toBe(600_000);
    shiftPending(server, -600);
    await expect.poll(last).toMatchObject({ state: 'sent', attempts: 2, ended_in: null });
  });

  test('429 with a wait that would be too late: it is left out, and the log says why', async () => {
    service.answerWith((response) => response.writeHead(429, { 'retry-after': '86400' }).end());
    await enquire(server, 'Una');
    await expect.poll(last).toMatchObject({
      ...{ state: 'sent', ended_in: 'late', last_status: 429 },
      last_error: 'Respondió con el estado 429.',
    });
  });

  test('500 and nothing: the same message again, which takes the place of the first', async () => {
    service.answerWith((response, count) => {
      if (count === 1) response.writeHead(500).end('overloaded');
      else if (count === 2) response.destroy();
      else response.writeHead(201).end();
    });
    await enquire(server, 'Una');
    await expect.poll(last).toMatchObject({ state: 'sent', attempts: 3, ended_in: null });
    const [first, second, third] = ofDevice(device);
    for (const again of [second, third]) {
      expect(again?.headers.topic).toBe(first?.headers.topic);
      expect(again?.notification).toEqual(first?.notification);
      expect(Number(again?.headers.ttl)).toBeLessThan(Number(first?.headers.ttl));
    }
  });

  test('never: it is cut after ten seconds, and other devices do not wait for it', async () => {
    const other = await subscribe(makePerson(server));
    let isSilent = true;
    service.answerWith((response, _count, { endpoint }) => {
      if (endpoint !== device.endpoint || !isSilent) response.writeHead(201).end();
    });
    await enquire(server, 'Una');
    await expect.poll(() => titles(other).length).toBe(1);
    await expect.poll(last).toMatchObject({ state: 'pending', last_error: 'No respondió a tiempo.' });
    isSilent = false;
    await expect.poll(last).toMatchObject({ state: 'sent', last_status: 201 });
    expect(last()?.attempts).toBe(ofDevice(device).length);
  });

  test.each([301, 400, 403, 413])('%i: it is not tried again, and stands in the log for a person', async (status) => {
    service.answerWith((response) =>
      response.writeHead(status, { location: `${service.origin}/elsewhere` }).end('{"reason":"BadJwtToken"}'),
    );
    await enquire(server, 'Una');
    await expect.poll(last).toMatchObject({
      ...{ state: 'failed', attempts: 1, last_status: status },
      last_answer: '{"reason":"BadJwtToken"}',
    });
    expect(service.received.length).toBe(1);
    const admin = makePerson(server, { roles: ['admin'] });
    const failure = (await readLine(server, admin, { kind: 'push', webhook_id: null }))?.failures[0];
    expect(failure).toMatchObject({ kind: 'push', about: ana.email });
    expect((await call(server, '/panel', { cookie: admin.cookie })).text).toContain(
      'Hay dispositivos que no reciben avisos',
    );
    // Resent by hand, it arrives.
    service.answerWith((response) => response.writeHead(201).end());
    await call(server, `/api/deliveries/${failure?.id}/resend`, {
      cookie: admin.cookie,
      body: {},
    });
    await expect.poll(last).toMatchObject({ state: 'sent', ended_in: null });
  });
});

describe('a subscription', () => {
  const send = (person: Person, body: unknown, method = 'POST') =>
    call(server, '/api/push/subscriptions', { method, body, cookie: person.cookie });
  const { publicKey } = { publicKey: createECDH('prime256v1').generateKeys('base64url') };
  const keys = { p256dh: publicKey, auth: 'AAAAAAAAAAAAAAAAAAAAAA' };

  test.each([
    'http://127.0.0.1:9/x',
    'https://127.0.0.1/x',
    'https://fcm.googleapis.com.evil.example.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:pass@fcm.googleapis.com/x',
    'http://fcm.googleapis.com/x',
    'https://evil.example.com/?https://fcm.googleapis.com/',
    'https://push.apple.com.evil.example.com/x',
    'https://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'not an address',
  ])('to %s is refused, because the server would be sent there', async (endpoint) => {
    const { status, json } = await send(makePerson(server), { endpoint, keys });
    expect([status, Object.keys(json.error.fields)]).toEqual([422, ['endpoint']]);
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-by3p.notify.windows.com/w/?token=x',
  ])('to %s is taken', async (endpoint) => {
    const ana = makePerson(server);
    expect((await send(ana, { endpoint, keys })).status).toBe(201);
    expect(devicesOf(server, ana)).toEqual([endpoint]);
  });

  test.each([
    ['no point of the curve', { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a short secret', { ...keys, auth: 'AAAA' }],
    ['no keys', {}],
  ])('with %s is refused', async (_name, given) => {
    const { endpoint } = service.makeDevice(key);
    expect((await send(makePerson(server), { endpoint, keys: given })).status).toBe(422);
  });

  test('that comes twice is one, and whose browser got another address, too', async () => {
    const ana = makePerson(server);
    const [former, later] = [service.makeDevice(key), service.makeDevice(key)];
    await Promise.all([send(ana, former), send(ana, { ...former, expirationTime: null })]);
    expect(devicesOf(server, ana)).toEqual([former.endpoint]);
    await send(ana, { ...later, replaces: former.endpoint });
    expect(devicesOf(server, ana)).toEqual([later.endpoint]);
  });

  test('is one’s own to see and to end, by its address or from another device', async () => {
    const ana = makePerson(server);
    const bruno = makePerson(server);
    const device = await subscribe(ana);
    const list = async ({ cookie }: Person) => (await call(server, '/api/push/subscriptions', { cookie })).json.devices;
    expect(await list(bruno)).toEqual([]);
    expect(await list(ana)).toMatchObject([{ id: device.id }]);
    expect((await list(ana))[0]).not.toHaveProperty('endpoint');
    const end = ({ cookie }: Person) =>
      call(server, `/api/push/subscriptions/${device.id}`, { method: 'DELETE', cookie });
    expect((await end(bruno)).status).toBe(404);
    expect((await end(ana)).status).toBe(204);
    expect((await end(ana)).status).toBe(404);
    // The browser finds out on its next request.
    expect((await send(ana, { endpoint: device.endpoint }, 'PATCH')).status).toBe(404);
    const again = await subscribe(ana);
    expect((await send(ana, { endpoint: again.endpoint }, 'DELETE')).status).toBe(204);
    expect(await list(ana)).toEqual([]);
  });

  test('of more than ten devices the oldest are forgotten', async () => {
    const ana = makePerson(server);
    const made = [];
    for (let index = 0; index < 12; index++) made.push((await subscribe(ana)).endpoint);
    expect(devicesOf(server, ana)).toEqual(made.slice(2));
  });

  test('begins with what comes then: what came before is no news', async () => {
    const ana = makePerson(server);
    const device = await subscribe(ana);
    await enquire(server, 'Primera');
    await expect.poll(() => titles(device).length).toBe(1);
    await send(ana, { endpoint: device.endpoint }, 'DELETE');
    await enquire(server, 'Mientras Tanto');
    const again = await subscribe(ana);
    await enquire(server, 'Después');
    await expect.poll(() => titles(again)).toEqual(['Nueva consulta: Después, Argentina']);
  });
});

/** Expires sessions without anybody signing out. */
const expireSessions = (db: Database, { id }: Person) =>
  db.prepare("UPDATE sessions SET idle_expires_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?").run(id);

describe('a device is silenced', () => {
  const signIn = (person: Person, cookie?: string) =>
    call(server, '/api/auth/sign-in', { body: { email: person.email, password: PASSWORD }, cookie });
  const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';

  test('by signing out there, and only that one', async () => {
    const ana = makePerson(server);
    const device = await subscribe(ana);
    const other = await subscribe({ cookie: openSession(server, ana.id) });
    await call(server, '/api/auth/sign-out', { body: {}, cookie: ana.cookie });
    expect(devicesOf(server, ana)).toEqual([other.endpoint]);
    await enquire(server, 'Una');
    await expect.poll(() => titles(other).length).toBe(1);
    expect(titles(device)).toEqual([]);
  });

  test('by ending its session from another device', async () => {
    const ana = makePerson(server);
    await subscribe(ana);
    const cookie = openSession(server, ana.id);
    const own = await subscribe({ cookie });
    await call(server, '/api/sessions', { method: 'DELETE', cookie });
    expect(devicesOf(server, ana)).toEqual([own.endpoint]);
  });

  test('when somebody else signs in there, and not when its user does so again', async () => {
    const ana = makePerson(server);
    const bruno = makePerson(server);
    const device = await subscribe(ana);
    withDatabase(server, (db) => expireSessions(db, ana));
    const again = await signIn(ana, ana.cookie);
    expect(again.status).toBe(200);
    expect(devicesOf(server, ana)).toEqual([device.endpoint]);
    await call(server, '/api/auth/sign-out', { body: {}, cookie: cookieOf(again) });
    expect(devicesOf(server, ana)).toEqual([]);

    await subscribe({ cookie: cookieOf(await signIn(ana)) });
    const shared = makePerson(server);
    const theirs = await subscribe(shared);
    withDatabase(server, (db) => expireSessions(db, shared));
    expect((await signIn(bruno, shared.cookie)).status).toBe(200);
    expect([devicesOf(server, shared), devicesOf(server, bruno)]).toEqual([[], []]);
    expect(theirs.id).toBeGreaterThan(0);
  });

  test('not when its session runs out and is cleared away', async () => {
    const ana = makePerson(server);
    const device = await subscribe(ana);
    withDatabase(server, (db) => {
      db.prepare("UPDATE sessions SET idle_expires_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?").run(ana.id);
      db.prepare('DELETE FROM sessions WHERE user_id = ?').run(ana.id);
    });
    await enquire(server, 'Una');
    await expect.poll(() => titles(device).length).toBe(1);
    // Its user signed in again after the browser lost the former session.
    const cookie = openSession(server, ana.id);
    const seen = await call(server, '/api/push/subscriptions', {
      ...{ method: 'PATCH', cookie, body: { endpoint: device.endpoint } },
    });
    expect([seen.status, seen.json]).toEqual([200, { id: device.id }]);
    await call(server, '/api/auth/sign-out', { body: {}, cookie });
    expect(devicesOf(server, ana)).toEqual([]);
  });

  test.each<[string, (ana: Person, admin: Person) => unknown]>([
    [
      'suspended',
      (ana, { cookie }) =>
        call(server, `/api/profiles/${ana.id}`, { method: 'PATCH', body: { status: 'suspended' }, cookie }),
    ],
    ['deleted', ({ id }) => withDatabase(server, (db) => db.prepare('DELETE FROM users WHERE id = ?').run(id))],
  ])('with all others of who is %s, also where the session had run out', async (_name, end) => {
    const ana = makePerson(server);
    await subscribe(ana);
    await subscribe({ cookie: openSession(server, ana.id) });
    withDatabase(server, (db) => {
      expireSessions(db, ana);
      db.prepare('DELETE FROM sessions WHERE user_id = ?').run(ana.id);
    });
    expect(devicesOf(server, ana)).toHaveLength(2);
    await end(ana, makePerson(server, { roles: ['admin'] }));
    expect(devicesOf(server, ana)).toEqual([]);
  });
});

test('the keys stay the same across restarts, and nobody is told the private one', async () => {
  const other = await startServer();
  const person = makePerson(other, { roles: ['admin'] });
  const read = async (running: TestServer) =>
    (await call(running, '/api/push/key', { cookie: person.cookie })).json.key;
  const first = await read(other);
  expect(Buffer.from(first, 'base64url').byteLength).toBe(65);
  expect(first).not.toBe(key);
  await other.stop({ keep: true });
  const again = await startServer({ folder: other.folder });
  try {
    expect(await read(again)).toBe(first);
    const box = withDatabase(again, (db) => db.prepare('SELECT private_box FROM push_keys').pluck().get());
    const secret = unseal(box as Buffer, `${again.databasePath}.clave`, 'push-key');
    expect(again.output()).not.toContain(secret);
  } finally {
    await again.stop();
  }
});
