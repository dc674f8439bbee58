import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { launchBrowser } from '../support/browser';
import { withDatabase } from '../support/database';
import { validEnquiry } from '../support/http';
import { fillEnquiry, waitForLiveDialog } from '../support/landing';
import { PUBLIC_NAME, PUBLIC_URL, startNginx } from '../support/nginx';
import { emailOf, startLoad } from '../support/proxy-load';
import { findFreePort, startServer, type TestServer } from '../support/server';
import { enquiryBy, makeClient, type ProxyRequest } from '../support/through-nginx';
import { WAIT_TIMEOUT_MS } from '../support/timeouts';

const ROUNDS = 3;
/** Answers each part of a round awaits, so that load is under way on any machine. */
const BETWEEN = 300;

const behindNginx = { SITE_URL: PUBLIC_URL, TRUSTED_PROXY_HOPS: '1' };
let ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  ending = [];
});

/** Both processes share a database, in the first one's folder, and listen on their own port. */
async function startBehind(folder?: string, port?: number): Promise<TestServer> {
  return startServer({ env: behindNginx, ...(folder && { folder }), ...(port && { port }) });
}

const leadsOf = (server: TestServer) =>
  withDatabase(server, (db) => db.prepare('SELECT email FROM leads ORDER BY email').pluck().all()) as string[];

/** Searches, unsubscribe addresses and link tokens: none may appear in a log. */
const SECRETS = ['buscada', 'baja-de-alguien', 'S'.repeat(43)] as const;

async function askWithSecrets(client: ReturnType<typeof makeClient>): Promise<void> {
  const [sought, unsubscribing, calendar] = SECRETS;
  for (const path of [
    `/api/leads?q=${sought}`,
    `/cuenta/baja?topic=leads&token=${unsubscribing}`,
    `/calendario/${calendar}.ics`,
    `/c%61lendario/${calendar}.ics?x=${sought}`,
  ])
    await client.ask({ path, headers: { referer: `${PUBLIC_URL}/panel?q=${sought}` } });
}

const shares = (conf: string) => conf.replace(' backup;', ';');

describe('behind the real nginx with the configuration as shipped', () => {
  test.each([
    ['the second takes what the first does not', (conf: string) => conf],
    ['both take their share', shares],
  ])('two processes restart in turn at full load, and no request is lost: %s', async (_, change) => {
    const first = await startBehind();
    const second = await startBehind(first.folder);
    const running = [first, second];
    const nginx = await startNginx([first.port, second.port], change);
    ending.push(nginx.stop);
    ending.push(async () => {
      for (const [index, server] of running.entries()) await server.stop({ keep: index === 0 });
    });
    const cookie = `__Host-${makePerson(first).cookie}`;
    const load = await startLoad(nginx, cookie);
    ending.push(load.stop);
    await load.answers(BETWEEN);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, server] of running.entries()) {
        expect(await server.stop({ keep: true })).toBe(0);
        await load.answers(BETWEEN);
        running[index] = await startBehind(first.folder, server.port);
        await load.answers(BETWEEN);
      }
    }
    const { failures, enquired, created, count, longestMs } = await load.stop();
    console.info(
      `${count} requests, ${failures.length} of them failed; ${enquired.length} enquiries; longest ${longestMs} ms`,
    );
    expect(failures).toEqual([]);
    // Every acknowledged lead exists exactly once, and no others.
    expect(leadsOf(first)).toEqual([...enquired, ...created].map(emailOf).sort());
  });

  test('what a process had received when it ended is repeated, but for what that could make twice', async () => {
    const ended = createServer((request) => request.socket.destroy());
    const other = createServer((request, response) => response.end(request.url));
    const ports = [await findFreePort(), await findFreePort()] as const;
    for (const [index, server] of [ended, other].entries()) {
      await once(server.listen(ports[index], '127.0.0.1'), 'listening');
      ending.push(() => server.close());
    }
    const nginx = await startNginx(ports);
    const client = makeClient(nginx);
    ending.push(nginx.stop, client.close);
    const post = (path: string, headers: Record<string, string> = {}): ProxyRequest => ({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
    const creations = ['/api/leads', '/api/leads/7/notes', '/api/companies', '/api/companies/7/agents?x=%2F'];
    const key = { 'idempotency-key': randomUUID() };
    for (const asked of [
      { path: '/' },
      post('/webhook/contacto'),
      post('/api/auth/sign-in'),
      { ...post('/api/leads/7'), method: 'PATCH' },
      ...creations.map((path) => post(path, key)),
    ]) {
      const { status, text } = await client.ask(asked);
      expect([asked.path, status, text]).toEqual([asked.path, 200, asked.path]);
    }
    for (const path of creations) expect([path, (await client.ask(post(path))).status]).toEqual([path, 503]);
    // A connection refused before sending is always safe to retry elsewhere.
    ended.close();
    for (const path of creations) expect((await client.ask(post(path))).text).toBe(path);
  });

  test('a single process: what is asked while it is away gets a page in Spanish, and a form is not lost', async () => {
    const server = await startBehind();
    const nginx = await startNginx([server.port, await findFreePort()]);
    const client = makeClient(nginx);
    ending.push(nginx.stop, client.close);
    const submission_id = randomUUID();
    const form = enquiryBy({ ...validEnquiry, email: emailOf(submission_id), submission_id });
    expect((await client.ask({ path: '/' })).status).toBe(200);
    await askWithSecrets(client);
    await server.stop({ keep: true });
    await askWithSecrets(client);

    const page = await client.ask({ path: '/panel', headers: { accept: 'text/html' } });
    expect([page.status, page.type, page.headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '2']);
    expect(page.text).toContain('Enseguida volvemos');
    expect(page.text).toContain('<meta http-equiv="refresh" content="2">');
    const refused = await client.ask(form);
    expect([refused.status, refused.type]).toEqual([503, 'text/html; charset=utf-8']);
    expect(refused.text).toContain('Lo que escribiste no se perdió.');
    expect(refused.text).not.toContain('http-equiv');
    for (const asked of [
      { path: '/api/leads' },
      { ...form, headers: { ...form.headers, accept: 'application/json' } },
    ]) {
      const told = await client.ask(asked);
      expect([told.status, told.type, JSON.parse(told.text).error.code]).toEqual([503, 'application/json', 'busy']);
    }

    const again = await startBehind(server.folder, server.port);
    ending.push(again.stop);
    for (let time = 0; time < 2; time++) {
      const taken = await client.ask(form);
      expect([taken.status, taken.headers.location]).toEqual([303, '/gracias']);
    }
    expect(leadsOf(again)).toEqual([emailOf(submission_id)]);
    expect(nginx.log()).toMatch(/"GET \/api\/leads HTTP\/1\.1" 401 /);
    expect(nginx.log()).toContain('"GET /calendario/... HTTP/1.1" 404 ');
    expect(nginx.log()).not.toMatch(new RegExp(SECRETS.join('|')));
  });

  test('a visitor whose form meets the page sends it again by reloading, or goes back to what they typed', async () => {
    let server = await startBehind();
    const nginx = await startNginx([server.port, await findFreePort()]);
    const browser = await launchBrowser([`--host-resolver-rules=MAP ${PUBLIC_NAME}:443 127.0.0.1:${nginx.port}`]);
    ending.push(
      nginx.stop,
      () => server.stop(),
      () => browser.close(),
    );
    const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: PUBLIC_URL });
    context.setDefaultTimeout(WAIT_TIMEOUT_MS);
    const page = await context.newPage();
    const dialog = page.getByRole('dialog', { name: 'Contactanos' });

    /** Types an enquiry and sends it while the server is down. */
    async function meetThePage(email: string): Promise<void> {
      await page.goto('/');
      await page.getByRole('button', { name: 'Quiero mi agente inmobiliario IA' }).click();
      await waitForLiveDialog(page);
      await fillEnquiry(dialog, { email });
      await server.stop({ keep: true });
      await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
      await page.getByRole('heading', { name: 'Volvé a intentar' }).waitFor();
      server = await startBehind(server.folder, server.port);
    }

    await meetThePage('recarga@x.example.com');
    await page.reload();
    expect(new URL(page.url()).pathname).toBe('/gracias');

    await meetThePage('vuelve@x.example.com');
    await page.goBack();
    await dialog.waitFor();
    await expect.poll(() => dialog.locator('[name=email]').inputValue()).toBe('vuelve@x.example.com');
    await expect.poll(() => dialog.locator('[name=mensaje]').inputValue()).toBe(validEnquiry.mensaje);
    await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
    await page.waitForURL('**/gracias');

    expect(leadsOf(server)).toEqual(['recarga@x.example.com', 'vuelve@x.example.com']);

    await server.stop({ keep: true });
    await page.goto('/contacto');
    await page.getByRole('heading', { name: 'Enseguida volvemos' }).waitFor();
    server = await startBehind(server.folder, server.port);
    // Without a reload by hand.
    await page.getByRole('heading', { name: 'Contactanos' }).waitFor();
  });
});
