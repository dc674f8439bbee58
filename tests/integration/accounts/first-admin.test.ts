import { describe, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { startServer, type TestServer } from '../../support/server';

describe('the first administrator', () => {
  const account = { name: 'Ada', email: 'ada@x.example.com', password: 'una clave larga' };
  const tokenIn = async (from: TestServer) => (await from.printed(/#token=([\w-]+)/))[1] ?? '';
  const setUp = (to: TestServer, body: unknown) => call(to, '/api/auth/setup', { body });

  test('ASVS 6.3.2: a fresh database has no user, and its start prints a link that works once', async () => {
    const fresh = await startServer();
    try {
      expect(withDatabase(fresh, (db) => db.prepare('SELECT count(*) FROM users').pluck().get())).toBe(0);
      const token = await tokenIn(fresh);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          setUp(fresh, { ...account, email: `ada${i}@x.example.com`, token }),
        ),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([201, ...Array(7).fill(422)]);
      const winner = answers.find((answer) => answer.status === 201);
      expect(winner?.json.user.roles).toEqual(['admin']);
      const cookie = winner?.headers.getSetCookie()[0]?.split(';')[0];
      expect((await call(fresh, '/api/leads', { cookie })).status).toBe(200);
    } finally {
      await fresh.stop();
    }
  });

  test('each start makes the link of the one before useless, and there is none once somebody is in', async () => {
    const first = await startServer();
    const oldToken = await tokenIn(first);
    await first.stop({ keep: true });
    const second = await startServer({ folder: first.folder });
    expect((await setUp(second, { ...account, token: oldToken })).json.error.code).toBe('token_invalid');
    expect((await setUp(second, { ...account, token: await tokenIn(second) })).status).toBe(201);
    await second.stop({ keep: true });
    const third = await startServer({ folder: first.folder });
    expect(third.output()).not.toContain('#token=');
    await third.stop();
  });

  test('hashes nothing for whoever has no link that serves, so that nobody waits for strangers', async () => {
    const fresh = await startServer();
    try {
      // More than may wait to be hashed: the rest would be told that the server is busy.
      const knock = () =>
        Promise.all(Array.from({ length: 80 }, () => setUp(fresh, { ...account, token: 'x'.repeat(43) })));
      const before = await knock();
      expect(new Set(before.map(({ json }) => json.error.code))).toEqual(new Set(['token_invalid']));
      expect((await setUp(fresh, { ...account, token: await tokenIn(fresh) })).status).toBe(201);
      const after = await knock();
      expect(new Set(after.map(({ json }) => json.error.code))).toEqual(new Set(['token_invalid']));
    } finally {
      await fresh.stop();
    }
  });

  test('whoever has the link is limited by address', async () => {
    const fresh = await startServer({ env: { RATE_LIMIT_SCALE: '1' } });
    try {
      const taken = makePerson(fresh).email;
      const token = await tokenIn(fresh);
      const codes: string[] = [];
      for (let i = 0; i < 11; i++) {
        codes.push((await setUp(fresh, { ...account, email: taken, token })).json.error.code);
      }
      expect(codes).toEqual([...Array(10).fill('invalid'), 'too_many']);
    } finally {
      await fresh.stop();
    }
  });

  test('a sign-up that nobody has proven keeps no administrator from being made with its email', async () => {
    const first = await startServer();
    const email = 'ocupada@x.example.com';
    await call(first, '/api/auth/sign-up', { body: { email, password: 'una frase de otra persona' } });
    await first.stop({ keep: true });
    const env = { ADMIN_EMAIL: email, ADMIN_PASSWORD: 'otra clave larga' };
    const second = await startServer({ env, folder: first.folder });
    try {
      const body = { email, password: env.ADMIN_PASSWORD };
      expect((await call(second, '/api/auth/sign-in', { body })).json.user.roles).toEqual(['admin']);
    } finally {
      await second.stop();
    }
  });

  test('ADMIN_EMAIL and ADMIN_PASSWORD make one at start, once', async () => {
    const env = { ADMIN_EMAIL: 'jefa@x.example.com', ADMIN_PASSWORD: 'otra clave larga' };
    const first = await startServer({ env });
    await first.stop({ keep: true });
    const second = await startServer({
      env: { ...env, ADMIN_PASSWORD: 'una tercera clave' },
      folder: first.folder,
    });
    try {
      const body = { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD };
      expect((await call(second, '/api/auth/sign-in', { body })).json.user.roles).toEqual(['admin']);
      expect(second.output()).not.toContain('#token=');
      expect(second.output()).not.toContain(env.ADMIN_PASSWORD);
    } finally {
      await second.stop();
    }
  });
});
