import { describe, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readMails, waitForEmptyOutbox, waitForToken } from '../../support/mail';
import { startServer } from '../../support/server';

describe('the other policies', () => {
  test('open: verifying signs in, without approval', async () => {
    const open = await startServer({ env: { SIGNUP_POLICY: 'open' } });
    try {
      const email = 'abierta@x.example.com';
      await call(open, '/api/auth/sign-up', { body: { email, password: PASSWORD } });
      expect(
        (await call(open, '/api/auth/sign-in', { body: { email, password: PASSWORD } })).json.error.code,
      ).toBe('email_unverified');
      const token = await waitForToken(open, email);
      const verified = await call(open, '/api/auth/verify', { body: { token, password: PASSWORD } });
      const [cookie = ''] = verified.headers.getSetCookie();
      const session = await call(open, '/api/auth/session', { cookie: cookie.split(';')[0] });
      expect(session.json.user).toMatchObject({ email, roles: [], must_change_password: false });
    } finally {
      await open.stop();
    }
  });

  test('closed: nobody can, the screen does not offer it, and no mail leaves', async () => {
    const closed = await startServer({ env: { SIGNUP_POLICY: 'closed' } });
    try {
      const answer = await call(closed, '/api/auth/sign-up', {
        body: { email: 'cerrada@x.example.com', password: PASSWORD },
      });
      expect(answer.status).toBe(403);
      expect(answer.json.error.code).toBe('signup_closed');
      expect((await call(closed, '/login')).text).not.toContain('Crear cuenta');
      expect(readMails(closed)).toEqual([]);
    } finally {
      await closed.stop();
    }
  });
});

describe('the limits', () => {
  test('one mail a minute for each email, alike for known and unknown ones, and for no one else’s', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_SCALE: '1' } });
    try {
      const known = makePerson(limited);
      for (const email of [known.email, 'desconocida@x.example.com']) {
        const recover = () => call(limited, '/api/auth/recover', { body: { email } });
        expect((await recover()).status).toBe(202);
        const second = await recover();
        expect(second.status).toBe(429);
        expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
      const other = await call(limited, '/api/auth/recover', { body: { email: 'tercera@x.example.com' } });
      expect(other.status).toBe(202);
    } finally {
      await limited.stop();
    }
  });

  test('ten mails for each address, five an hour for each email', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' } });
    try {
      const recover = async (email: string, address: string) => {
        const headers = { 'x-forwarded-for': address };
        return (await call(limited, '/api/auth/recover', { body: { email }, headers })).status;
      };
      const statuses: number[] = [];
      for (let n = 0; n < 11; n++) statuses.push(await recover(`n${n}@x.example.com`, '203.0.113.1'));
      expect(statuses).toEqual([...Array(10).fill(202), 429]);

      const ofOne: number[] = [];
      for (let n = 0; n < 6; n++) {
        ofOne.push(await recover('una@x.example.com', '203.0.113.2'));
        // As if a minute had passed.
        withDatabase(limited, (db) => db.exec("DELETE FROM rate_limits WHERE key LIKE 'recover-minute:%'"));
      }
      expect(ofOne).toEqual([...Array(5).fill(202), 429]);
    } finally {
      await limited.stop();
    }
  });

  test('twenty sign-ups an hour for one email, from however many addresses', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' } });
    try {
      const statuses: number[] = [];
      for (let n = 1; n <= 21; n++) {
        const body = { email: 'enterrada@x.example.com', password: PASSWORD };
        const headers = { 'x-forwarded-for': `203.0.113.${n}` };
        statuses.push((await call(limited, '/api/auth/sign-up', { body, headers })).status);
      }
      expect(statuses).toEqual([...Array(20).fill(202), 429]);
    } finally {
      await limited.stop();
    }
  });

  test('whoever asks for another’s mails spends their own, and fills no mailbox', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' } });
    try {
      const owner = makePerson(limited);
      const ask = (path: string, address: string) =>
        call(limited, `/api/auth/${path}`, {
          body: { email: owner.email },
          headers: { 'x-forwarded-for': address },
        });
      for (const path of ['recover', 'access/another', 'resend']) {
        expect((await ask(path, '203.0.113.1')).status, path).toBe(202);
        expect((await ask(path, '203.0.113.1')).status, path).toBe(429);
        expect((await ask(path, '198.51.100.1')).status, path).toBe(202);
      }
      for (let n = 2; n < 8; n++) expect((await ask('recover', `203.0.113.${n}`)).status).toBe(202);
      await waitForEmptyOutbox(limited);
      const links = readMails(limited).filter(({ headers }) => headers.subject?.startsWith('Elegí'));
      expect(links).toHaveLength(5);
    } finally {
      await limited.stop();
    }
  });

  test('a sign-up that nobody proves within a week is forgotten', async () => {
    const home = await startServer();
    await call(home, '/api/auth/sign-up', { body: { email: 'vieja@x.example.com', password: PASSWORD } });
    withDatabase(home, (db) =>
      db.prepare('UPDATE sign_ups SET expires_at = ?').run(new Date(Date.now() - 1).toISOString()),
    );
    await home.stop({ keep: true });
    const again = await startServer({ folder: home.folder });
    try {
      const countSignUps = () =>
        withDatabase(again, (db) => db.prepare('SELECT count(*) FROM sign_ups').pluck().get());
      await expect.poll(countSignUps).toBe(0);
    } finally {
      await again.stop();
    }
  });
});
