import { describe, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readMails, waitForEmptyOutbox, waitForMail, waitForToken } from '../../support/mail';
import { provideServer } from '../../support/provide';
import { cookieIn } from '../../support/second-factor';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOME = '203.0.113.7';
const SUBJECT = 'Entraron a tu cuenta desde un navegador nuevo';

const server = provideServer({ env: { TRUSTED_PROXY_HOPS: '1' } });

/** Signs in with a browser's cookies; returns the session cookie and the browser's own. */
async function enter(email: string, userAgent: string, address: string, cookie?: string) {
  const answer = await call(server, '/api/auth/sign-in', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address, ...(cookie && { cookie }) },
  });
  expect(answer.status).toBe(200);
  return { session: cookieIn(answer, 'sid'), browser: cookieIn(answer, 'browser'), answer };
}

const signIn = async (email: string, userAgent: string, address: string) =>
  (await enter(email, userAgent, address)).session;

async function mailsTo(email: string) {
  await waitForEmptyOutbox(server);
  return readMails(server).filter(({ headers }) => headers.to?.includes(email));
}

describe('a sign-in', () => {
  test('is told by mail from a new browser, and not the first one ever', async () => {
    const { email, id } = makePerson(server);
    await signIn(email, PHONE, HOME);
    expect(await mailsTo(email)).toEqual([]);

    await signIn(email, LAPTOP, HOME);
    const mail = await waitForMail(server, email);
    expect(mail.headers.subject).toBe(SUBJECT);
    expect(mail.text).toMatch(
      /: Firefox en Linux, desde la red 203\.0\.113\.…, el \d\d\/\d\d\/\d{4} a las \d\d:\d\d \(hora de Buenos Aires\)\./,
    );
    expect(mail.text).toContain(`${server.url}/cuenta`);
    expect(mail.text).not.toContain(HOME);

    // Whoever brings no cookie is new, on a known network and with a browser like a known one, too.
    await signIn(email, LAPTOP, '203.0.113.200');
    await waitForMail(server, email, 2);
    await signIn(email, LAPTOP, '2001:db8:7:1::5');
    expect((await waitForMail(server, email, 3)).text).toContain('desde la red 2001:db8:7:…');
    expect(await mailsTo(email)).toHaveLength(3);

    const entries = withDatabase(server, (db) =>
      db.prepare("SELECT to_value, address FROM audit_events WHERE type = 'new_device' AND actor_id = ?").all(id),
    );
    expect(entries).toEqual([
      { to_value: 'Firefox en Linux', address: HOME },
      { to_value: 'Firefox en Linux', address: '203.0.113.200' },
      { to_value: 'Firefox en Linux', address: '2001:db8:7:1::5' },
    ]);
  });

  test('in a browser that is known by its cookie is no news on another network', async () => {
    const [ana, eva] = [makePerson(server), makePerson(server)];
    const { browser, answer } = await enter(ana.email, PHONE, HOME);
    const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('browser='));
    expect(set).toMatch(/^browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    for (const network of ['198.51.100.9', '192.0.2.44', '2001:db8:7:1::5'])
      expect((await enter(ana.email, PHONE, network, browser)).browser).toBe(browser);
    // A browser update changes the user agent.
    await enter(ana.email, LAPTOP, '192.0.2.200', browser);
    expect(await mailsTo(ana.email)).toEqual([]);

    // Another person with the password comes from another browser and network, even with the same user agent.
    const other = await enter(ana.email, PHONE, '100.64.8.1');
    expect(other.browser).not.toBe(browser);
    expect((await waitForMail(server, ana.email)).headers.subject).toBe(SUBJECT);
    // A shared browser is known to each person by their own sign-ins.
    await enter(eva.email, LAPTOP, HOME);
    expect((await enter(eva.email, PHONE, '100.64.9.1', browser)).browser).toBe(browser);
    expect((await waitForMail(server, eva.email)).headers.subject).toBe(SUBJECT);
    await enter(eva.email, PHONE, '100.64.10.1', browser);
    await enter(ana.email, PHONE, '100.64.11.1', browser);
    expect([await mailsTo(ana.email), await mailsTo(eva.email)]).toMatchObject([{ length: 1 }, { length: 1 }]);
    // The cookie opens nothing, and a forged one is not stored.
    expect((await call(server, '/api/sessions', { cookie: browser })).status).toBe(401);
    expect((await enter(ana.email, PHONE, HOME, 'browser=x')).browser).not.toBe('browser=x');
  });

  test('is told again once the password has changed', async () => {
    const { email } = makePerson(server);
    const { session, browser } = await enter(email, PHONE, HOME);
    const away = await enter(email, LAPTOP, '192.0.2.9');
    await waitForMail(server, email);
    // The browser that changed the password stays known on any network.
    const password = 'siete barcos rojos';
    const at = (network: string) => ({ 'user-agent': PHONE, 'x-forwarded-for': network });
    const changed = await call(server, '/api/auth/password', {
      body: { current: PASSWORD, password },
      headers: at('100.64.1.1'),
      cookie: `${session}; ${browser}`,
    });
    expect(changed.status).toBe(204);
    const again = (cookie: string, network: string) =>
      call(server, '/api/auth/sign-in', { body: { email, password }, headers: at(network), cookie });
    await again(browser, '100.64.2.2');
    const subjects = async () => (await mailsTo(email)).map(({ headers }) => headers.subject);
    expect(await subjects()).toEqual([SUBJECT, 'Tu contraseña cambió']);
    await again(away.browser, '100.64.3.3');
    expect((await subjects()).filter((subject) => subject === SUBJECT)).toHaveLength(2);
  });

  test('is told after a reset by mail, but for a known browser in which the password was chosen', async () => {
    const { email } = makePerson(server);
    const [{ browser }, away] = [await enter(email, PHONE, HOME), await enter(email, LAPTOP, HOME)];
    await call(server, '/api/auth/recover', { body: { email } });
    const token = await waitForToken(server, email);
    const password = 'siete barcos rojos';
    expect((await call(server, '/api/auth/reset', { body: { token, password }, cookie: browser })).status).toBe(204);
    const told = async () => (await mailsTo(email)).filter(({ headers }) => headers.subject === SUBJECT).length;
    const again = (cookie: string) => call(server, '/api/auth/sign-in', { body: { email, password }, cookie });
    await again(browser);
    expect(await told()).toBe(1);
    await again(away.browser);
    expect(await told()).toBe(2);
  });

  test('is told after a reset by mail in an unknown browser', async () => {
    const { email } = makePerson(server);
    await enter(email, PHONE, HOME);
    await call(server, '/api/auth/recover', { body: { email } });
    const token = await waitForToken(server, email);
    const password = 'siete barcos rojos';
    await call(server, '/api/auth/reset', { body: { token, password } });
    await call(server, '/api/auth/sign-in', { body: { email, password } });
    expect((await mailsTo(email)).map(({ headers }) => headers.subject)).toContain(SUBJECT);
  });

  test('that fails is told to nobody', async () => {
    const { email } = makePerson(server);
    await signIn(email, PHONE, HOME);
    await call(server, '/api/auth/sign-in', {
      body: { email, password: 'una frase cualquiera' },
      headers: { 'user-agent': LAPTOP, 'x-forwarded-for': '198.51.100.1' },
    });
    expect(await mailsTo(email)).toEqual([]);
  });

  test('shows its network among one’s sessions, shortened', async () => {
    const { email } = makePerson(server);
    const cookie = await signIn(email, PHONE, HOME);
    const { json } = await call(server, '/api/sessions', { cookie });
    const current = json.sessions.find((session: { current: boolean }) => session.current);
    expect(current).toMatchObject({ user_agent: PHONE, network: '203.0.113.0/24' });
    expect(JSON.stringify(json)).not.toContain(HOME);
  });

  test('makes a new cookie at each rise of privilege, and the former opens nothing', async () => {
    const { email } = makePerson(server);
    const first = await signIn(email, PHONE, HOME);
    const changed = await call(server, '/api/auth/password', {
      body: { current: PASSWORD, password: 'siete barcos rojos' },
      cookie: first,
    });
    const second = changed.headers.getSetCookie()[0]?.split(';')[0];
    expect(second).not.toBe(first);
    expect((await call(server, '/api/sessions', { cookie: first })).status).toBe(401);
    expect((await call(server, '/api/sessions', { cookie: second })).status).toBe(200);
  });
});
