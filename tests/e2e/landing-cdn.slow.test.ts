import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchConsoleErrors } from '../support/browser';
import { buildProject, copyProject } from '../support/build';
import { withDatabase } from '../support/database';
import { validEnquiry } from '../support/http';
import { fillEnquiry, waitForLiveDialog } from '../support/landing';
import { findFreePort } from '../support/server';
import { openPage, openStage, server } from '../support/stage';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** A minimal CDN: files as they are, `index.html` for folders, `404.html` for the rest. */
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
let port: number;
beforeAll(async () => {
  port = await findFreePort();
  const crm = `http://localhost:${port}`;
  folder = copyProject();
  cdn = await serveFolder(join(folder, 'dist', 'client'));
  cdnOrigin = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`;
  const { status, output } = await buildProject(folder, {
    SITE_URL: cdnOrigin,
    PUBLIC_CONTACT_WEBHOOK_URL: `${crm}/webhook/contacto`,
    PUBLIC_CRM_URL: crm,
  });
  expect(status, output).toBe(0);
});
openStage(() => ({ port, env: { LANDING_ORIGINS: cdnOrigin } }));
afterAll(async () => {
  cdn?.close();
  await rm(folder, { recursive: true, force: true });
});

test('from a CDN, an enquiry arrives at the CRM, and no policy is broken, also from the form page without a script', async () => {
  const page = await openPage();
  const complaints = watchConsoleErrors(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(cdnOrigin);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${cdnOrigin}/`);
  expect(await page.getByRole('link', { name: 'Acceso' }).getAttribute('href')).toBe(`${server.url}/login`);

  await page.getByRole('radio', { name: 'Mensual' }).check();
  await page.getByRole('button', { name: 'Quiero el Agente de IA' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contactanos' });
  await waitForLiveDialog(page);
  expect([...hosts]).toEqual([cdnOrigin]);
  await fillEnquiry(dialog);
  await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
  await page.waitForURL(`${cdnOrigin}/gracias`);
  await page.getByRole('heading', { name: '¡Gracias por escribirnos!' }).waitFor();
  await page.goBack();
  await dialog.getByText('Ya recibimos tu consulta').waitFor();
  await page.goForward();
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await page.waitForURL(`${cdnOrigin}/`);
  expect([...hosts].sort()).toEqual([cdnOrigin, server.url].sort());
  expect(complaints).toEqual([]);
  expect(withDatabase(server, (db) => db.prepare('SELECT email, pais, source, estado FROM leads').all())).toEqual([
    { email: validEnquiry.email, pais: 'Argentina', source: 'landing', estado: 'nuevo' },
  ]);

  const scriptless = await openPage({ javaScriptEnabled: false });
  await scriptless.goto(`${cdnOrigin}/contacto`);
  await fillEnquiry(scriptless, { email: 'sin-script@x.example.com' });
  await scriptless.getByRole('button', { name: 'Enviar consulta' }).click();
  await scriptless.waitForURL(`${cdnOrigin}/gracias`);
});
