import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, launchBrowser, measureOverflow, newContext } from '../support/browser';
import { call } from '../support/http';
import { makeLead, rowOf } from '../support/panel';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let browser: Browser;
let admin: Person;
let colleague: Person;
beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  admin = makePerson(server, { name: 'Ana Ruiz', roles: ['admin'] });
  colleague = makePerson(server, { name: 'Beto Luna' });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function openLead(person: Person, id: number, width = 1440): Promise<Page> {
  const context = await newContext(browser, server, { person, viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(`/panel?lead=${id}`);
  return page;
}

const EMAIL = 'iris@vega.example.com';
const make = (nombre: string, email = EMAIL) => makeLead(server, admin, { nombre, email });

test('an administrator takes out all about a person, and erases it; who looks on sees it go', async () => {
  const { id } = await make('Iris Vega');
  await make('Iris V.');
  await make('Omar Paz', 'omar@paz.example.com');
  const page = await openLead(admin, id);
  const other = await openLead(colleague, id);
  await rowOf(other, 'Iris Vega').waitFor();
  expect(await other.getByRole('button', { name: 'Borrar todos sus datos' }).count()).toBe(0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar todo (JSON)' }).click(),
  ]);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8')).leads).toHaveLength(2);

  await page.getByRole('button', { name: 'Borrar todos sus datos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Borrar todos sus datos' });
  await dialog.getByText('2leads, con sus notas y su historia').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Borrar para siempre' }).click();
  await dialog.getByText('Email: escribilo tal como está en el lead.').waitFor();
  await dialog.getByLabel(`Para confirmar, escribí ${EMAIL}`).fill('iris@vega.example');
  await dialog.getByRole('button', { name: 'Borrar para siempre' }).click();
  await expect
    .poll(() => call(server, `/api/leads/${id}`, { cookie: admin.cookie }).then(({ status }) => status))
    .toBe(200);
  await dialog.getByLabel(`Para confirmar, escribí ${EMAIL}`).fill(EMAIL.toUpperCase());
  await dialog.getByRole('button', { name: 'Borrar para siempre' }).click();
  await page.getByText('Se borró todo lo guardado sobre la persona').waitFor();
  for (const panel of [page, other])
    for (const name of ['Iris Vega', 'Iris V.']) await rowOf(panel, name).waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).not.toContain('lead=');
  await other.getByRole('alert').getByText('eliminó').waitFor();
  expect(await rowOf(other, 'Omar Paz').count()).toBe(1);
  await page.context().close();
  await other.context().close();
});

test('whose answer is lost is told that it is done', async () => {
  const { id } = await make('Lara Soto', 'lara@soto.example.com');
  const page = await openLead(admin, id, 360);
  await page.getByRole('button', { name: 'Borrar todos sus datos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Borrar todos sus datos' });
  await dialog.getByText('1lead,').waitFor();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  let isLost = false;
  await page.route('**/erase', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await dialog.getByLabel(/Para confirmar/).fill('lara@soto.example.com');
  await dialog.getByRole('button', { name: 'Borrar para siempre' }).click();
  await page.getByText('Se borró todo lo guardado sobre la persona').waitFor();
  await page.context().close();
});
