import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import { startAt } from '../support/clock';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { makeLead } from '../support/panel';
import { sendRaw } from '../support/raw-requests';
import { startServer, type TestServer } from '../support/server';

const TODAY = '2026-10-01T15:00:00Z';

let server: TestServer;
let begun: number;
let other: TestServer;
beforeAll(async () => {
  ({ server } = await startAt(TODAY));
  begun = Date.now();
  other = await startServer({
    env: {
      DATABASE_PATH: server.databasePath,
      SITE_URL: server.url,
      RATE_LIMIT_SCALE: '1',
      TRUSTED_PROXY_HOPS: '1',
    },
  });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

/** As if somebody had just signed in, by this server's clock. */
function renewProof({ id }: Person): void {
  const now = new Date(Date.parse(TODAY) + Date.now() - begun).toISOString();
  withDatabase(server, (db) => db.prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?').run(now, id));
}

/** A new calendar address, as a path. */
async function makeAddress(person: Person): Promise<string> {
  renewProof(person);
  const answer = await call(server, '/api/account/calendar', { method: 'POST', cookie: person.cookie });
  expect(answer.status).toBe(201);
  return new URL(answer.json.url).pathname;
}

/** This person's lead with a next contact. */
async function plan(person: Person, nombre: string, change: Record<string, unknown>): Promise<number> {
  const { id } = await makeLead(server, person, { nombre, email: `lead-${nombre.length}@x.example.com` });
  const { status } = await call(server, `/api/leads/${id}`, {
    method: 'PATCH',
    cookie: person.cookie,
    body: { owner_id: person.id, ...change },
  });
  expect(status).toBe(200);
  return id;
}

async function readEvents(path: string): Promise<ICAL.Event[]> {
  const { status, text } = await call(server, path);
  expect(status).toBe(200);
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
}

/** Opens the panel in a browser of this zone, which is remembered. */
const openPanelIn = async ({ id, cookie }: Person, zone: string) => {
  await call(server, '/panel', { cookie: `${cookie}; zona=${zone}` });
  const kept = () => withDatabase(server, (db) => db.prepare('SELECT zone FROM profiles WHERE id = ?').pluck().get(id));
  await expect.poll(kept).toBe(zone);
};

test('holds the next contacts of its person and of nobody else, with the name and a link', async () => {
  const person = makePerson(server);
  const colleague = makePerson(server);
  const id = await plan(person, 'Marta; Giménez, hija\nde "Ñandú"', { next_contact_on: '2026-10-05' });
  await plan(colleague, 'De otra persona', { next_contact_on: '2026-10-05' });
  await plan(person, 'Sin fecha', {});
  const gone = await plan(person, 'Borrado', { next_contact_on: '2026-10-05' });
  await call(server, `/api/leads/${gone}`, { method: 'DELETE', cookie: person.cookie });
  const hour = { next_contact_on: '2026-10-02', next_contact_at: '09:00' };
  const old = await plan(person, 'De hace tiempo', hour);
  withDatabase(server, (db) => db.prepare("UPDATE leads SET next_contact_on = '2026-09-30' WHERE id = ?").run(old));

  const path = await makeAddress(person);
  const answer = await call(server, path);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  const events = await readEvents(path);
  expect(events.map(({ summary }) => summary)).toEqual([
    'Contactar a De hace tiempo',
    expect.stringMatching(/^Contactar a Marta; Giménez, hija de "Ñandú"$/),
  ]);
  const [late, marta] = events;
  expect(late?.component.getAllSubcomponents('valarm'), 'of a day that is over nothing rings').toEqual([]);
  expect(marta?.startDate.toString()).toBe('2026-10-05');
  expect(marta?.component.getFirstPropertyValue('url')).toBe(`${server.url}/panel?lead=${id}`);
  // A calendar address reveals no email or telephone.
  expect(answer.text).not.toContain('x.example.com');
});

test('an hour is that moment in its person’s zone, whatever the clocks there do', async () => {
  for (const [zone, day, moment] of [
    // Wall-clock time stays the same across the DST change.
    ['Europe/Madrid', '2026-10-24', '2026-10-24T08:30:00.000Z'],
    ['Europe/Madrid', '2026-10-26', '2026-10-26T09:30:00.000Z'],
    ['America/Santiago', '2027-04-02', '2027-04-02T13:30:00.000Z'],
    ['America/Santiago', '2027-04-05', '2027-04-05T14:30:00.000Z'],
    ['America/Argentina/Buenos_Aires', '2026-10-26', '2026-10-26T13:30:00.000Z'],
  ] as const) {
    const person = makePerson(server);
    await openPanelIn(person, zone);
    await plan(person, 'Con hora', { next_contact_on: day, next_contact_at: '10:30' });
    await plan(person, 'Sin hora', { next_contact_on: day });
    const [allDay, timed] = (await readEvents(await makeAddress(person))).sort((one, two) =>
      two.summary.localeCompare(one.summary),
    );
    const what = `${zone}, ${day}`;
    expect.soft(timed?.startDate.toJSDate().toISOString(), what).toBe(moment);
    expect.soft([allDay?.startDate.isDate, allDay?.startDate.toString()], what).toEqual([true, day]);
    const [alarm, ...more] = timed?.component.getAllSubcomponents('valarm') ?? [];
    const properties = ['action', 'description', 'trigger'].map((name) =>
      alarm?.getFirstPropertyValue(name)?.toString(),
    );
    expect.soft([properties, more], what).toEqual([['DISPLAY', 'Contactar a Con hora', 'PT0S'], []]);
    expect.soft(allDay?.component.getAllSubcomponents('valarm'), what).toEqual([]);
  }
});

test('the same contacts are not sent twice, and changed ones are', async () => {
  const person = makePerson(server);
  const id = await plan(person, 'Marta', { next_contact_on: '2026-10-05' });
  const path = await makeAddress(person);
  const etag = (await call(server, path)).headers.get('etag') ?? '';
  // As issued, as rewritten by a compressing proxy, and in a list with an old one.
  for (const known of [etag, etag.replace(/^W\//, ''), `"viejo", ${etag}`])
    expect((await call(server, path, { headers: { 'if-none-match': known } })).status, known).toBe(304);
  const versions = [];
  for (const change of [
    {},
    { next_contact_on: '2026-10-06' },
    { next_contact_at: '10:00' },
    { next_contact_on: '2026-10-05' },
  ]) {
    await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: person.cookie, body: change });
    const [event] = await readEvents(path);
    versions.push({
      sequence: event?.sequence ?? -1,
      modified: String(event?.component.getFirstPropertyValue('last-modified')),
    });
  }
  expect((await call(server, path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  // A program keeps what it has unless these rise.
  const sequences = versions.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((one, two) => one - two));
  const moments = versions.map(({ modified }) => modified);
  expect(moments).toEqual([...moments].sort());
  for (const moment of moments) expect(moment).toMatch(/^2026-10-01T/);
});

test('a new address makes the former one useless in every process, and giving it up that one', async () => {
  const person = makePerson(server);
  const former = await makeAddress(person);
  const path = await makeAddress(person);
  expect((await call(other, former)).status).toBe(404);
  expect((await call(other, path)).status).toBe(200);
  const { json } = await call(server, '/api/account/calendar', { cookie: person.cookie });
  expect(json).toEqual({ since: expect.stringMatching(/^2026-10-01T/), rests_since: null });
  for (const status of [204, 204]) {
    const answer = await call(server, '/api/account/calendar', { method: 'DELETE', cookie: person.cookie });
    expect(answer.status).toBe(status);
  }
  expect((await call(other, path)).status).toBe(404);
});

test('of the address only the hash is kept, and no log tells it', async () => {
  const person = makePerson(server);
  const path = await makeAddress(person);
  const secret = path.slice('/calendario/'.length, -'.ics'.length);
  const written = [
    path,
    path.replace('calendario', 'c%61lendario'),
    path.replace('calendario/', 'calendario%2F'),
    path.replace('calendario/', 'CALENDARIO//'),
    `/${path}`,
    `${server.url}${path}`,
    path.replace('calendario', '%2563alendario'),
  ];
  for (const target of written)
    await sendRaw(server, `GET ${target} HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n`);
  const kept = withDatabase(server, (db) =>
    db.prepare('SELECT secret_hash FROM calendar_feeds WHERE user_id = ?').pluck().get(person.id),
  );
  expect(kept).toEqual(createHash('sha256').update(secret).digest());
  await server.printed(/"path":"\/calendario\/…","status":200[\s\S]*"path":"\/%63alendario\/….ics","status":400/);
  expect(server.output()).not.toContain(secret);
});

test('an address survives nothing that ends its owner, or takes something from them, and does not come back', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const send = (method: string, path: string, body: unknown, { cookie } = admin) => {
    renewProof(admin);
    return call(server, path, { method, cookie, body });
  };
  const set = (id: string, status: string) => send('PATCH', `/api/profiles/${id}`, { status });
  const manage = (action: string, userId: string) => send('POST', '/api/manage-users', { action, userId });
  const acts: Record<string, (person: Person) => Promise<{ status: number }>> = {
    suspended: ({ id }) => set(id, 'suspended'),
    'turned down': ({ id }) => set(id, 'disabled'),
    'no administrator any more': ({ id }) => send('PATCH', `/api/team/${id}`, { role: 'staff' }),
    'the password reset by an administrator': ({ id }) => manage('resetPassword', id),
    'the password changed': (person) =>
      send('POST', '/api/auth/password', { current: PASSWORD, password: 'siete barcos rojos' }, person),
    'the second factor reset': ({ id }) => send('POST', `/api/team/${id}/reset-second-factor`, {}),
    removed: async ({ id }) => {
      await set(id, 'disabled');
      return manage('deleteUser', id);
    },
  };
  for (const [what, act] of Object.entries(acts)) {
    const person = makePerson(server, { roles: ['admin'] });
    const path = await makeAddress(person);
    expect((await call(other, path)).status, what).toBe(200);
    const done = await act(person);
    expect(done.status, what).toBeLessThan(300);
    expect((await call(other, path)).status, what).toBe(404);
    if (what !== 'removed') await set(person.id, 'active');
    expect((await call(server, path)).status, `${what}, and active again`).toBe(404);
  }
});

test('whoever guesses uses up nothing but what is theirs', async () => {
  const path = await makeAddress(makePerson(server));
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  for (const [secret, init, expected] of [
    [`/calendario/${'x'.repeat(43)}.ics`, {}, 404],
    // An unsubscribe address does not reveal whether it was valid.
    [`/api/unsubscribe?topic=leads&token=${'0'.repeat(40)}`, { method: 'POST', body: {} }, 303],
  ] as const) {
    const statuses: number[] = [];
    for (let tries = 0; tries < 32; tries++)
      statuses.push((await call(other, secret, { ...init, headers: { ...headers, origin: server.url } })).status);
    expect(statuses).toEqual([...Array(30).fill(expected), 429, 429]);
  }
  expect((await call(other, path, { headers })).status).toBe(200);
});
