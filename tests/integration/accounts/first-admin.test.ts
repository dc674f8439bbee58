import { expect, test } from 'vitest';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { startServer, type TestServer } from '../../support/server';

const account = { name: 'Ada', email: 'ada@x.example.com', password: 'una clave larga' };
const tokenIn = async (from: TestServer) => (await from.printed(/#token=([\w-]+)/))[1] ?? '';
const setUp = (to: TestServer, body: unknown) => call(to, '/api/auth/setup', { body });

test('ASVS 6.3.2: a fresh database has no user; each start prints a link that works once, until somebody is in', async () => {
  const first = await startServer();
  expect(withDatabase(first, (db) => db.prepare('SELECT count(*) FROM users').pluck().get())).toBe(0);
  const oldToken = await tokenIn(first);
  await first.stop({ keep: true });

  const second = await startServer({ folder: first.folder });
  expect((await setUp(second, { ...account, token: oldToken })).json.error.code).toBe('token_invalid');
  // Without a valid link nothing is hashed: 80 calls exceed the hashing queue, so some would get a 'busy' instead.
  const knock = async () => {
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => setUp(second, { ...account, token: 'x'.repeat(43) })),
    );
    return new Set(answers.map(({ json }) => json.error.code));
  };
  expect(await knock()).toEqual(new Set(['token_invalid']));
  const token = await tokenIn(second);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => setUp(second, { ...account, email: `ada${i}@x.example.com`, token })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
  const winner = answers.find(({ status }) => status === 201);
  expect(winner?.json.user.roles).toEqual(['admin']);
  const cookie = winner?.headers.getSetCookie()[0]?.split(';')[0];
  expect((await call(second, '/api/leads', { cookie })).status).toBe(200);
  expect(await knock()).toEqual(new Set(['token_invalid']));
  await second.stop({ keep: true });

  const third = await startServer({ folder: first.folder });
  expect(third.output()).not.toContain('#token=');
  await third.stop();
});

test('ADMIN_EMAIL and ADMIN_PASSWORD make one at start, once, though somebody signed up with that email; a sign-up that nobody proved in a week is forgotten', async () => {
  const env = { ADMIN_EMAIL: 'jefa@x.example.com', ADMIN_PASSWORD: 'otra clave larga' };
  const first = await startServer();
  for (const email of [env.ADMIN_EMAIL, 'vieja@x.example.com'])
    await call(first, '/api/auth/sign-up', { body: { email, password: 'una frase de otra persona' } });
  const countOld = () =>
    withDatabase(first, (db) =>
      db.prepare("SELECT count(*) FROM sign_ups WHERE email = 'vieja@x.example.com'").pluck().get(),
    );
  expect(countOld()).toBe(1);
  withDatabase(first, (db) =>
    db
      .prepare("UPDATE sign_ups SET expires_at = ? WHERE email = 'vieja@x.example.com'")
      .run(new Date(Date.now() - 1).toISOString()),
  );
  await first.stop({ keep: true });

  const second = await startServer({ env, folder: first.folder });
  const body = { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD };
  expect((await call(second, '/api/auth/sign-in', { body })).json.user.roles).toEqual(['admin']);
  await expect.poll(countOld).toBe(0);
  await second.stop({ keep: true });

  const third = await startServer({
    env: { ...env, ADMIN_PASSWORD: 'una tercera clave' },
    folder: first.folder,
  });
  expect((await call(third, '/api/auth/sign-in', { body })).json.user.roles).toEqual(['admin']);
  for (const start of [second, third]) expect(start.output()).not.toMatch(/#token=|clave/);
  await third.stop();
});
