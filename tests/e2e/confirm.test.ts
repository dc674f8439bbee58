import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { findAxeViolations, intercept, launchBrowser, measureOverflow, newContext } from '../support/browser';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { makeLead } from '../support/panel';
import { startServer, type TestServer } from '../support/server';
import { withhold } from '../support/stage';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** The page at `path`, of an administrator who signed in an hour ago. */
async function openAfterAnHour(path: string, width = 1440): Promise<{ page: Page }> {
  const admin = makePerson(server, { roles: ['admin'] });
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?')
      .run(new Date(Date.now() - 3_600_000).toISOString(), admin.id),
  );
  const context = await newContext(browser, server, { person: admin, viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(path);
  return { page };
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirmá que sos vos' });

test('a file to download asks for the password first, by keyboard alone, and comes once it is right', async () => {
  const { cookie } = makePerson(server, { roles: ['admin'] });
  await call(server, '/api/companies', { body: { name: 'Costanera' }, cookie });
  const { page } = await openAfterAnHour('/users', 360);
  const release = await withhold(page, '**/_astro/SignInAgain*.js');
  await page.reload();
  const link = page.getByRole('link', { name: 'Exportar inmobiliarias (CSV)' });
  await link.focus();
  await page.keyboard.press('Enter');
  // Who asks is there only now.
  release();
  await question(page).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.keyboard.type('otra cosa');
  await page.keyboard.press('Enter');
  await question(page).getByText('Contraseña: no es la correcta.').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(PASSWORD);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('Costanera');
  await expect.poll(() => question(page).count()).toBe(0);
  // Within five minutes nobody is asked again.
  await Promise.all([page.waitForEvent('download'), link.click()]);
  await page.context().close();
});

test('what was typed waits behind the question: left, nothing is done; answered, it goes on', async () => {
  const { id } = await makeLead(server, makePerson(server), { email: 'iris@vega.example.com' });
  const { page } = await openAfterAnHour(`/panel?lead=${id}`);
  await page.getByRole('button', { name: 'Borrar todos sus datos' }).click();
  const erasing = page.getByRole('dialog', { name: 'Borrar todos sus datos' });
  const email = erasing.getByLabel('Para confirmar, escribí iris@vega.example.com');
  await email.fill('iris@vega.example.com');
  await email.press('Enter');
  await question(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => question(page).count()).toBe(0);
  expect(await email.inputValue()).toBe('iris@vega.example.com');
  const count = () =>
    withDatabase(server, (db) => db.prepare('SELECT count(*) FROM leads WHERE id = ?').pluck().get(id));
  expect(count()).toBe(1);
  await erasing.getByRole('button', { name: 'Borrar para siempre' }).click();
  await question(page).getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Se borró todo lo guardado sobre la persona').waitFor();
  expect(count()).toBe(0);
  await page.context().close();
});

test('what was under way in another tab when the cookie changed is sent again, and nobody is asked to sign in', async () => {
  const { id } = await makeLead(server, makePerson(server), { email: 'nora@vega.example.com' });
  const { page } = await openAfterAnHour(`/panel?lead=${id}`);
  const note = page.getByLabel('Nueva nota');
  await page.getByRole('tab', { name: /Notas/ }).click();
  await note.fill('La llamo el lunes');
  let sent = 0;
  // As the server answers the cookie of before.
  await intercept(page, '**/api/leads/*/notes', (route) => {
    if (route.request().method() !== 'POST' || ++sent > 1) return route.continue();
    const error = { code: 'unauthenticated', message: 'Iniciá sesión para seguir.' };
    return route.fulfill({ status: 401, json: { error } });
  });
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  await page.getByText('La llamo el lunes').first().waitFor();
  await expect.poll(() => note.inputValue()).toBe('');
  expect(sent).toBe(2);
  expect(await page.getByRole('dialog', { name: 'Tu sesión terminó' }).count()).toBe(0);
  const stored = withDatabase(server, (db) =>
    db.prepare('SELECT count(*) FROM lead_notes WHERE lead_id = ?').pluck().get(id),
  );
  expect(stored).toBe(1);
  await page.context().close();
});
