import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept, watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { waitForIslands } from '../support/hydrated';
import { listedNames, makeLead, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { button, openCrm, openPage, openStage, server, toast } from '../support/stage';

const TITLE = 'Unexpected Application Error!';

/** The only lead in the list at `home`. */
let carla: string;
let home: string;

openStage();
const admin = providePerson(server, { roles: ['admin'] });
beforeAll(async () => {
  carla = `Carla Choque ${admin.id.slice(0, 8)}`;
  home = `/panel?q=${admin.id.slice(0, 8)}`;
  await makeLead(server, admin, { nombre: carla, email: `carla-${admin.id.slice(0, 8)}@x.example.com` });
});

const fallback = (page: Page) => page.getByRole('alert').filter({ hasText: TITLE });

/** Answers with data that no screen can render. */
const spoil = (page: Page, url: string, json: unknown) =>
  intercept(page, url, (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.continue()));

test('a script that cannot be fetched: the page says so, keeps what was drawn and can be loaded anew', async () => {
  const page = await openPage({ person: admin });
  await intercept(page, '**/_astro/LeadsPanel.*', (route) => route.abort());
  const creation = '**/_astro/CreateLeadDialog.*';
  await intercept(page, creation, (route) => route.abort());
  await page.goto(home);
  await fallback(page).waitFor();
  await rowOf(page, carla).waitFor();
  await expect.poll(() => fallback(page).innerText()).toMatch(/LeadsPanel/);
  await page.unroute('**/_astro/LeadsPanel.*');
  await button(page, 'Recargar la página').click();
  await fallback(page).waitFor({ state: 'detached' });
  await waitForIslands(page);

  // A dialog's error, beside the list.
  await button(page, 'Crear Lead').click();
  await fallback(page).waitFor();
  await expect.poll(() => listedNames(page)).toEqual([carla]);
  await page.unroute(creation);
  await page.goto(home);
  await waitForIslands(page);
  await button(page, 'Crear Lead').click();
  await page.getByRole('dialog', { name: 'Crear Lead Manual' }).waitFor();
});

test('an island that crashes says so in its place, once on the console, and beside it everything stands', async () => {
  const page = await openCrm(admin, home);
  const complaints = watchConsoleErrors(page);
  await spoil(page, '**/api/leads/panel?*', { leads: [null], next_cursor: null });
  await page.getByLabel('País').selectOption('Chile');
  await fallback(page).waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('heading', { name: TITLE }).count()).toBe(1);
  // The error's message, as the specification asks.
  await expect.poll(() => fallback(page).innerText()).toMatch(/null/);
  expect(complaints).toHaveLength(1);
  await expect.poll(() => button(page, 'Cerrar sesión').isVisible()).toBe(true);
  await page.unroute('**/api/leads/panel?*');
  await button(page, 'Recargar la página').click();
  await page.getByText('No hay leads registrados con estos filtros').waitFor();
  await waitForIslands(page);

  // In a lead the tabs, the list behind and the draft survive.
  await page.getByLabel('País').selectOption('');
  await page.getByRole('button', { name: `Notas de ${carla}` }).click();
  const dialog = page.getByRole('dialog', { name: carla });
  await dialog.getByLabel('Nueva nota').fill('Llamar el lunes.');
  await spoil(page, '**/timeline*', { events: [null] });
  await dialog.getByRole('checkbox', { name: 'Solo notas' }).check();
  await dialog.getByRole('heading', { name: TITLE }).waitFor();
  await expect.poll(() => dialog.getByLabel('Nueva nota').inputValue()).toBe('Llamar el lunes.');
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await page.getByRole('button', { name: `Notas de ${carla}` }).click();
  await expect.poll(() => dialog.getByLabel('Nueva nota').inputValue()).toBe('Llamar el lunes.');
});

test('a session that ended where the question for the password cannot be fetched keeps nobody waiting', async () => {
  const person = makePerson(server);
  const page = await openCrm(person, home);
  await intercept(page, '**/_astro/ReauthDialog.*', (route) => route.abort());
  withDatabase(server, (db) =>
    db.prepare("UPDATE sessions SET idle_expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?").run(person.id),
  );
  await page.getByLabel('País').selectOption('Chile');
  await toast(page, 'Error al cargar los leads');
});
