import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { limitKey } from '~/server/rate-limit/rate-limit';
import { makePerson, PASSWORD } from '../../support/accounts';
import { startWithClock } from '../../support/clock';
import { runCrm } from '../../support/crm';
import { withDatabase } from '../../support/database';
import { call, submitEnquiry, validEnquiry } from '../../support/http';
import { openStream } from '../../support/live';
import { waitForMail, waitForToken } from '../../support/mail';
import { provideSharedServer } from '../../support/provide';
import { codeOf, cookieIn, setUpTotp, takeFirstStep, takeSecondStep } from '../../support/second-factor';
import { startServer } from '../../support/server';

const server = provideSharedServer();

const statusOf = async (cookie: string) => (await call(server, '/api/sessions', { cookie })).status;
const valuesIn = (table: string) =>
  withDatabase(server, (db) =>
    JSON.stringify(
      db
        .prepare(`SELECT * FROM ${table}`)
        .raw()
        .all()
        .map((row) => (row as unknown[]).map(String)),
    ),
  );

describe('setting it up', () => {
  test('takes the password and a first code, rotates the cookie, tells by mail; nothing readable is stored', async () => {
    const person = makePerson(server);
    const wrong = await call(server, '/api/account/totp', {
      cookie: person.cookie,
      body: { password: 'otra cosa' },
    });
    expect([wrong.status, wrong.json.error.fields]).toEqual([422, { password: expect.any(String) }]);
    const begun = await call(server, '/api/account/totp', {
      cookie: person.cookie,
      body: { password: PASSWORD },
    });
    expect(begun.json).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringContaining(`secret=${begun.json.secret}`),
    });
    // The factor does not count before its first code.
    const { email } = person;
    const signedIn = await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } });
    expect(signedIn.json).toHaveProperty('user');
    const confirm = (code: string, cookie = person.cookie) =>
      call(server, '/api/account/totp/confirm', { cookie, body: { code } });
    const refused = await confirm('000000');
    expect([refused.status, refused.json.error.fields]).toEqual([422, { code: expect.any(String) }]);
    const code = codeOf(begun.json.secret);
    const done = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`);
    const { recovery_codes } = done.json;
    expect(recovery_codes).toHaveLength(10);
    for (const [place, text] of recovery_codes.entries())
      expect(text).toMatch(new RegExp(`^${place}-[A-Z2-7]{5}-[A-Z2-7]{5}$`));
    expect(await statusOf(person.cookie)).toBe(401);
    expect(await statusOf(cookieIn(done, 'sid'))).toBe(200);
    expect((await waitForMail(server, email)).headers.subject).toBe('Activaste la verificación en dos pasos');
    expect(valuesIn('totp')).not.toContain(begun.json.secret);
    expect(valuesIn('recovery_codes')).not.toContain(recovery_codes[0].replaceAll('-', ''));
    expect(valuesIn('recovery_codes')).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    // A repeated press has nothing left to confirm.
    expect((await confirm(code, cookieIn(done, 'sid'))).status).toBe(422);
  });

  test('a stored secret that is put into another person’s row opens there no more', async () => {
    const [ana, eva] = [makePerson(server), makePerson(server)];
    const { secret } = await setUpTotp(server, ana);
    await setUpTotp(server, eva);
    withDatabase(server, (db) =>
      db
        .prepare(
          'UPDATE totp SET secret = (SELECT secret FROM totp WHERE user_id = ?), last_step = 0 WHERE user_id = ?',
        )
        .run(ana.id, eva.id),
    );
    const answer = await takeSecondStep(server, await takeFirstStep(server, eva), { code: codeOf(secret) });
    expect([answer.status, answer.json.error.message]).toEqual([401, expect.stringContaining('no puede leer')]);
  });

  test('another app replaces the first once its code was typed, and removing it needs the password', async () => {
    const person = makePerson(server);
    const first = await setUpTotp(server, person);
    const { cookie } = first;
    await call(server, '/api/account/totp', { cookie, body: { password: PASSWORD } });
    const still = await takeSecondStep(server, await takeFirstStep(server, person), {
      code: codeOf(first.secret),
    });
    expect(still.status).toBe(200);
    const second = await setUpTotp(server, { cookie });
    const pending = await takeFirstStep(server, person);
    expect((await takeSecondStep(server, pending, { recovery_code: first.codes[0] })).status).toBe(401);
    expect((await takeSecondStep(server, pending, { code: codeOf(second.secret) })).status).toBe(200);
    const remove = (password: string) =>
      call(server, '/api/account/totp', { method: 'DELETE', cookie: second.cookie, body: { password } });
    expect((await remove('otra cosa')).status).toBe(422);
    expect((await remove(PASSWORD)).status).toBe(204);
    const { email } = person;
    const again = await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } });
    expect(again.json).toHaveProperty('user');
  });

  test('new recovery codes make those before useless', async () => {
    const person = makePerson(server);
    const { codes, cookie } = await setUpTotp(server, person);
    const renewed = await call(server, '/api/account/totp/recovery-codes', {
      cookie,
      body: { password: PASSWORD },
    });
    const pending = await takeFirstStep(server, person);
    expect((await takeSecondStep(server, pending, { recovery_code: codes[3] })).status).toBe(401);
    const typed = renewed.json.recovery_codes[3].toLowerCase().replaceAll('-', ' ');
    expect((await takeSecondStep(server, pending, { recovery_code: typed })).status).toBe(200);
  });
});

describe('the second step', () => {
  test('comes before any session: its cookie opens nothing else', async () => {
    const person = makePerson(server);
    const { secret } = await setUpTotp(server, person);
    const { email } = person;
    const first = await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } });
    expect([first.status, first.json]).toEqual([200, { second_factor: ['totp', 'recovery'] }]);
    expect(cookieIn(first, 'sid').replace('sid=', '')).toBe('');
    const [set = ''] = first.headers.getSetCookie().filter((cookie) => cookie.startsWith('pending='));
    expect(set).toMatch(/^pending=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
    const pending = cookieIn(first, 'pending');
    expect(await statusOf(pending)).toBe(401);
    expect(await statusOf(pending.replace('pending', 'sid'))).toBe(401);
    const done = await takeSecondStep(server, pending, { code: codeOf(secret) });
    expect(done.json.user).toMatchObject({ id: person.id, must_change_password: false });
    expect(await statusOf(cookieIn(done, 'sid'))).toBe(200);
  });

  test('ASVS 6.5.1: a code counts once, also when two processes get it twenty times at once', async () => {
    const other = await startServer({
      env: { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir },
    });
    try {
      const person = makePerson(server);
      const { secret } = await setUpTotp(server, person);
      const pendings: string[] = [];
      for (let each = 0; each < 20; each++) pendings.push(await takeFirstStep(server, person));
      const code = codeOf(secret);
      const answers = await Promise.all(
        pendings.map((pending, index) => takeSecondStep(index % 2 ? server : other, pending, { code })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const late = await takeSecondStep(server, await takeFirstStep(server, person), { code });
      expect(late.status).not.toBe(200);
    } finally {
      await other.stop();
    }
  });

  test('a recovery code counts once, also twice at once, and its use is told by mail', async () => {
    const person = makePerson(server);
    const { codes } = await setUpTotp(server, person);
    const pendings = [await takeFirstStep(server, person), await takeFirstStep(server, person)];
    const answers = await Promise.all(
      pendings.map((pending) => takeSecondStep(server, pending, { recovery_code: codes[7] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await waitForMail(server, person.email, 2)).headers.subject).toBe('Se usó un código de recuperación');
  });

  test('one first step is worth one second step', async () => {
    const person = makePerson(server);
    const { secret, codes } = await setUpTotp(server, person);
    const pending = await takeFirstStep(server, person);
    const answers = await Promise.all([
      takeSecondStep(server, pending, { code: codeOf(secret) }),
      takeSecondStep(server, pending, { recovery_code: codes[0] }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('five tries, then the password again; whoever it is that knows it is told of by mail', async () => {
    const person = makePerson(server);
    const { secret } = await setUpTotp(server, person);
    const pending = await takeFirstStep(server, person);
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 5; guess++)
      codes.push((await takeSecondStep(server, pending, { code: '000000' })).json.error.code);
    expect(codes).toEqual([...Array(4).fill('invalid_code'), 'sign_in_expired']);
    const right = await takeSecondStep(server, pending, { code: codeOf(secret) });
    expect(right.status).not.toBe(200);
    expect((await waitForMail(server, person.email, 2)).headers.subject).toContain('no pasó la verificación');
  });

  test('a hundred wrong codes in a month are the end for codes, until the owner has another password', async () => {
    const person = makePerson(server);
    const { secret, codes, cookie } = await setUpTotp(server, person);
    withDatabase(server, (db) =>
      db
        .prepare('INSERT INTO rate_limits (key, points, expire) VALUES (?, 1e12, ?)')
        .run(limitKey('second-factor-codes', person.id), Date.now() + 29 * 86_400_000),
    );
    const refused = await takeSecondStep(server, await takeFirstStep(server, person), {
      code: codeOf(secret),
    });
    expect([refused.status, refused.json.error.message]).toEqual([
      429,
      expect.stringContaining('alguien conoce tu contraseña'),
    ]);
    const recovery_code = codes[0];
    const recovered = await takeSecondStep(server, await takeFirstStep(server, person), { recovery_code });
    expect(recovered.status).toBe(200);
    const password = 'seis lunas de papel';
    await call(server, '/api/auth/password', { cookie, body: { current: PASSWORD, password } });
    const first = await call(server, '/api/auth/sign-in', { body: { email: person.email, password } });
    const done = await takeSecondStep(server, cookieIn(first, 'pending'), { code: codeOf(secret) });
    expect(done.status, done.text).toBe(200);
  });

  test('the cookie of one person’s first step takes no code of another', async () => {
    const [ana, eva] = [makePerson(server), makePerson(server)];
    await setUpTotp(server, ana);
    const { secret, codes } = await setUpTotp(server, eva);
    const pending = await takeFirstStep(server, ana);
    expect((await takeSecondStep(server, pending, { code: codeOf(secret) })).status).toBe(401);
    expect((await takeSecondStep(server, pending, { recovery_code: codes[0] })).status).toBe(401);
  });

  test('is over once the password has changed, or the person is suspended', async () => {
    const person = makePerson(server);
    const { secret, cookie } = await setUpTotp(server, person);
    const pending = await takeFirstStep(server, person);
    const body = { current: PASSWORD, password: 'seis lunas de papel' };
    expect((await call(server, '/api/auth/password', { cookie, body })).status).toBe(204);
    const answer = await takeSecondStep(server, pending, { code: codeOf(secret) });
    expect([answer.status, answer.json.error.code]).toEqual([401, 'sign_in_expired']);

    const other = makePerson(server);
    const factor = await setUpTotp(server, other);
    const waiting = await takeFirstStep(server, other);
    withDatabase(server, (db) => db.prepare("UPDATE profiles SET status = 'suspended' WHERE id = ?").run(other.id));
    const refused = await takeSecondStep(server, waiting, { code: codeOf(factor.secret) });
    expect(refused.json.error.code).toBe('account_suspended');
  });

  test('ASVS 6.4.3: a link for the password signs nobody in without it', async () => {
    const person = makePerson(server);
    await setUpTotp(server, person);
    await call(server, '/api/auth/recover', { body: { email: person.email } });
    const token = await waitForToken(server, person.email);
    const password = 'nueve trenes lentos';
    expect((await call(server, '/api/auth/reset', { body: { token, password } })).status).toBe(204);
    const answer = await call(server, '/api/auth/sign-in', { body: { email: person.email, password } });
    expect(answer.json).toEqual({ second_factor: ['totp', 'recovery'] });
  });

  test('without the server’s key a recovery code still opens, and a code says why it does not', async () => {
    const keyless = await startServer();
    const person = makePerson(keyless);
    const { secret, codes } = await setUpTotp(keyless, person);
    await keyless.stop({ keep: true });
    rmSync(`${keyless.databasePath}.clave`);
    const again = await startServer({ folder: keyless.folder });
    try {
      const pending = await takeFirstStep(again, person);
      const refused = await takeSecondStep(again, pending, { code: codeOf(secret) });
      expect([refused.status, refused.json.error.message]).toEqual([503, expect.stringContaining('Falta la clave')]);
      expect((await takeSecondStep(again, pending, { recovery_code: codes[0] })).status).toBe(200);
    } finally {
      await again.stop();
    }
  });
});

test('time: the steps before and after count, those beyond do not; five minutes for the second step', async () => {
  const { server: clocked, stand } = await startWithClock();
  try {
    const ana = makePerson(clocked);
    const { secret } = await setUpTotp(clocked, ana);
    // The clock stands: otherwise a step could end between two tries.
    const now = Date.now() + 3_600_000;
    await stand(now);
    const at = (steps: number) => codeOf(secret, steps, now);
    const attempt = async (steps: number) =>
      (await takeSecondStep(clocked, await takeFirstStep(clocked, ana), { code: at(steps) })).status;
    expect(await attempt(2)).toBe(401);
    expect(await attempt(-2)).toBe(401);
    expect(await attempt(-1)).toBe(200);
    expect(await attempt(-1)).toBe(401);
    expect(await attempt(1)).toBe(200);
    // Accepting a code voids the earlier ones.
    expect(await attempt(0)).toBe(401);
    const pending = await takeFirstStep(clocked, ana);
    const later = now + 301_000;
    await stand(later);
    const late = await takeSecondStep(clocked, pending, { code: codeOf(secret, 0, later) });
    expect([late.status, late.json.error.code]).toEqual([401, 'sign_in_expired']);
    // An unconfirmed secret is discarded after 15 minutes.
    const eva = makePerson(clocked);
    const { cookie } = eva;
    withDatabase(clocked, (db) =>
      db
        .prepare('UPDATE sessions SET created_at = ?, idle_expires_at = expires_at WHERE user_id = ?')
        .run(new Date(later).toISOString(), eva.id),
    );
    const begun = await call(clocked, '/api/account/totp', { cookie, body: { password: PASSWORD } });
    withDatabase(clocked, (db) =>
      db
        .prepare('UPDATE totp SET new_since = ? WHERE user_id = ?')
        .run(new Date(later - 901_000).toISOString(), eva.id),
    );
    const code = codeOf(begun.json.secret, 0, later);
    const expired = await call(clocked, '/api/account/totp/confirm', { cookie, body: { code } });
    expect([expired.status, expired.json.error.message]).toEqual([422, expect.stringContaining('venció')]);
  } finally {
    await clocked.stop();
  }
});

describe('SECOND_FACTOR', () => {
  const DAY = 24 * 3_600_000;

  test.each([
    ['admins', 200],
    ['all', 403],
  ])('%s: seven days of grace, then nothing answers but its set-up', async (setting, ofStaff) => {
    const { server: strict, jump } = await startWithClock({ env: { SECOND_FACTOR: setting } });
    try {
      const admin = makePerson(strict, { roles: ['admin'] });
      const staff = makePerson(strict);
      const ask = async (cookie: string) => (await call(strict, '/api/leads', { cookie })).status;
      const signIn = async ({ email }: { email: string }) =>
        cookieIn(await call(strict, '/api/auth/sign-in', { body: { email, password: PASSWORD } }), 'sid');
      expect(await ask(admin.cookie)).toBe(200);
      const page = async (cookie: string) => (await call(strict, '/panel', { cookie })).text;
      expect(await page(admin.cookie)).toContain('Te quedan 7 días para activar');
      expect((await page(staff.cookie)).includes('Te quedan 7 días')).toBe(setting === 'all');
      await jump(6.9 * DAY);
      const cookie = await signIn(staff);
      expect(await ask(cookie)).toBe(200);
      await jump(14 * DAY);
      const [late, other] = [await signIn(admin), await signIn(staff)];
      // The administrator's sign-in started a grace period of its own.
      expect(await ask(late)).toBe(200);
      expect(await page(late)).toContain('Te quedan 7 días para activar');
      expect(await ask(other)).toBe(ofStaff);
      // The open stream is cut too.
      await jump(20.9 * DAY);
      const panel = await openStream(strict, await signIn(admin));
      expect(panel.status).toBe(200);
      await jump(21.1 * DAY);
      await submitEnquiry(strict, validEnquiry);
      expect(await panel.ended).toBe('ended');
      expect(panel.messages.filter(({ event }) => event === 'leads')).toEqual([]);
      const led = await signIn(admin);
      const refused = await call(strict, '/api/leads', { cookie: led });
      expect([refused.status, refused.json.error.code]).toEqual([403, 'second_factor_required']);
      for (const page of ['/panel', '/users', '/cuenta']) {
        const answer = await call(strict, page, { cookie: led });
        expect([answer.status, answer.headers.get('location')]).toEqual([302, '/cuenta/verificacion']);
      }
      expect((await call(strict, '/cuenta/verificacion', { cookie: led })).status).toBe(200);
      const set = await setUpTotp(strict, { cookie: led }, () => Date.now() + 21.1 * DAY);
      expect(await ask(set.cookie)).toBe(200);
      expect(await page(set.cookie)).not.toContain('para activar la verificación');
    } finally {
      await strict.stop();
    }
  });
});

test('asked for again after a while without, it comes with seven days again', async () => {
  let strict = await startServer();
  const restart = async (SECOND_FACTOR: string) => {
    await strict.stop({ keep: true });
    strict = await startServer({ folder: strict.folder, env: { SECOND_FACTOR } });
  };
  const { cookie } = makePerson(strict);
  await restart('all');
  withDatabase(strict, (db) => db.exec("UPDATE profiles SET second_factor_due = '2026-01-01T00:00:00.000Z'"));
  expect((await call(strict, '/panel', { cookie })).status).toBe(302);
  await restart('optional');
  await restart('all');
  expect((await call(strict, '/panel', { cookie })).text).toContain('Te quedan 7 días para activar');
  await strict.stop();
});

describe('who has lost everything', () => {
  test('has it removed by an administrator: sessions end, it is in the audit, and a mail says so', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    const person = makePerson(server);
    const { cookie } = await setUpTotp(server, person);
    const pending = await takeFirstStep(server, person);
    const reset = (id: string) =>
      call(server, `/api/team/${id}/reset-second-factor`, { method: 'POST', cookie: admin.cookie });
    const team = async () =>
      (await call(server, '/api/team', { cookie: admin.cookie })).json.members.find(
        ({ id }: { id: string }) => id === person.id,
      ).second_factor;
    expect(await team()).toBe(true);
    expect((await reset(person.id)).status).toBe(204);
    expect(await team()).toBe(false);
    expect(await statusOf(cookie)).toBe(401);
    expect((await takeSecondStep(server, pending, { code: '123456' })).json.error.code).toBe('sign_in_expired');
    const { email } = person;
    const signedIn = await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } });
    expect(signedIn.json).toHaveProperty('user');
    expect((await waitForMail(server, email, 2)).headers.subject).toContain('fue restablecida');
    expect((await reset(admin.id)).status).toBe(409);
  });

  test('the last administrator, by the operator', async () => {
    const person = makePerson(server, { roles: ['admin'] });
    const { cookie } = await setUpTotp(server, person);
    const env = { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir };
    expect(await runCrm(['reset-second-factor', person.email], env)).toMatchObject({ code: 0, err: '' });
    expect(await statusOf(cookie)).toBe(401);
    const { email } = person;
    const signedIn = await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } });
    expect(signedIn.json).toHaveProperty('user');
    expect(await runCrm(['reset-second-factor', 'nadie@x.example.com'], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No hay ninguna cuenta'),
    });
    expect((await runCrm(['reset-second-factor'], env)).code).toBe(2);
  });
});
