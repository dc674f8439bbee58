import { describe, expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD } from '../../support/accounts';
import { makeCompany } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { openStream } from '../../support/live';
import { provideSharedServer } from '../../support/provide';

const HOUR_MS = 3_600_000;

const server = provideSharedServer();

const opens = async (cookie: string) => (await call(server, '/api/sessions', { cookie })).status === 200;
const setInSession = (userId: string, column: string, at: number) =>
  withDatabase(server, (db) =>
    db.prepare(`UPDATE sessions SET ${column} = ? WHERE user_id = ?`).run(new Date(at).toISOString(), userId),
  );
const readSession = (userId: string) =>
  withDatabase(server, (db) => db.prepare('SELECT * FROM sessions WHERE user_id = ?').get(userId)) as {
    created_at: string;
    idle_expires_at: string;
    expires_at: string;
  };

async function signIn(email: string, headers: Record<string, string> = {}) {
  const answer = await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD }, headers });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('a session', () => {
  test('lasts twelve hours idle and fourteen days at most', async () => {
    const person = makePerson(server);
    withDatabase(server, (db) => db.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id));
    await signIn(person.email);
    const session = readSession(person.id);
    const created = Date.parse(session.created_at);
    expect(Date.parse(session.idle_expires_at) - created).toBe(12 * HOUR_MS);
    expect(Date.parse(session.expires_at) - created).toBe(14 * 24 * HOUR_MS);
  });

  test('ASVS 7.3: is over when it was not used for too long, and when its longest time is over', async () => {
    for (const column of ['idle_expires_at', 'expires_at']) {
      const person = makePerson(server);
      expect(await opens(person.cookie), column).toBe(true);
      setInSession(person.id, column, Date.now() - 1);
      expect(await opens(person.cookie), column).toBe(false);
      const another = openSession(server, person.id);
      const { sessions } = (await call(server, '/api/sessions', { cookie: another })).json;
      expect(sessions, column).toMatchObject([{ current: true }]);
    }
  });

  test('is renewed while used, but never past its absolute end', async () => {
    const person = makePerson(server);
    const end = Date.now() + HOUR_MS;
    setInSession(person.id, 'expires_at', end);
    setInSession(person.id, 'last_used_at', Date.now() - HOUR_MS);
    const before = readSession(person.id).idle_expires_at;
    // What an open panel asks by itself is no use.
    expect((await call(server, '/api/leads/panel', { cookie: person.cookie })).status).toBe(200);
    expect(readSession(person.id).idle_expires_at).toBe(before);
    expect(await opens(person.cookie)).toBe(true);
    expect(Date.parse(readSession(person.id).idle_expires_at)).toBe(end);
  });

  test('ASVS 7.2.4: that was planted is never taken over by signing in', async () => {
    const person = makePerson(server);
    const planted = `sid=${'A'.repeat(43)}`;
    const cookie = await signIn(person.email, { cookie: planted });
    expect(cookie).not.toBe(planted);
    expect(await opens(planted)).toBe(false);
  });

  test('ASVS 7.2.4: ends when its owner signs in anew in the same browser', async () => {
    const person = makePerson(server);
    const cookie = await signIn(person.email, { cookie: person.cookie });
    expect(await opens(person.cookie)).toBe(false);
    expect(await opens(cookie)).toBe(true);
  });

  test('opens nothing while its owner’s agency is inactive', async () => {
    const companyId = makeCompany(server);
    const person = makePerson(server, { roles: ['coordinator'], companyId });
    expect(await opens(person.cookie)).toBe(true);
    withDatabase(server, (db) => db.prepare("UPDATE companies SET status = 'inactive' WHERE id = ?").run(companyId));
    expect(await opens(person.cookie)).toBe(false);
    const refused = await call(server, '/api/auth/sign-in', {
      body: { email: person.email, password: PASSWORD },
    });
    expect(refused.status).toBe(401);
  });
});

describe('one’s own sessions', () => {
  test('are listed with the asking one first, without anything that opens them', async () => {
    const person = makePerson(server);
    await signIn(person.email, { 'user-agent': 'Firefox/140 (Windows)' });
    const { status, json, text } = await call(server, '/api/sessions', { cookie: person.cookie });
    expect(status).toBe(200);
    expect(json.sessions).toHaveLength(2);
    expect(json.sessions[0].current).toBe(true);
    expect(json.sessions[1]).toMatchObject({ current: false, user_agent: 'Firefox/140 (Windows)' });
    expect(text).not.toContain(person.cookie.slice(4));
    expect(Object.keys(json.sessions[0]).sort()).toEqual([
      'created_at',
      'current',
      'id',
      'last_used_at',
      'network',
      'user_agent',
    ]);
  });

  test('can be ended one by one; somebody else’s is not there', async () => {
    const person = makePerson(server);
    const other = makePerson(server);
    const elsewhere = openSession(server, person.id);
    const list = async (cookie: string) => (await call(server, '/api/sessions', { cookie })).json.sessions;
    const [, second] = await list(person.cookie);
    const end = (id: string, cookie: string) => call(server, `/api/sessions/${id}`, { method: 'DELETE', cookie });
    expect((await end(second.id, other.cookie)).status).toBe(404);
    expect((await end(second.id, person.cookie)).status).toBe(204);
    expect((await end(second.id, person.cookie)).status).toBe(404);
    expect(await opens(elsewhere)).toBe(false);
    expect(await opens(person.cookie)).toBe(true);
  });

  test('can be ended all at once but the asking one', async () => {
    const person = makePerson(server);
    const others = [openSession(server, person.id), openSession(server, person.id)];
    const stranger = makePerson(server);
    const done = await call(server, '/api/sessions', { method: 'DELETE', cookie: person.cookie });
    expect(done.status).toBe(204);
    for (const cookie of others) expect(await opens(cookie)).toBe(false);
    expect(await opens(person.cookie)).toBe(true);
    expect(await opens(stranger.cookie)).toBe(true);
  });
});

describe('one’s own name', () => {
  test('can be changed, on one line, and nothing else with it', async () => {
    const person = makePerson(server);
    const change = (body: unknown) => call(server, '/api/account', { method: 'PATCH', body, cookie: person.cookie });
    const done = await change({ name: ' Ana\r\nBcc: todos ' });
    expect(done.json.user).toMatchObject({ id: person.id, name: 'Ana Bcc: todos' });
    expect((await change({ name: '' })).status).toBe(422);
    expect((await change({ name: 'Ana', email: 'otra@x.example.com' })).status).toBe(422);
    const session = await call(server, '/api/auth/session', { cookie: person.cookie });
    expect(session.json.user.name).toBe('Ana Bcc: todos');
  });
});

describe('an open panel', () => {
  test('hears nothing more once its session has ended', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    const person = makePerson(server);
    const stream = await openStream(server, person.cookie);
    expect(stream.status).toBe(200);
    const create = (nombre: string) =>
      call(server, '/api/leads', { body: { nombre, email: 'x@x.example.com' }, cookie: admin.cookie });
    const before = await create('Antes');
    await stream.hears(before.json.lead.as_of);
    await call(server, `/api/profiles/${person.id}`, {
      method: 'PATCH',
      body: { status: 'suspended' },
      cookie: admin.cookie,
    });
    const after = await create('Después');
    expect(await stream.ended).toBe('ended');
    expect(stream.messages.filter(({ id }) => Number(id) >= after.json.lead.as_of)).toEqual([]);
  });
});
