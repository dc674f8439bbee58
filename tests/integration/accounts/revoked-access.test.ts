import { describe, expect, test } from 'vitest';
import { confirmNow, makePerson, openSession, PASSWORD, type Person } from '../../support/accounts';
import { Authenticator } from '../../support/authenticator';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { waitForMail, waitForToken } from '../../support/mail';
import { addDevice, devicesOf, mailsTo, makeSubscription } from '../../support/notices';
import { provideProvenPerson, provideSharedServer } from '../../support/provide';
import { cookieIn } from '../../support/second-factor';

const NEW_PASSWORD = 'siete barcos rojos';

const server = provideSharedServer();
const admin = provideProvenPerson(server, { roles: ['admin'] });

const post = (path: string, body: unknown, cookie?: string) => call(server, path, { body, cookie });

async function addPasskey(cookie: string, name: string) {
  const device = new Authenticator(server.url);
  const options = await post('/api/account/passkeys/options', {}, cookie);
  const kept = await post('/api/account/passkeys', { ...device.make(options.json), name }, cookie);
  expect(kept.status, kept.text).toBe(201);
  return { device, id: kept.json.passkey.id as string };
}

/**
 * An account somebody else had access to: a second set of everything next to the owner's passkey, from an expired
 * session.
 */
async function makeVictim() {
  const person = makePerson(server);
  const own = await addPasskey(person.cookie, 'La mía');
  const theirs = openSession(server, person.id);
  const other = await addPasskey(theirs, 'La de otro');
  await addDevice(server, { cookie: theirs }, makeSubscription());
  const { url } = (await post('/api/account/calendar', {}, theirs)).json;
  withDatabase(server, (db) =>
    db
      .prepare(
        "UPDATE sessions SET idle_expires_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ? AND token_hash IN (SELECT session_hash FROM push_subscriptions)",
      )
      .run(person.id),
  );
  return { person, own, other, calendar: new URL(url).pathname };
}
type Victim = Awaited<ReturnType<typeof makeVictim>>;

/** What survives: passkeys by name, the number of devices, and whether the calendar is readable. */
async function standing({ person, calendar }: Victim) {
  const passkeys = withDatabase(server, (db) =>
    db.prepare('SELECT name FROM passkeys WHERE user_id = ? ORDER BY created_at').pluck().all(person.id),
  );
  const read = (await call(server, calendar)).status === 200;
  return { passkeys, devices: devicesOf(server, person).length, calendar: read };
}
const NOTHING = { passkeys: [], devices: 0, calendar: false };
const OWN_PASSKEY = { ...NOTHING, passkeys: ['La mía'] };
const ALL = { passkeys: ['La mía', 'La de otro'], devices: 1, calendar: true };

async function enter({ device }: Victim['own']): Promise<[number, string | undefined]> {
  const { json } = await post('/api/auth/passkey/options', {});
  const answer = await post('/api/auth/passkey', device.sign(json));
  return [answer.status, answer.json?.error?.code];
}

const auditOf = ({ id }: Person) =>
  withDatabase(
    server,
    (db) =>
      db
        .prepare('SELECT type, to_value FROM audit_events WHERE ? IN (actor_id, subject_id) ORDER BY id')
        .raw()
        .all(id) as [string, string | null][],
  );
const GONE = [
  ['push_device_removed', expect.any(String)],
  ['calendar_address_dropped', null],
];

async function resetByMail({ email }: Person, ask: () => Promise<unknown>, keep: string[]) {
  await ask();
  const token = await waitForToken(server, email);
  const rule = await post('/api/auth/reset/rule', { token });
  const done = await post('/api/auth/reset', { token, password: NEW_PASSWORD, keep_passkeys: keep });
  expect(done.status, done.text).toBe(204);
  const changed = () => mailsTo(server, { email }).find(({ headers }) => headers.subject === 'Tu contraseña cambió');
  await expect.poll(changed).toBeDefined();
  return { passkeys: rule.json.passkeys, told: changed()?.text ?? '' };
}

describe('a new password', () => {
  test('by mail takes away what somebody else has added, but for the passkeys that are ticked, and says so', async () => {
    const victim = await makeVictim();
    const stranger = await makeVictim();
    const { person, own, other } = victim;
    expect(await standing(victim)).toEqual(ALL);
    const { passkeys, told } = await resetByMail(person, () => post('/api/auth/recover', { email: person.email }), [
      own.id,
      stranger.own.id,
    ]);
    const moment = expect.stringMatching(/Z$/);
    expect(passkeys).toEqual([
      { id: own.id, name: 'La mía', created_at: moment, last_used_at: null },
      { id: other.id, name: 'La de otro', created_at: moment, last_used_at: null },
    ]);
    expect(await standing(victim)).toEqual(OWN_PASSKEY);
    expect(await standing(stranger), 'of nobody else').toEqual(ALL);
    expect(told).toContain('«La de otro»');
    expect(told).toContain('dirección de calendario');
    expect(told).not.toContain('«La mía»');
    const entries = [['password_reset', null], ...GONE, ['passkey_removed', 'La de otro']];
    expect(auditOf(person).slice(-4)).toEqual(entries);
    expect(await enter(own)).toEqual([200, undefined]);
    expect(await enter(other)).toEqual([401, 'passkey_unknown']);
  });

  test('of one’s own does so, too; who has a passkey confirms first, and the new cookie has proved nothing', async () => {
    const victim = await makeVictim();
    const { person, own, other } = victim;
    const { cookie } = person;
    withDatabase(server, (db) =>
      db.prepare("UPDATE sessions SET created_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?").run(person.id),
    );
    const change = (keep_passkeys: string[] | undefined, session: string) =>
      post('/api/auth/password', { current: PASSWORD, password: NEW_PASSWORD, keep_passkeys }, session);
    for (const keep of [undefined, [own.id], [own.id, other.id]])
      expect((await change(keep, cookie)).json.error.code).toBe('step_up');
    expect(await standing(victim)).toEqual(ALL);
    confirmNow(server, person, new Date(Date.now() - 4 * 60_000));
    const kept = await change([own.id], cookie);
    expect(kept.status, kept.text).toBe(204);
    expect(await standing(victim)).toEqual(OWN_PASSKEY);
    withDatabase(server, (db) =>
      db
        .prepare("UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ? AND confirmed_at < ?")
        .run(person.id, new Date(Date.now() - 3 * 60_000).toISOString()),
    );
    const again = { current: NEW_PASSWORD, password: 'nueve trenes lentos', keep_passkeys: [] };
    expect((await post('/api/auth/password', again, cookieIn(kept, 'sid'))).json.error.code).toBe('step_up');
  });

  test('by an administrator does so at once; passkeys rest until the owner has said by the link which ones stay', async () => {
    const victim = await makeVictim();
    const { person, own, other } = victim;
    const { passkeys } = await resetByMail(person, async () => {
      const body = { action: 'resetPassword', userId: person.id };
      expect((await post('/api/manage-users', body, admin.cookie)).status).toBe(200);
      expect(await standing(victim)).toEqual({ ...NOTHING, passkeys: ALL.passkeys });
      for (const passkey of [own, other]) expect(await enter(passkey)).toEqual([401, 'passkey_at_rest']);
    }, [own.id]);
    expect(passkeys).toHaveLength(2);
    expect(await standing(victim)).toEqual(OWN_PASSKEY);
    expect(await enter(own)).toEqual([200, undefined]);
    const types = auditOf(person).map(([type]) => type);
    expect(types.filter((type) => /removed|dropped/.test(type))).toEqual([
      'push_device_removed',
      'calendar_address_dropped',
      'passkey_removed',
    ]);
  });
});

describe('who should be gone', () => {
  test('is gone once an administrator resets the factors, or suspends the person, for good', async () => {
    const acts: Record<string, (person: Person) => Promise<unknown>> = {
      'the factors reset': ({ id }) => post(`/api/team/${id}/reset-second-factor`, {}, admin.cookie),
      suspended: async ({ id }) => {
        for (const status of ['suspended', 'active'])
          await call(server, `/api/profiles/${id}`, {
            method: 'PATCH',
            body: { status },
            cookie: admin.cookie,
          });
      },
    };
    for (const [what, act] of Object.entries(acts)) {
      const victim = await makeVictim();
      await act(victim.person);
      expect(await standing(victim), what).toEqual(NOTHING);
      expect(await enter(victim.other), what).toEqual([401, 'passkey_unknown']);
    }
  });

  test('hears nothing more once the owner ends all other sessions: only this one’s device stays', async () => {
    const victim = await makeVictim();
    const { person } = victim;
    const here = await addDevice(server, person, makeSubscription());
    await call(server, '/api/sessions', { method: 'DELETE', cookie: person.cookie });
    expect(devicesOf(server, person)).toEqual([here.endpoint]);
    // They are no sessions, and the same page removes them one by one.
    expect(await standing(victim)).toEqual(ALL);
  });
});

test('a new device and a calendar address are told by mail and in the audit; a device that is renewed asks nobody', async () => {
  const person = makePerson(server);
  const { cookie } = person;
  const former = await addDevice(server, person, makeSubscription());
  expect((await waitForMail(server, person.email)).headers.subject).toBe('Activaste avisos en un dispositivo');
  await post('/api/account/calendar', {}, cookie);
  expect((await waitForMail(server, person.email, 2)).headers.subject).toBe('Creaste una dirección de calendario');
  withDatabase(server, (db) =>
    db.prepare("UPDATE sessions SET created_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?").run(person.id),
  );
  const subscribe = (body: object) => post('/api/push/subscriptions', body, cookie);
  const theirs = await addDevice(server, admin, makeSubscription());
  for (const replaces of [undefined, 'https://fcm.googleapis.com/fcm/send/x', theirs.endpoint]) {
    const refused = await subscribe({ ...makeSubscription(), ...(replaces && { replaces }) });
    expect(refused.json.error.code, replaces).toBe('step_up');
  }
  const later = makeSubscription();
  expect((await subscribe({ ...later, replaces: former.endpoint })).status).toBe(201);
  expect((await subscribe(later)).status).toBe(201);
  expect(devicesOf(server, person)).toEqual([later.endpoint]);
  expect(auditOf(person)).toEqual([
    ['push_device_added', expect.any(String)],
    ['calendar_address_made', null],
  ]);
});
