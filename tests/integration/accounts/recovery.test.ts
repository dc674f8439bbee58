import { describe, expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD } from '../../support/accounts';
import { makeCompany } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { countOrders, tokenIn, waitForMail } from '../../support/mail';
import { provideSharedServer } from '../../support/provide';

const NEW_PASSWORD = 'siete barcos rojos';

const server = provideSharedServer();

const post = (path: string, body: unknown, cookie?: string) => call(server, `/api/auth/${path}`, { body, cookie });
const opens = async (cookie: string) => (await call(server, '/api/sessions', { cookie })).status === 200;

async function requestToken(email: string, count = 1): Promise<string> {
  expect((await post('recover', { email })).status).toBe(202);
  return tokenIn(await waitForMail(server, email, count));
}

describe('recovering an account', () => {
  test('sets the new password, ends every session and says so by mail', async () => {
    const person = makePerson(server);
    const elsewhere = openSession(server, person.id);
    const token = await requestToken(person.email);
    const done = await post('reset', { token, password: NEW_PASSWORD });
    expect(done.status).toBe(204);
    expect(done.headers.getSetCookie()).toEqual([]);
    expect(await opens(person.cookie)).toBe(false);
    expect(await opens(elsewhere)).toBe(false);
    expect((await post('sign-in', { email: person.email, password: PASSWORD })).status).toBe(401);
    expect((await post('sign-in', { email: person.email, password: NEW_PASSWORD })).status).toBe(200);
    expect((await waitForMail(server, person.email, 2)).headers.subject).toBe('Tu contraseña cambió');
  });

  test('sends nothing to an account that may not enter', async () => {
    const suspended = makePerson(server, { status: 'suspended' });
    const before = await countOrders(server);
    expect((await post('recover', { email: suspended.email })).status).toBe(202);
    await expect.poll(() => countOrders(server)).toBeGreaterThan(before);
    const orders = withDatabase(server, (db) =>
      db.prepare("SELECT count(*) FROM deliveries WHERE payload ->> '$.email' = ?").pluck().get(suspended.email),
    );
    expect(orders).toBe(0);
  });

  test('ASVS 6.5.1: uses the link up once, also for twenty at once, and voids the others', async () => {
    const person = makePerson(server);
    const first = await requestToken(person.email);
    const second = await requestToken(person.email, 2);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('reset', { token: second, password: NEW_PASSWORD })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await post('reset', { token: first, password: 'otra frase más' })).json.error.code).toBe('token_invalid');
  });

  test('leaves the link unused where the password is refused', async () => {
    const person = makePerson(server);
    const token = await requestToken(person.email);
    expect((await post('reset', { token, password: '123456' })).status).toBe(422);
    expect((await post('reset', { token, password: PASSWORD })).json.error.fields.password).toMatch(/distinta/);
    expect((await post('reset', { token, password: NEW_PASSWORD })).status).toBe(204);
  });

  test('is over after 30 minutes', async () => {
    const person = makePerson(server);
    const token = await requestToken(person.email);
    const minutes = withDatabase(server, (db) => {
      const row = db.prepare('SELECT * FROM one_time_tokens WHERE user_id = ?').get(person.id) as {
        created_at: string;
        expires_at: string;
      };
      db.prepare('UPDATE one_time_tokens SET expires_at = ? WHERE user_id = ?').run(
        new Date(Date.now() - 1).toISOString(),
        person.id,
      );
      return (Date.parse(row.expires_at) - Date.parse(row.created_at)) / 60_000;
    });
    expect(minutes).toBe(30);
    expect((await post('reset', { token, password: NEW_PASSWORD })).status).toBe(422);
  });

  test('tells beforehand how long the password has to be, without using the link up', async () => {
    const rule = async (email: string) => {
      const token = await requestToken(email);
      const answer = await post('reset/rule', { token });
      expect((await post('reset', { token, password: NEW_PASSWORD })).status).toBe(204);
      expect((await post('reset/rule', { token })).json.error.code).toBe('token_invalid');
      return answer.json;
    };
    expect(await rule(makePerson(server).email)).toEqual({ min_length: 6, passkeys: [] });
    expect(await rule(makePerson(server, { roles: ['admin'] }).email)).toMatchObject({ min_length: 8 });
    const companyId = makeCompany(server);
    const coordinator = makePerson(server, { roles: ['coordinator'], companyId });
    expect(await rule(coordinator.email)).toMatchObject({ min_length: 8 });
  });
});

describe('the old password', () => {
  /** Signs in repeatedly until `change` is done, so that some attempts are in flight at that moment. */
  async function signInMeanwhile(email: string, change: () => Promise<unknown>): Promise<void> {
    let isMade = false;
    const changed = change().finally(() => {
      isMade = true;
    });
    const signIns = async () => {
      while (!isMade) await post('sign-in', { email, password: PASSWORD });
    };
    await Promise.all([changed, ...Array.from({ length: 3 }, signIns)]);
  }
  const countSessions = (userId: string) =>
    withDatabase(server, (db) => db.prepare('SELECT count(*) FROM sessions WHERE user_id = ?').pluck().get(userId));

  /** A sign-in's status regardless of the limits spent by earlier attempts. */
  const trySignIn = async (email: string, password: string) => {
    withDatabase(server, (db) => db.prepare('DELETE FROM rate_limits').run());
    return (await post('sign-in', { email, password })).status;
  };

  test('leaves no session behind its change, and no hash that was made anew meanwhile', async () => {
    for (let round = 0; round < 3; round++) {
      const person = makePerson(server);
      await signInMeanwhile(person.email, async () => {
        const body = { current: PASSWORD, password: NEW_PASSWORD };
        // If a sign-in rehashed the password meanwhile, the change is refused with 422; try again.
        while ((await post('password', body, person.cookie)).status === 422);
      });
      expect(countSessions(person.id)).toBe(1);
      expect(await trySignIn(person.email, NEW_PASSWORD)).toBe(200);
      expect(await trySignIn(person.email, PASSWORD)).toBe(401);
    }
  });

  test('leaves none behind a reset, by its owner or by an administrator', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    for (let round = 0; round < 2; round++) {
      const person = makePerson(server);
      const token = await requestToken(person.email);
      await signInMeanwhile(person.email, () => post('reset', { token, password: NEW_PASSWORD }));
      expect(countSessions(person.id)).toBe(0);
      expect(await trySignIn(person.email, NEW_PASSWORD)).toBe(200);

      const other = makePerson(server);
      await signInMeanwhile(other.email, () =>
        call(server, '/api/manage-users', {
          body: { action: 'resetPassword', userId: other.id },
          cookie: admin.cookie,
        }),
      );
      expect(countSessions(other.id)).toBe(0);
      expect(await trySignIn(other.email, PASSWORD)).toBe(401);
    }
  });

  test('lets several sign in at once while its hash is made anew', async () => {
    const person = makePerson(server);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post('sign-in', { email: person.email, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('changing the password', () => {
  test('asks for the current one, ends the other sessions and goes on in a new one', async () => {
    const person = makePerson(server);
    const elsewhere = openSession(server, person.id);
    const wrong = await post('password', { current: 'no es esta', password: NEW_PASSWORD }, person.cookie);
    expect(wrong.status).toBe(422);
    expect(wrong.json.error.fields.current).toBeDefined();
    const missing = await post('password', { password: NEW_PASSWORD }, person.cookie);
    expect(missing.status).toBe(422);
    const done = await post('password', { current: PASSWORD, password: NEW_PASSWORD }, person.cookie);
    expect(done.status).toBe(204);
    const [cookie = ''] = done.headers.getSetCookie();
    expect(cookie.split(';')[0]).not.toBe(person.cookie);
    expect(await opens(cookie.split(';')[0] ?? '')).toBe(true);
    expect(await opens(person.cookie)).toBe(false);
    expect(await opens(elsewhere)).toBe(false);
  });

  test('wants eight characters of administrators, six of staff', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    const short = await post('password', { current: PASSWORD, password: 'k7.p2q' }, admin.cookie);
    expect(short.json.error.fields.password).toMatch(/al menos 8/);
    const staff = makePerson(server);
    expect((await post('password', { current: PASSWORD, password: 'k7.p2q' }, staff.cookie)).status).toBe(204);
  });
});

describe('ASVS 6.4.1: an initial password', () => {
  test('opens nothing but its own change, which needs no current one and cannot keep it', async () => {
    const person = makePerson(server, { mustChangePassword: true });
    for (const path of ['/api/leads', '/api/leads/counters', '/api/sessions']) {
      const answer = await call(server, path, { cookie: person.cookie });
      expect(answer.status).toBe(403);
      expect(answer.json.error.code).toBe('must_change_password');
    }
    for (const path of ['/panel', '/cuenta', '/login']) {
      const page = await call(server, path, { cookie: person.cookie });
      expect([page.status, page.headers.get('location')]).toEqual([302, '/cuenta/cambiar-contrasena']);
    }
    const kept = await post('password', { password: PASSWORD }, person.cookie);
    expect(kept.json.error.fields.password).toMatch(/distinta/);
    const done = await post('password', { password: NEW_PASSWORD }, person.cookie);
    expect(done.status).toBe(204);
    const [cookie = ''] = done.headers.getSetCookie();
    expect((await call(server, '/api/leads', { cookie: cookie.split(';')[0] })).status).toBe(200);
  });

  test('expires', async () => {
    const person = makePerson(server, { mustChangePassword: true });
    withDatabase(server, (db) =>
      db
        .prepare('UPDATE users SET password_expires_at = ? WHERE id = ?')
        .run(new Date(Date.now() - 1).toISOString(), person.id),
    );
    const answer = await post('sign-in', { email: person.email, password: PASSWORD });
    expect([answer.status, answer.json.error.code]).toEqual([401, 'initial_password_expired']);
  });
});
