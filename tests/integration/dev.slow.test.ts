import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest';
import { launchBrowser, newContext } from '../support/browser';
import { copyProject } from '../support/build';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { spawnServer, type TestServer } from '../support/server';
import { WAIT_TIMEOUT_MS } from '../support/timeouts';

let folder: string;
let server: TestServer;
/** Waits for the output to close, not just for exit: child processes hold it open. */
let ended: Promise<unknown>;

beforeAll(async () => {
  // A copy: the caches of Astro and Vite in the project folder belong to its developer.
  folder = copyProject();
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { dev: string } };
  server = await spawnServer({
    command: { line: scripts.dev, cwd: folder },
    env: {
      HOST: '127.0.0.1',
      // As npm does: the Node running the tests comes first.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  ended = once(server.process, 'close');
  await vi.waitFor(() => call(server, '/favicon.svg'), { timeout: WAIT_TIMEOUT_MS, interval: 100 });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1];

describe('npm run dev', () => {
  test('serves the landing', async () => {
    onTestFailed(() => console.error(server.output()));
    const { status, text } = await call(server, '/');
    expect(status).toBe(200);
    expect(headingOf(text)).toBe(headingOf(readFileSync('dist/client/index.html', 'utf8')));
  });

  test('serves the API', async () => {
    onTestFailed(() => console.error(server.output()));
    const { status, json } = await call(server, '/api/leads');
    expect(status).toBe(401);
    expect(json).toEqual({ error: { code: 'unauthenticated', message: 'Iniciá sesión para continuar.' } });
  });

  test('refuses as the built server does, in the caller’s format', async () => {
    onTestFailed(() => console.error(server.output()));
    const answers = await Promise.all([
      call(server, '/api/nada'),
      call(server, '/api/leads', { method: 'DELETE' }),
      call(server, '/api/auth/sign-in', { body: {}, headers: { origin: 'https://otro.example.com' } }),
      call(server, '/api/auth/sign-in', { body: '{' }),
      call(server, '/login', { method: 'POST', body: {} }),
    ]);
    const codes = answers.map(({ status, json }) => [status, json?.error.code]);
    expect(codes).toEqual([
      [404, 'not_found'],
      [405, 'method_not_allowed'],
      [403, 'forbidden_origin'],
      [400, 'malformed'],
      [405, 'method_not_allowed'],
    ]);
    expect(answers[1]?.headers.get('allow')).toBe('GET, POST');
  });

  test('takes an enquiry, and shows one that is wrong again', async () => {
    onTestFailed(() => console.error(server.output()));
    expect((await submitEnquiry(server, validEnquiry)).headers.get('location')).toBe('/gracias');
    const wrong = await submitEnquiry(server, { ...validEnquiry, email: 'nada' });
    expect([wrong.status, headingOf(wrong.text)]).toEqual([
      422,
      headingOf(readFileSync('dist/client/contacto/index.html', 'utf8')),
    ]);
    expect(wrong.text).toContain(validEnquiry.nombre);
  });

  test('serves the CRM, with the screens’ code', async () => {
    onTestFailed(() => console.error(server.output()));
    const { status, text } = await call(server, '/login');
    expect(status).toBe(200);
    expect(headingOf(text)).toBe('Iniciar sesión');
    const [, screen = ''] = /component-url="([^"]*LoginScreen[^"]*)"/.exec(text) ?? [];
    const script = await call(server, screen);
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript');
  });

  /**
   * Resolves once the page shows it. Under load Vite may reload the page before it has seen the file, and then sends no
   * further update; so reload, as an editor would.
   */
  const appears = (shown: Locator) =>
    expect
      .poll(() =>
        shown.waitFor({ timeout: 8000 }).then(
          () => true,
          () =>
            shown
              .page()
              .reload()
              .then(() => false),
        ),
      )
      .toBe(true);

  test('tells an editor’s mistake on the page, until it is mended', async () => {
    onTestFailed(() => console.error(server.output()));
    const file = join(folder, 'src', 'content', 'plans.yaml');
    const right = readFileSync(file, 'utf8');
    const browser = await launchBrowser();
    try {
      const page = await (await newContext(browser, server)).newPage();
      // Changes before the page listens are not pushed to it.
      const listens = page.waitForEvent('console', (line) => line.text().includes('[vite] connected'));
      await page.goto(server.url);
      await listens;
      writeFileSync(file, right.replace('priceAnnual: 50', 'priceAnnual: cincuenta'));
      const mistake = page.getByText(/plans\.yaml[\s\S]*entrada 3 \("chat-ia"\), campo "priceAnnual"/);
      await appears(mistake);
      writeFileSync(file, right.replace('priceAnnual: 50', 'priceAnnual: 55'));
      await appears(page.getByRole('article', { name: 'Chat con IA' }).getByText('USD 660 al año'));
    } finally {
      await browser.close();
    }
  });

  test('ends, and leaves nothing running', async () => {
    await server.stop();
    await ended;
    await expect(call(server, '/')).rejects.toThrow();
  });
});
