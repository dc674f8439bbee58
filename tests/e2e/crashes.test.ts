import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, intercept, watchComplaints } from '../support/browser';
import { withDatabase } from '../support/database';
import { listedNames, makeLead, nameOf, rowOf } from '../support/panel';
import { startServer } from '../support/server';
import { button, openCrm, openPage, openStage, server, toast, waitForIslands } from '../support/stage';

const TITLE = 'Unexpected Application Error!';

let admin: Person;

openStage();
beforeAll(async () => {
  admin = makePerson(server, { roles: ['admin'] });
  await makeLead(server, admin, { nombre: 'Carla Choque' });
});

const fallback = (page: Page) => page.getByRole('alert').filter({ hasText: TITLE });

/** Has the server answer what no screen can draw. */
const spoil = (page: Page, url: string, json: unknown) =>
  intercept(page, url, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.continue(),
  );

describe('an island that crashes', () => {
  test('says so in its place, once on the console, and beside it everything stands; the page can be loaded anew', async () => {
    const page = await openCrm(admin);
    const complaints = watchComplaints(page);
    await spoil(page, '**/api/leads?*', { leads: [null], next_cursor: null });
    await page.getByLabel('País').selectOption('Chile');
    await fallback(page).waitFor();
    expect(await page.getByRole('main').getByRole('heading', { name: TITLE }).count()).toBe(1);
    // What went wrong, as the specification asks.
    expect(await fallback(page).innerText()).toMatch(/null/);
    expect(complaints).toHaveLength(1);
    expect(await button(page, 'Cerrar sesión').isVisible()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.unroute('**/api/leads?*');
    await button(page, 'Recargar la página').click();
    await page.getByText('No hay leads registrados con estos filtros').waitFor();
  });

  test('in a tab of a lead leaves the others, the list behind them, and what was being written', async () => {
    const page = await openCrm(admin);
    await page.getByRole('button', { name: 'Notas de Carla Choque' }).click();
    const dialog = page.getByRole('dialog', { name: 'Carla Choque' });
    await dialog.getByLabel('Nueva nota').fill('Llamar el lunes.');
    await spoil(page, '**/timeline', { events: [null] });
    await dialog.getByRole('tab', { name: 'Historial' }).click();
    await dialog.getByRole('heading', { name: TITLE }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('tab', { name: 'Notas' }).click();
    expect(await dialog.getByLabel('Nueva nota').inputValue()).toBe('Llamar el lunes.');
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await page.getByRole('button', { name: 'Notas de Carla Choque' }).click();
    expect(await dialog.getByLabel('Nueva nota').inputValue()).toBe('Llamar el lunes.');
  });

  test('a dialog that cannot be fetched says so, and the list stands', async () => {
    const page = await openPage({ person: admin });
    await intercept(page, '**/_astro/dialogs.*', (route) => route.abort());
    await page.goto('/panel');
    await waitForIslands(page);
    await nameOf(page, 'Carla Choque').click();
    await fallback(page).waitFor();
    expect(await listedNames(page)).toEqual(['Carla Choque']);
  });
});

test('an island whose script cannot be fetched stays as it was drawn, and the page says so and can be loaded anew', async () => {
  const page = await openPage({ person: admin });
  await intercept(page, '**/_astro/LeadsPanel.*', (route) => route.abort());
  await page.goto('/panel');
  await fallback(page).waitFor();
  await rowOf(page, 'Carla Choque').waitFor();
  expect(await fallback(page).innerText()).toMatch(/LeadsPanel/);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.unroute('**/_astro/LeadsPanel.*');
  await button(page, 'Recargar la página').click();
  await fallback(page).waitFor({ state: 'detached' });
  await waitForIslands(page);
  await nameOf(page, 'Carla Choque').click();
  await page.getByRole('dialog', { name: 'Carla Choque' }).waitFor();
});

test('a session that ended where the question for the password cannot be fetched keeps nobody waiting', async () => {
  const person = makePerson(server);
  const page = await openCrm(person);
  await intercept(page, '**/_astro/ProofDialog.*', (route) => route.abort());
  withDatabase(server, (db) => db.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id));
  await page.getByLabel('País').selectOption('Chile');
  await toast(page, 'Error al cargar los leads');
});

test('a page that the server cannot make says so and can be asked for again', async () => {
  const other = await startServer();
  try {
    const person = makePerson(other);
    const rename = (from: string, to: string) =>
      withDatabase(other, (db) => db.exec(`ALTER TABLE ${from} RENAME TO ${to}`));
    rename('profiles', 'lost');
    const page = await openPage({ person, site: other });
    await page.goto('/panel?estado=nuevo');
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    rename('lost', 'profiles');
    await page.getByRole('link', { name: 'Reintentar' }).click();
    await page.getByText('No hay leads registrados con estos filtros').waitFor();
    expect(new URL(page.url()).search).toBe('?estado=nuevo');
  } finally {
    await other.stop();
  }
});
