import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, launchBrowser, measureOverflow, newContext } from '../support/browser';
import { withDatabase } from '../support/database';
import { makeLead, rowOf } from '../support/panel';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let browser: Browser;
let ana: Person;
let beto: Person;
const pages: Page[] = [];
beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  ana = makePerson(server, { name: 'Ana Ruiz' });
  beto = makePerson(server, { name: 'Beto Luna' });
  await makeLead(server, ana, { nombre: 'Iris Vega', pais: 'Chile' });
  await makeLead(server, ana, { nombre: 'Omar Paz', pais: 'México' });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function openPanel(person: Person, path = '/panel', width = 1440): Promise<Page> {
  const context = await newContext(browser, server, { person, viewport: { width, height: 900 } });
  const page = await context.newPage();
  pages.push(page);
  await page.goto(path);
  return page;
}

const lists = (page: Page) => page.getByRole('navigation', { name: 'Vistas' });
const viewOf = (page: Page, name: string) => lists(page).getByRole('link', { name, exact: true });
const countOf = (page: Page, name: string) =>
  lists(page).locator('li').filter({ hasText: name }).locator('span').innerText();

test('a list is saved for the team, counts by itself, and a colleague opens it', async () => {
  const page = await openPanel(ana, '/panel?pais=Chile');
  await page.getByRole('button', { name: 'Guardar vista' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.getByText('Nombre: escribí uno para la vista.').waitFor();
  await dialog.getByLabel('Nombre').fill('De Chile');
  await dialog.getByLabel('Compartir con el equipo').check();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Vista guardada: De Chile').waitFor();
  await expect.poll(() => viewOf(page, 'De Chile').getAttribute('aria-current')).toBe('page');
  await expect(page.getByRole('button', { name: 'Guardar vista' }).count()).resolves.toBe(0);

  const colleague = await openPanel(beto);
  await expect.poll(() => countOf(colleague, 'De Chile')).toBe('1');
  await makeLead(server, ana, { nombre: 'Lara Soto', pais: 'Chile' });
  await expect.poll(() => countOf(colleague, 'De Chile')).toBe('2');
  await viewOf(colleague, 'De Chile').click();
  await rowOf(colleague, 'Lara Soto').waitFor();
  await rowOf(colleague, 'Omar Paz').waitFor({ state: 'detached' });
  await colleague.getByText('2 leads', { exact: true }).waitFor();

  // A shared view is changed by whoever made it: the colleague sees by whom it is, and no field.
  await colleague.getByRole('button', { name: 'Ordenar vistas' }).click();
  await colleague.getByText('De Ana Ruiz').waitFor();
  await expect(colleague.getByLabel('Nombre de la vista De Chile').count()).resolves.toBe(0);
});

test('a name that is taken keeps what was typed, and says so', async () => {
  const page = await openPanel(ana, '/panel?pais=M%C3%A9xico');
  await page.getByRole('button', { name: 'Guardar vista' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' });
  await dialog.getByLabel('Nombre').fill('de chilé');
  await dialog.getByLabel('Compartir con el equipo').check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => dialog.innerText()).toContain('ya hay una vista que se llama «De Chile»');
  await expect(dialog.getByLabel('Nombre').inputValue()).resolves.toBe('de chilé');
});

test('views are renamed, moved and removed', async () => {
  const page = await openPanel(beto, '/panel?pais=Chile&estado=nuevo');
  for (const [name, path] of [
    ['Uno', '/panel?pais=Chile&estado=nuevo'],
    ['Dos', '/panel?pais=Chile&estado=ganado'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Guardar vista' }).click();
    await page.getByLabel('Nombre', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await viewOf(page, name).waitFor();
  }
  await page.getByRole('button', { name: 'Ordenar vistas' }).click();
  const own = page.getByRole('region', { name: 'Tuyas' });
  await own.getByRole('button', { name: 'Subir Dos' }).click();
  const names = () =>
    own.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await expect.poll(names).toEqual(['Dos', 'Uno']);
  await own.getByLabel('Nombre de la vista Uno').fill('Primera');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['Dos', 'Primera']);
  expect(await findAxeViolations(page)).toEqual([]);
  await own.getByRole('button', { name: 'Eliminar vista Dos' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(names).toEqual(['Primera']);
});

test('what is found beyond the usual filters is a chip, with its name, and goes with a press', async () => {
  const page = await openPanel(ana);
  await page.getByRole('button', { name: 'Más filtros' }).click();
  await page.getByLabel('Sin actividad').selectOption('30');
  await page.getByText('No hay leads registrados con estos filtros').waitFor();
  await page.getByLabel('Plan de interés').selectOption({ label: 'Chat con IA' });
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe('?plan=chat-ia&idle=30');
  await page.getByRole('button', { name: /Plan de interés: Chat con IA/ }).click();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await rowOf(page, 'Omar Paz').waitFor();
});

test('a view whose filter is no more opens with the rest, and says what is missing', async () => {
  withDatabase(server, (db) =>
    db
      .prepare(
        `INSERT INTO saved_views (author_id, name, query, position, created_at)
         VALUES (?, 'De antes', 'pais=Chile&zona=norte', 9, '2026-01-01T00:00:00.000Z')`,
      )
      .run(ana.id),
  );
  const page = await openPanel(ana);
  await viewOf(page, 'De antes').click();
  await page.getByText('Esta vista usaba filtros que ya no existen (zona). Se abre con los demás.').waitFor();
  await rowOf(page, 'Iris Vega').waitFor();
  await rowOf(page, 'Omar Paz').waitFor({ state: 'detached' });
});

test('at 360 px the saved views are in reach and nothing overflows', async () => {
  const page = await openPanel(ana, '/panel', 360);
  await viewOf(page, 'De Chile').click();
  await page.getByText('2 leads', { exact: true }).waitFor();
  await expect(measureOverflow(page)).resolves.toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
});
