import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, launchBrowser, measureOverflow, newContext } from '../support/browser';
import { makeLead } from '../support/panel';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let browser: Browser;
let admin: Person;
beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  admin = makePerson(server, { name: 'Ana Ruiz', roles: ['admin'] });
  await makeLead(server, admin, { nombre: 'Iris Vega', pais: 'Chile' });
  await makeLead(server, admin, { nombre: 'Noa Rey', pais: 'Chile' });
  await makeLead(server, admin, { nombre: 'Omar Paz', pais: 'México' });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function openPanel(person: Person, path: string, width = 1440): Promise<Page> {
  const context = await newContext(browser, server, { person, viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test('an administrator takes out the list as it stands: its count, its filters, its order', async () => {
  const page = await openPanel(admin, '/panel?pais=Chile');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByText('Los 2 leads de esta lista').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByLabel('Orden').selectOption('Más antiguos');
  await expect.poll(() => page.url()).toContain('orden=antiguos');
  await page.getByRole('button', { name: 'Exportar' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Excel/ }).click(),
  ]);
  const [, ...rows] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(rows.map((row) => row.split(';')[1])).toEqual(['Iris Vega', 'Noa Rey']);
  await expect.poll(() => page.getByText('Los 2 leads de esta lista').isVisible()).toBe(false);
  await page.context().close();
});

test('its menu fits a phone', async () => {
  const page = await openPanel(admin, '/panel', 360);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('link', { name: /CSV estándar/ }).waitFor();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('where there is nothing to take out, and to staff, it is not offered', async () => {
  const page = await openPanel(admin, '/panel?estado=ganado');
  // It comes together with this one.
  await page.getByRole('button', { name: 'Guardar vista' }).waitFor();
  expect(await page.getByRole('button', { name: 'Exportar' }).count()).toBe(0);
  await page.context().close();
  const ofStaff = await openPanel(makePerson(server), '/panel?pais=Chile');
  await ofStaff.getByRole('button', { name: 'Guardar vista' }).waitFor();
  expect(await ofStaff.getByRole('button', { name: 'Exportar' }).count()).toBe(0);
  await ofStaff.context().close();
});
