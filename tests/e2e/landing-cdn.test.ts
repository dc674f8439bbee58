import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, watchComplaints } from '../support/browser';
import { buildProject, copyProject } from '../support/build';
import { withDatabase } from '../support/database';
import { validEnquiry } from '../support/http';
import { findFreePort, startServer, type TestServer } from '../support/server';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** The least of a CDN: the files as they lie there, `index.html` for folders, `404.html` for what is not there. */
async function serveFolder(folder: string): Promise<Server> {
  const host = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://cdn');
    const path = join(folder, extname(pathname) ? pathname : join(pathname, 'index.html'));
    const found = await readFile(path).catch(() => undefined);
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
    response.end(found ?? (await readFile(join(folder, '404.html'))));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  return host;
}

let folder: string;
let cdn: Server;
let cdnOrigin: string;
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  const port = await findFreePort();
  const crm = `http://localhost:${port}`;
  folder = copyProject();
  const { status, output } = await buildProject(folder, {
    PUBLIC_CONTACT_WEBHOOK_URL: `${crm}/webhook/contacto`,
    PUBLIC_CRM_URL: crm,
  });
  expect(status, output).toBe(0);
  cdn = await serveFolder(join(folder, 'dist', 'client'));
  cdnOrigin = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`;
  [server, browser] = await Promise.all([
    startServer({ port, env: { LANDING_ORIGINS: cdnOrigin } }),
    launchBrowser(),
  ]);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  cdn?.close();
  await rm(folder, { recursive: true, force: true });
});

test('from a CDN, an enquiry arrives at the CRM, and no policy is broken', async () => {
  const page = await browser.newPage();
  const complaints = watchComplaints(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(cdnOrigin);
  expect(await page.getByRole('link', { name: 'Acceso' }).getAttribute('href')).toBe(`${server.url}/login`);

  await page.getByRole('radio', { name: 'Mensual' }).check();
  await page.getByRole('button', { name: 'Quiero el Agente de IA' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contactanos' });
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#contacto') ?? {}).some((key) => key.startsWith('__react')),
  );
  expect([...hosts]).toEqual([cdnOrigin]);
  const { pais, ...texts } = validEnquiry;
  for (const [name, value] of Object.entries(texts)) await dialog.locator(`[name=${name}]`).fill(value);
  await dialog.locator('[name=pais]').selectOption(pais);
  await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
  await page.waitForURL(`${server.url}/gracias`);
  await page.getByRole('heading', { name: '¡Gracias por escribirnos!' }).waitFor();
  expect(complaints).toEqual([]);
  expect(
    withDatabase(server, (db) => db.prepare('SELECT email, pais, source, estado FROM leads').all()),
  ).toEqual([{ email: validEnquiry.email, pais: 'Argentina', source: 'landing', estado: 'nuevo' }]);
});

test('its form page works there without a script', async () => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${cdnOrigin}/contacto`);
  const { pais, ...texts } = { ...validEnquiry, email: 'sin-script@x.example.com' };
  for (const [name, value] of Object.entries(texts)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator('[name=pais]').selectOption(pais);
  await page.getByRole('button', { name: 'Enviar consulta' }).click();
  await page.waitForURL(`${server.url}/gracias`);
});
