import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, intercept } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { listedNames, makeLead, readCounter, rowOf } from '../support/panel';
import { button, openCrm, openStage, server, toast } from '../support/stage';

let admin: Person;
let coordinator: Person;
let leadId: number;

openStage();
beforeAll(async () => {
  admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
  const companyId = makeCompany(server, { name: 'Casa Oeste' });
  coordinator = makePerson(server, { roles: ['coordinator'], companyId });
  leadId = (await makeLead(server, admin, { nombre: 'Iris Leída' })).id;
  const { id } = await makeLead(server, admin, { nombre: 'Nora Borrada' });
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: admin.cookie });
  await submitEnquiry(server, { ...validEnquiry, nombre: 'Olga Apartada', sitio_web: 'x' });
});

/** Takes a table, or a column of it, from the running server until what this returns is called. */
function takeAway(what: string): () => void {
  const [table, column] = what.split('.');
  const rename = (from: string, to: string) =>
    withDatabase(server, (db) =>
      db.exec(`ALTER TABLE ${column ? `${table} RENAME COLUMN ${from}` : `${from} RENAME`} TO ${to}`),
    );
  rename(column ?? what, 'taken_away');
  return () => rename('taken_away', column ?? what);
}

const main = (page: Page) => page.getByRole('main');
const retry = (page: Page) => main(page).getByRole('button', { name: 'Reintentar', exact: true });

describe('a page whose first read fails stands, says what is missing and tries again:', () => {
  test('the panel', async () => {
    const giveBack = takeAway('leads');
    const page = await openCrm(admin, `/panel?orden=antiguos&lead=${leadId}`);
    await toast(page, 'Error al cargar los leads');
    await main(page).getByText('Error al cargar los leads').waitFor();
    expect(await page.getByText('No hay leads registrados').count()).toBe(0);
    expect(await page.getByText('Leads Totales').locator('xpath=../..').innerText()).toContain('–');
    expect(await button(page, 'Crear Lead').isVisible()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);

    const [again] = await Promise.all([page.waitForResponse('**/api/leads?*'), retry(page).click()]);
    expect(again.status()).toBe(500);
    await retry(page).waitFor();
    giveBack();
    await retry(page).click();
    // The lead that the address names opens, too.
    await page.getByRole('dialog', { name: 'Iris Leída' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await listedNames(page)).toEqual(['Iris Leída']);
    expect(await readCounter(page, 'Leads Totales')).toBe(1);
    await makeLead(server, admin, { nombre: 'Llega Luego' });
    await rowOf(page, 'Llega Luego').waitFor();
  });

  const OTHERS: [string, () => Person, string, string, string][] = [
    ['/panel/papelera', () => admin, 'leads', 'Error al cargar los leads', 'Nora Borrada'],
    [
      '/panel/apartadas',
      () => admin,
      'enquiries',
      'Error al cargar las consultas apartadas',
      'Olga Apartada',
    ],
    ['/users?vista=equipo', () => admin, 'users.created_at', 'Error al cargar el equipo', 'Ana'],
    ['/users?vista=registro', () => admin, 'audit_events', 'Error al cargar el registro', 'Todavía no hay'],
    ['/users?vista=integraciones', () => admin, 'deliveries', 'Error al cargar los envíos', 'Todavía no'],
    [
      '/cuenta/sesiones',
      () => admin,
      'sessions.user_agent',
      'Error al cargar tus sesiones',
      'Este navegador',
    ],
    [
      '/inmobiliaria',
      () => coordinator,
      'agents',
      'Error al cargar los datos de la inmobiliaria',
      'Casa Oeste',
    ],
  ];
  test.each(OTHERS)('%s', async (path, person, table, text, thereAfterwards) => {
    const giveBack = takeAway(table);
    const page = await openCrm(person(), path);
    await toast(page, text);
    await main(page).getByText(text).waitFor();
    giveBack();
    await retry(page).click();
    await main(page).getByText(thereAfterwards).first().waitFor();
    expect(await retry(page).count()).toBe(0);
  });
});

test('a coordinator’s agency comes by itself once a lost connection is back, and the page stays the same', async () => {
  const giveBack = takeAway('agents');
  const page = await openCrm(coordinator, '/inmobiliaria');
  await main(page).getByText('Error al cargar los datos de la inmobiliaria').waitFor();
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('Sin conexión.').waitFor();
  giveBack();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Casa Oeste' }).waitFor();
  expect(await page.locator('body').getAttribute('data-same')).toBe('');
});

describe('in an open lead', () => {
  test('notes that cannot be read say so and offer to be read again, beside the box for a new one', async () => {
    await call(server, `/api/leads/${leadId}/notes`, { cookie: admin.cookie, body: { body: 'De antes.' } });
    const page = await openCrm(admin);
    await intercept(page, '**/notes', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Notas de Iris Leída' }).click();
    const dialog = page.getByRole('dialog', { name: 'Iris Leída' });
    await toast(page, 'Error al cargar las notas');
    await dialog.getByText('Error al cargar las notas').waitFor();
    expect(await dialog.getByText('Cargando...').count()).toBe(0);
    expect(await dialog.getByText('No hay notas para este lead').count()).toBe(0);

    await page.unroute('**/notes');
    await button(page, 'Reintentar').click();
    await dialog.getByText('De antes.').waitFor();
  });

  test('a note that is added where the others could not be read does not stand for all of them', async () => {
    const page = await openCrm(admin);
    const block = (isOn: boolean) =>
      intercept(page, '**/notes', (route) =>
        isOn && route.request().method() === 'GET' ? route.abort() : route.continue(),
      );
    await block(true);
    await page.getByRole('button', { name: 'Notas de Iris Leída' }).click();
    const dialog = page.getByRole('dialog', { name: 'Iris Leída' });
    await dialog.getByText('Error al cargar las notas').waitFor();
    await block(false);
    await dialog.getByLabel('Nueva nota').fill('La nueva.');
    await dialog.getByRole('button', { name: 'Guardar nota' }).click();
    await dialog.getByText('La nueva.', { exact: true }).waitFor();
    await dialog.getByText('De antes.').waitFor();
  });

  test('a history that cannot be read says so and offers to be read again', async () => {
    const giveBack = takeAway('lead_events.origin_id');
    const page = await openCrm(admin);
    await page.getByRole('link', { name: 'Iris Leída', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Iris Leída' });
    await dialog.getByRole('tab', { name: 'Historial' }).click();
    await toast(page, 'Error al cargar el historial');
    giveBack();
    await button(page, 'Reintentar').click();
    await dialog.getByText('creó el lead').waitFor();
  });
});

test('what was sent and cannot be opened says so and offers to be read again', async () => {
  await call(server, '/api/auth/recover', { body: { email: admin.email } });
  const page = await openCrm(admin, '/users?vista=integraciones');
  await intercept(page, '**/api/deliveries/*', (route) => route.abort());
  await page.getByRole('row').getByRole('link').first().click();
  await toast(page, 'Error al cargar los envíos');
  await page.unroute('**/api/deliveries/*');
  await page.getByRole('dialog').getByRole('button', { name: 'Reintentar' }).click();
  await page.getByRole('dialog').getByText('Identificador').waitFor();
});

test('messages of other filters do not stand for those that could not be read', async () => {
  await call(server, '/api/auth/recover', { body: { email: admin.email } });
  const page = await openCrm(admin, '/users?vista=integraciones');
  await intercept(page, '**/api/deliveries?*', (route) => route.abort());
  await page.getByLabel('Tipo').selectOption('Correo');
  await main(page).getByText('Error al cargar los envíos').waitFor();
  expect(await page.getByRole('row').getByRole('link').count()).toBe(0);
  await page.unroute('**/api/deliveries?*');
  await retry(page).click();
  await page.getByRole('row').getByRole('link').first().waitFor();
});

test('that a list could not be read again does not hide how what was done ended', async () => {
  const person = makePerson(server, { name: 'Beto Bravo' });
  const page = await openCrm(admin, '/users?vista=equipo');
  await intercept(page, '**/api/team', (route) => route.abort());
  const actions = page.getByRole('group', { name: `Acciones para ${person.name}` });
  await actions.getByRole('button', { name: 'Hacer administrador' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hacer administrador' }).click();
  await toast(page, 'Ahora es administrador');
  await toast(page, 'Error al cargar el equipo');
});
