import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, launchBrowser, measureOverflow, newContext } from '../support/browser';
import { call } from '../support/http';
import { makeLead, nameOf, rowOf } from '../support/panel';
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

const toast = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text);
const note = (id: number, body: string) =>
  call(server, `/api/leads/${id}/notes`, { cookie: ana.cookie, body: { body } });
const sheet = (page: Page, nombre: string) => page.getByRole('dialog', { name: nombre, exact: true });

/** Two leads of one person, the second one newer, with a note each. */
async function makePair(email: string): Promise<{ old: number; fresh: number; names: [string, string] }> {
  const names: [string, string] = [`Olga Paz ${email}`, `Olga ${email}`];
  const old = (await makeLead(server, ana, { nombre: names[0], email, empresa: 'Costanera' })).id;
  const fresh = (await makeLead(server, ana, { nombre: names[1], email, mensaje: 'Escribo de nuevo' })).id;
  await note(old, 'Quiere tres ambientes');
  await note(fresh, 'Por la zona norte');
  return { old, fresh, names };
}

test('a person’s enquiries are marked, joined by keyboard and separated, and every panel follows', async () => {
  const page = await openPanel(ana);
  const colleague = await openPanel(beto);
  const { old, names } = await makePair('uno@x.example.com');
  const [first, last] = names;
  await rowOf(colleague, first).getByText('2 consultas').waitFor();
  await page.getByRole('link', { name: 'Posibles duplicados' }).click();
  await nameOf(page, last).click();
  const others = sheet(page, last).getByRole('region', { name: 'Otras consultas de esta persona' });
  await others.getByText('Contactado').or(others.getByText('Nuevo')).first().waitFor();
  await others.getByRole('button', { name: `Unir con la consulta de ${first}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Unir consultas' });
  await expect.poll(() => dialog.getByRole('radio', { name: `La última: ${last}` }).isChecked()).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('radio', { name: `La última: ${last}` }).focus();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('radio', { name: `La primera: ${first}` }).focus();
  await page.keyboard.press('Enter');
  await toast(page, 'Leads unidos').waitFor();
  // The one that stays is open in the place of the other one.
  await sheet(page, first).getByRole('region', { name: 'Consultas unidas a esta' }).waitFor();
  expect(new URL(page.url()).searchParams.get('lead')).toBe(String(old));
  await rowOf(colleague, last).waitFor({ state: 'detached' });
  await expect.poll(() => rowOf(colleague, first).getByText('2 consultas').count()).toBe(0);
  await sheet(page, first).getByRole('tab', { name: 'Historial' }).click();
  await sheet(page, first).getByText(`unió la consulta de ${last}`).waitFor();
  await sheet(page, first).getByText('Por la zona norte').waitFor();
  await sheet(page, first).getByRole('tab', { name: 'Información' }).click();
  await sheet(page, first)
    .getByRole('button', { name: `Separar la consulta de ${last}` })
    .click();
  await toast(page, 'Leads separados').waitFor();
  await rowOf(colleague, last).getByText('2 consultas').waitFor();
});

test('joining is taken back from its toast, and the other one is opened from the lead', async () => {
  const { names } = await makePair('dos@x.example.com');
  const [first, last] = names;
  const page = await openPanel(ana, '/panel?duplicados=si&q=dos');
  await nameOf(page, first).click();
  await page.getByRole('button', { name: `Abrir la consulta de ${last}` }).click();
  await sheet(page, last)
    .getByRole('button', { name: `Unir con la consulta de ${first}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Unir consultas' });
  await dialog.getByRole('button', { name: 'Unir', exact: true }).click();
  await toast(page, 'Leads unidos').waitFor();
  await sheet(page, last).getByRole('region', { name: 'Consultas unidas a esta' }).waitFor();
  await page.locator('.toasts').getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, 'Leads separados').waitFor();
  await rowOf(page, first).waitFor();
});

test('whoever has a lead open that a colleague joins is led to the one that stays', async () => {
  const { old, fresh, names } = await makePair('tres@x.example.com');
  const page = await openPanel(ana, `/panel?lead=${fresh}`);
  await sheet(page, names[1]).getByRole('region', { name: 'Otras consultas de esta persona' }).waitFor();
  await call(server, `/api/leads/${fresh}/join`, { cookie: beto.cookie, body: { into: old, take: [] } });
  await page.getByText(`Esta consulta se unió con la de ${names[0]}.`).waitFor();
  await page.getByRole('button', { name: `Abrir la consulta de ${names[0]}` }).click();
  await sheet(page, names[0]).getByRole('region', { name: 'Consultas unidas a esta' }).waitFor();
  await page.goto(`/panel?lead=${fresh}`);
  await sheet(page, names[0]).waitFor();
  expect(new URL(page.url()).searchParams.get('lead')).toBe(String(old));
});

test('whoever is typed in and is there already is named while one types', async () => {
  const { id } = await makeLead(server, ana, {
    nombre: 'Vera Luz',
    email: 'vera.luz@gmail.com',
    whatsapp: '+54 9 11 5874 9895',
  });
  await call(server, `/api/leads/${id}`, {
    cookie: ana.cookie,
    method: 'PATCH',
    body: { estado: 'contactado', owner_id: beto.id },
  });
  const page = await openPanel(ana);
  await page.getByRole('button', { name: 'Crear Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByLabel('WhatsApp').fill('11 5874-9895');
  await dialog.getByLabel('País').selectOption('Argentina');
  const known = dialog.getByText('Ya está: Vera Luz, Contactado, de Beto Luna');
  await known.waitFor();
  await dialog.getByLabel('WhatsApp').fill('');
  await known.waitFor({ state: 'detached' });
  await dialog.getByLabel(/^Email/).fill('veraluz+casas@googlemail.com');
  await known.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByLabel(/^Nombre/).fill('Vera otra vez');
  await dialog.getByRole('button', { name: 'Crear igual' }).click();
  await rowOf(page, 'Vera otra vez').getByText('2 consultas').waitFor();
  await page.getByRole('button', { name: 'Crear Lead' }).click();
  await dialog.getByLabel(/^Email/).fill('vera.luz@gmail.com');
  await dialog.getByText('Y otra consulta más.').waitFor();
  await dialog.getByRole('button', { name: 'Abrir', exact: true }).click();
  await sheet(page, 'Vera otra vez').waitFor();
});

test('on a phone the two stand side by side, and nothing is wider than the screen', async () => {
  const { fresh, names } = await makePair('cuatro@x.example.com');
  const page = await openPanel(ana, `/panel?lead=${fresh}`, 360);
  await page.getByRole('button', { name: `Unir con la consulta de ${names[0]}` }).click();
  await page.getByRole('radio', { name: `La última: ${names[1]}` }).waitFor();
  expect(await measureOverflow(page)).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
});
