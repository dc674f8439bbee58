import { describe, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../../support/accounts';
import { Authenticator } from '../../support/authenticator';
import { runCrm } from '../../support/crm';
import { withDatabase } from '../../support/database';
import { type Answer, call } from '../../support/http';
import { waitForMail, waitForToken } from '../../support/mail';
import { provideServer, provideSharedServer } from '../../support/provide';
import { cookieIn } from '../../support/second-factor';
import { startServer } from '../../support/server';

const server = provideSharedServer();
// It has its own key as well, because the migrations create one.
const asking = provideServer({ env: { SECOND_FACTOR: 'all' }, startsOnNothing: true });

const toldToMake = async ({ cookie }: Pick<Person, 'cookie'>, at = server) =>
  (await call(at, '/api/account/passkeys/options', { body: {}, cookie })).json;
const toldToSign = async (at = server) => (await call(at, '/api/auth/passkey/options', { body: {} })).json;
const keep = ({ cookie }: Pick<Person, 'cookie'>, answer: object, at = server) =>
  call(at, '/api/account/passkeys', { body: { ...answer, name: 'Mi teléfono' }, cookie });
const enter = (answer: object, at = server) => call(at, '/api/auth/passkey', { body: answer });
const remove = ({ cookie }: Person, id: string) =>
  call(server, `/api/account/passkeys/${id}`, { method: 'DELETE', cookie });

const outcome = ({ status, json }: Answer) => [status, json?.error?.code];
const REFUSED = [401, 'passkey_refused'];
const UNKNOWN = [401, 'passkey_unknown'];

async function makeHolder(person = makePerson(server), { counts = true, at = server } = {}) {
  const device = new Authenticator(at.url, { counts });
  const kept = await keep(person, device.make(await toldToMake(person, at)), at);
  expect(kept.status, kept.text).toBe(201);
  return { person, device, id: kept.json.passkey.id as string };
}

/** A confirmed authenticator app. */
function addTotp({ id }: Person): void {
  withDatabase(server, (db) =>
    db
      .prepare("INSERT INTO totp (user_id, secret, set_at, last_step) VALUES (?, x'00', ?, 0)")
      .run(id, new Date().toISOString()),
  );
}

const auditOf = ({ id, email }: Person) =>
  withDatabase(server, (db) =>
    db
      .prepare(
        `SELECT type, to_value FROM audit_events WHERE ? IN (actor_id, subject_id) OR subject_email = ? ORDER BY id`,
      )
      .all(id, email),
  );

describe('a passkey', () => {
  test('is made so that it is found without an email and verifies the person', async () => {
    const { person, device } = await makeHolder();
    const options = await toldToMake(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: device.handle, name: person.email, displayName: person.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.credentialId, transports: ['internal'] }],
    });
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    const asked = await toldToSign();
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(asked.allowCredentials ?? []).toEqual([]);
  });

  test('signs in alone, is listed with its last use, and each step is recorded and told', async () => {
    const { person, device, id } = await makeHolder();
    expect((await waitForMail(server, person.email)).headers.subject).toBe('Agregaste una clave de acceso');
    const entered = await enter(device.sign(await toldToSign()));
    expect([entered.status, entered.json.user]).toMatchObject([200, { id: person.id, email: person.email }]);
    const [cookie] = entered.headers.getSetCookie()[0]?.split(';') ?? [];
    const { passkeys } = (await call(server, '/api/account/passkeys', { cookie })).json;
    expect(passkeys).toEqual([
      {
        id,
        credential_id: device.credentialId,
        name: 'Mi teléfono',
        is_synced: false,
        last_used_at: expect.stringMatching(/Z$/),
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const renamed = await call(server, `/api/account/passkeys/${id}`, {
      method: 'PATCH',
      body: { name: 'El de casa' },
      cookie,
    });
    expect(renamed.json.passkey).toMatchObject({ id, name: 'El de casa' });
    expect((await remove(person, id)).status).toBe(204);
    expect((await waitForMail(server, person.email, 2)).text).toContain('El de casa');
    expect(auditOf(person)).toMatchObject([
      { type: 'passkey_added', to_value: 'Mi teléfono' },
      { type: 'sign_in', to_value: 'passkey' },
      { type: 'passkey_removed', to_value: 'El de casa' },
    ]);
    expect(outcome(await enter(device.sign(await toldToSign())))).toEqual(UNKNOWN);
  });

  test('may be one of several', async () => {
    const { person, device } = await makeHolder();
    const { device: second } = await makeHolder(person);
    expect(second.handle).toBe(device.handle);
    for (const one of [device, second]) {
      const { json } = await enter(one.sign(await toldToSign()));
      expect(json.user.id).toBe(person.id);
    }
  });

  test('of somebody else is not there', async () => {
    const { id } = await makeHolder();
    const other = makePerson(server);
    expect((await remove(other, id)).status).toBe(404);
    expect((await call(server, '/api/account/passkeys', { cookie: other.cookie })).json.passkeys).toEqual([]);
  });

  test('does not sign in, and is not kept, that another site, key or question led to, or a device that verified nobody', async () => {
    const wrong: [string, object][] = [
      ['another site', { origin: 'https://crm.evil.example.com' }],
      ['another port', { origin: 'http://localhost:1' }],
      ['a key for another site', { rpId: 'evil.example.com' }],
      ['a device that has not verified the person', { isVerified: false }],
      ['an answer to another question', { type: 'webauthn.create' }],
    ];
    const { device } = await makeHolder();
    for (const [what, ways] of wrong)
      expect.soft(outcome(await enter(device.sign(await toldToSign(), ways))), what).toEqual(REFUSED);
    expect((await enter(device.sign(await toldToSign()))).status).toBe(200);

    const person = makePerson(server);
    const fresh = new Authenticator(server.url);
    for (const [what, ways] of wrong.slice(0, 4))
      expect.soft(outcome(await keep(person, fresh.make(await toldToMake(person), ways))), what).toEqual(REFUSED);
    expect((await call(server, '/api/account/passkeys', { cookie: person.cookie })).json.passkeys).toEqual([]);
  });

  test('does not sign in with another’s signature or handle', async () => {
    const { device } = await makeHolder();
    const { device: other } = await makeHolder();
    const stolen = { ...other.sign(await toldToSign()), id: device.credentialId, rawId: device.credentialId };
    expect(outcome(await enter(stolen))).toEqual(REFUSED);
    device.handle = other.handle;
    expect(outcome(await enter(device.sign(await toldToSign())))).toEqual(REFUSED);
  });

  test('is worth one answer to each challenge', async () => {
    const { device } = await makeHolder(makePerson(server), { counts: false });
    const answer = device.sign(await toldToSign());
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcome(await enter(answer))).toEqual(REFUSED);
  });

  test('answers only what was asked of that person, for that purpose, and in time', async () => {
    const { person, device } = await makeHolder();
    const other = makePerson(server);
    const fresh = new Authenticator(server.url);
    // A challenge issued to another account.
    expect(outcome(await keep(other, fresh.make(await toldToMake(person))))).toEqual(REFUSED);
    expect(outcome(await enter(device.sign(await toldToMake(person))))).toEqual(REFUSED);
    expect(outcome(await keep(person, fresh.make(await toldToSign())))).toEqual(REFUSED);
    expect(outcome(await enter(device.sign({ challenge: 'x'.repeat(43) })))).toEqual(REFUSED);
    // The server's own with a later expiry, then one from another server.
    const [, ...rest] = Buffer.from((await toldToSign()).challenge, 'base64url')
      .toString()
      .split('.');
    const later = Buffer.from([Date.now() + 3_600_000, ...rest].join('.')).toString('base64url');
    expect(outcome(await enter(device.sign({ challenge: later })))).toEqual(REFUSED);
    expect(outcome(await enter(device.sign(await toldToSign(asking))))).toEqual(REFUSED);
  });

  test('is asked for without a write, however many visit the sign-in page', async () => {
    const state = () =>
      withDatabase(server, (db) => [
        db.prepare("SELECT count(*) FROM rate_limits WHERE key LIKE 'passkey-requests%'").pluck().get(),
        db.prepare('SELECT count(*) FROM spent_challenges').pluck().get(),
      ]);
    const before = state();
    for (let visit = 0; visit < 30; visit++) expect((await toldToSign()).challenge).not.toBe('');
    expect(state()).toEqual(before);
  });

  test('that is the first one made in two tabs knows one and the same person', async () => {
    const person = makePerson(server);
    const [one, two] = [await toldToMake(person), await toldToMake(person)];
    expect(one.user.id).toBe(two.user.id);
    expect((await toldToMake(makePerson(server))).user.id).not.toBe(one.user.id);
  });

  test('is refused where its counter does not grow, as it does not in a copy, and that is recorded', async () => {
    const { person, device } = await makeHolder();
    expect((await enter(device.sign(await toldToSign(), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 3, 0])
      expect(outcome(await enter(device.sign(await toldToSign(), { counter })))).toEqual(REFUSED);
    expect((await enter(device.sign(await toldToSign(), { counter: 8 }))).status).toBe(200);
    expect(auditOf(person)).toContainEqual({ type: 'sign_in_failed', to_value: 'passkey_refused' });
  });

  test('that never counts goes on', async () => {
    const { device } = await makeHolder(makePerson(server), { counts: false });
    for (let times = 0; times < 3; times++) expect((await enter(device.sign(await toldToSign()))).status).toBe(200);
  });

  test('proves again who is at the keyboard: one’s own does, for this session, and no other answer', async () => {
    const { person, device } = await makeHolder();
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    withDatabase(server, (db) =>
      db.prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?').run(hourAgo, person.id),
    );
    const { cookie } = person;
    const readOptions = async () => (await call(server, '/api/auth/confirm/options', { body: {}, cookie })).json;
    const confirm = (passkey: object) => call(server, '/api/auth/confirm', { body: { passkey }, cookie });
    expect((await readOptions()).allowCredentials).toMatchObject([{ id: device.credentialId }]);
    expect((await call(server, '/api/account/passkeys/options', { body: {}, cookie })).status).toBe(403);
    // Another person's passkey, then an assertion made for signing in.
    const { device: other } = await makeHolder();
    expect(outcome(await confirm(other.sign(await readOptions())))).toEqual(UNKNOWN);
    expect(outcome(await confirm(device.sign(await toldToSign())))).toEqual(REFUSED);
    const both = { passkey: device.sign(await readOptions()), password: PASSWORD };
    expect((await call(server, '/api/auth/confirm', { body: both, cookie })).status).toBe(422);
    const confirmed = await confirm(device.sign(await readOptions()));
    expect(confirmed.status).toBe(204);
    const renewed = confirmed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(renewed).not.toBe(cookie);
    expect((await toldToMake({ ...person, cookie: renewed })).rp.id).toBe('localhost');
    // A confirmation is not a sign-in.
    const answer = device.sign(
      await (await call(server, '/api/auth/confirm/options', { body: {}, cookie: renewed })).json,
    );
    expect(outcome(await enter(answer))).toEqual(REFUSED);
  });

  test('does not let in somebody who is suspended or waits', async () => {
    for (const [status, code] of [
      // Suspension deletes passkeys for good.
      ['suspended', 'passkey_unknown'],
      ['pending', 'awaiting_approval'],
    ]) {
      const { person, device } = await makeHolder();
      withDatabase(server, (db) => db.prepare('UPDATE profiles SET status = ? WHERE id = ?').run(status, person.id));
      expect.soft(outcome(await enter(device.sign(await toldToSign())))).toEqual([401, code]);
    }
  });

  test('opens nothing while a password is still to be chosen, because nobody has said whose it is', async () => {
    for (const column of ['must_change_password', 'password_reset']) {
      const { person, device } = await makeHolder();
      withDatabase(server, (db) => db.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).run(person.id));
      const refused = await enter(device.sign(await toldToSign()));
      expect.soft(outcome(refused), column).toEqual([401, 'passkey_at_rest']);
    }
  });

  test('works with whichever process asked, and once in all of them', async () => {
    const { device } = await makeHolder(makePerson(server), { counts: false });
    const second = await startServer({
      env: { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir, SITE_URL: server.url },
    });
    // The second server has another origin; both serve the same site.
    const enterThere = (answer: object) =>
      call(second, '/api/auth/passkey', { body: answer, headers: { origin: server.url } });
    try {
      expect((await enterThere(device.sign(await toldToSign()))).status).toBe(200);
      const answer = device.sign(await toldToSign());
      const both = await Promise.all([enter(answer), enterThere(answer), enter(answer), enterThere(answer)]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    } finally {
      await second.stop();
    }
  });

  test('goes with its owner, and its public key is in no answer', async () => {
    const { person, id } = await makeHolder();
    const { text } = await call(server, '/api/account/passkeys', { cookie: person.cookie });
    expect(text).not.toContain('public_key');
    withDatabase(server, (db) => {
      db.pragma('foreign_keys = ON');
      db.prepare('DELETE FROM users WHERE id = ?').run(person.id);
      expect(db.prepare('SELECT 1 FROM passkeys WHERE id = ?').get(id)).toBeUndefined();
    });
  });

  test('is one of twenty at most', async () => {
    const person = makePerson(server);
    for (let count = 0; count < 20; count++) await makeHolder(person);
    const refused = await call(server, '/api/account/passkeys/options', { body: {}, cookie: person.cookie });
    expect([refused.status, refused.json.error.message]).toEqual([422, expect.stringContaining('20 claves')]);
  });
});

describe('where a second factor is set', () => {
  const signIn = ({ email }: Person, at = server) =>
    call(at, '/api/auth/sign-in', { body: { email, password: PASSWORD } });

  test('a passkey takes the place of the app’s code; without an app and unasked for, the password alone goes on', async () => {
    const { person, device } = await makeHolder();
    expect((await signIn(person)).json.user.id).toBe(person.id);
    addTotp(person);
    const first = await signIn(person);
    expect([first.status, first.json]).toEqual([200, { second_factor: ['totp', 'passkey'] }]);
    expect((await enter(device.sign(await toldToSign()))).json.user.id).toBe(person.id);
  });

  test('and asked of all, a passkey is one: the password alone opens nothing, and no other is to be set up', async () => {
    const { person, device } = await makeHolder(makePerson(asking), { at: asking });
    expect((await signIn(person, asking)).json).toEqual({ second_factor: ['passkey'] });
    const entered = await enter(device.sign(await toldToSign(asking)), asking);
    expect(entered.json.user.id).toBe(person.id);
    expect(entered.json.user).not.toHaveProperty('must_set_second_factor');
  });

  test('and the operator gives another password, it enters alone: the passkeys rest until a new one is chosen', async () => {
    const { person, device, id } = await makeHolder(makePerson(asking), { at: asking });
    const command = ['reset-password', '--email', person.email];
    const { out } = await runCrm(command, { DATABASE_PATH: asking.databasePath, SECOND_FACTOR: 'all' });
    const current = /: (\S+)$/.exec(out.trim())?.[1] ?? '';
    const sign = async () => enter(device.sign(await toldToSign(asking)), asking);
    expect(outcome(await sign())).toEqual([401, 'passkey_at_rest']);
    const entered = await call(asking, '/api/auth/sign-in', {
      body: { email: person.email, password: current },
    });
    expect(entered.json.user?.must_change_password, entered.text).toBe(true);
    const body = { password: 'siete barcos rojos', keep_passkeys: [id] };
    const changed = await call(asking, '/api/auth/password', { body, cookie: cookieIn(entered, 'sid') });
    expect(changed.status, changed.text).toBe(204);
    // Nobody has shown the passkey yet, so the sign-in goes on at that step.
    expect(cookieIn(changed, 'sid')).toBe('sid=');
    expect((await call(asking, '/login', { cookie: cookieIn(changed, 'pending') })).text).toContain(
      'Verificación en dos pasos',
    );
    expect((await sign()).status).toBe(200);
  });

  test('and it is required, a mailbox does not get past it: a reset leaves one, and the sign-in asks for it', async () => {
    const { person, device, id } = await makeHolder(makePerson(asking), { at: asking });
    await makeHolder(person, { at: asking });
    await call(asking, '/api/auth/recover', { body: { email: person.email } });
    const token = await waitForToken(asking, person.email);
    const password = 'siete barcos rojos';
    const reset = (keep_passkeys: string[]) =>
      call(asking, '/api/auth/reset', { body: { token, password, keep_passkeys } });
    for (const keep of [[], ['de-nadie']]) {
      const refused = await reset(keep);
      expect([refused.status, refused.json.error.fields]).toEqual([422, { keep_passkeys: expect.any(String) }]);
    }
    expect((await reset([id])).status).toBe(204);
    const { email } = person;
    const signedIn = await call(asking, '/api/auth/sign-in', { body: { email, password } });
    expect(signedIn.json).toEqual({ second_factor: ['passkey'] });
    const made = await toldToMake({ cookie: cookieIn(signedIn, 'pending') }, asking);
    expect(made.error.code).toBe('unauthenticated');
    expect((await enter(device.sign(await toldToSign(asking)), asking)).status).toBe(200);
  });

  test('and the days without one are over, a passkey is set up as well as an app, and gives another cookie', async () => {
    const person = makePerson(asking);
    withDatabase(asking, (db) => {
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      db.prepare('UPDATE profiles SET second_factor_due = ? WHERE id = ?').run(yesterday, person.id);
    });
    const read = (cookie: string) => call(asking, '/api/leads', { cookie });
    expect((await read(person.cookie)).json.error.code).toBe('second_factor_required');
    const made = new Authenticator(asking.url).make(await toldToMake(person, asking));
    const kept = await keep(person, made, asking);
    expect(kept.status, kept.text).toBe(201);
    expect((await read(person.cookie)).status).toBe(401);
    expect((await read(cookieIn(kept, 'sid'))).status).toBe(200);
  });

  test('an administrator who resets it takes away the passkeys, too', async () => {
    const { person, device } = await makeHolder();
    const { cookie } = makePerson(server, { roles: ['admin'] });
    const members = (await call(server, '/api/team', { cookie })).json.members;
    expect(members.find(({ id }: Person) => id === person.id).second_factor).toBe(true);
    const reset = await call(server, `/api/team/${person.id}/reset-second-factor`, { body: {}, cookie });
    expect(reset.status).toBe(204);
    expect(outcome(await enter(device.sign(await toldToSign())))).toEqual(UNKNOWN);
  });
});

test('every answer lets this site’s pages ask for passkeys, and nobody else’s', async () => {
  const { headers } = await call(server, '/login');
  expect(headers.get('permissions-policy')).toContain(
    'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  );
});
