import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, intercept, watchComplaints } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { startServer } from '../support/server';
import { button, openCrm, openStage, server, toast, waitForIslands } from '../support/stage';

let admin: Person;
openStage();
beforeAll(async () => {
  admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
});

const openAgency = (id: number) => openCrm(admin, `/users/company/${id}`);

test('the list says that it is empty, and a new agency opens, is listed and is a link in its whole row', async () => {
  const page = await openCrm(admin, '/users');
  const complaints = watchComplaints(page);
  await page.getByText('No hay inmobiliarias registradas', { exact: true }).waitFor();

  await button(page, 'Crear Inmobiliaria').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Inmobiliaria' });
  const create = dialog.getByRole('button', { name: 'Crear Inmobiliaria' });
  await create.click();
  await dialog.getByText('Nombre: escribí el nombre de la inmobiliaria.').waitFor();
  const name = dialog.getByLabel('Nombre');
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  await name.fill('Altos del Valle');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/users/company/*');
  await toast(page, 'Inmobiliaria creada exitosamente');
  await page.getByRole('heading', { level: 1, name: 'Altos del Valle' }).waitFor();
  await page.getByText('Sin país').waitFor();
  await page.getByText('Activa', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Volver a Gestión de CRM' }).click();
  await page.waitForURL('**/users');
  await waitForIslands(page);

  await button(page, 'Crear Inmobiliaria').click();
  await name.fill('altos del VALLE');
  await dialog.getByLabel('País').selectOption('Perú');
  await create.click();
  const question = dialog.getByRole('alert');
  expect(await question.innerText()).toBe('Ya existe Altos del Valle. ¿Crear igual?');
  expect(await question.getByRole('link').getAttribute('href')).toMatch(/^\/users\/company\/\d+$/);
  expect(await findAxeViolations(page)).toEqual([]);
  await name.fill('Costanera');
  await create.click();
  await page.getByRole('heading', { level: 1, name: 'Costanera' }).waitFor();
  await page.goto('/users');
  await waitForIslands(page);
  const rows = page.getByRole('row');
  await expect
    .poll(() => rows.nth(1).innerText())
    .toMatch(/Costanera\s+Perú\s+Free\s+Activa\s+\d\d\/\d\d\/\d{4}\s+Sin coordinador\s+0 de 5\s/);
  expect(await rows.first().innerText()).toMatch(/Nombre\s+País\s+Plan\s+Estado\s+Fecha de creación/);
  const row = rows.filter({ hasText: 'Altos del Valle' });
  await row.getByRole('link', { name: 'Ver' }).waitFor();
  // Anywhere in the row.
  await row.click();
  await page.getByRole('heading', { level: 1, name: 'Altos del Valle' }).waitFor();

  await page.goto('/users');
  await waitForIslands(page);
  await button(page, 'Crear Inmobiliaria').click();
  await name.fill('Costanera');
  await create.click();
  await dialog.getByRole('button', { name: 'Crear igual' }).click();
  await page.getByRole('heading', { level: 1, name: 'Costanera' }).waitFor();
  await page.getByText('Sin país').waitFor();
  await page.goto('/users');
  await page.getByRole('link', { name: 'Volver al panel' }).click();
  await page.waitForURL('**/panel');
  // The browser writes down each refusal of a double.
  expect(complaints.filter((complaint) => !complaint.includes('409 (Conflict)'))).toEqual([]);
});

test('a long list is searched while typing, keeps the search in its address and goes on behind it', async () => {
  const other = await startServer();
  const person = makePerson(other, { roles: ['admin'] });
  withDatabase(other, (db) => {
    const insert = db.prepare('INSERT INTO companies (name, country, created_at) VALUES (?, ?, ?)');
    for (let i = 0; i < 70; i++) {
      insert.run(`Río ${i}`, i === 3 ? 'México' : null, new Date(Date.UTC(2026, 0, 1, i)).toISOString());
    }
  });
  const page = await openCrm(person, '/users', { site: other });
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(51);
  await button(page, 'Ver más').click();
  await expect.poll(() => rows.count()).toBe(71);
  expect(await button(page, 'Ver más').count()).toBe(0);

  await page.getByLabel('Buscar inmobiliaria').fill('mex');
  await expect.poll(() => rows.count()).toBe(2);
  expect(new URL(page.url()).search).toBe('?q=mex');
  await page.reload();
  await waitForIslands(page);
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByLabel('Buscar inmobiliaria').fill('nadie');
  await page.getByText('Ninguna inmobiliaria coincide con la búsqueda').waitFor();
  await page.getByLabel('Buscar inmobiliaria').fill('');
  await expect.poll(() => rows.count()).toBe(51);
  await intercept(page, '**/api/companies?*', (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.getByLabel('Buscar inmobiliaria').fill('rio');
  await toast(page, 'Error al cargar las inmobiliarias');
  // What was found before is no answer to this search.
  expect(await rows.count()).toBe(0);
  await page.unroute('**/api/companies?*');
  await button(page, 'Reintentar').click();
  await expect.poll(() => rows.count()).toBe(51);
  await other.stop();
});

test('an agency is renamed, moved, switched between plans, deactivated and brought back', async () => {
  const id = makeCompany(server, { name: 'Casa Norte', country: 'Ecuador' });
  const page = await openAgency(id);
  const complaints = watchComplaints(page);
  await button(page, 'Editar datos').click();
  const dialog = page.getByRole('dialog', { name: 'Editar inmobiliaria' });
  await dialog.getByLabel('Nombre').fill('Casa Sur');
  // What was stored before there was that list stays among what can be chosen.
  expect(await dialog.getByLabel('País').inputValue()).toBe('Ecuador');
  await dialog.getByLabel('País').selectOption('Chile');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await toast(page, 'Datos de la inmobiliaria actualizados');
  await page.getByRole('heading', { level: 1, name: 'Casa Sur' }).waitFor();

  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('Hasta 5 agentes').waitFor();
  await plan.getByRole('combobox').selectOption('Pro');
  await toast(page, 'Plan actualizado');
  await button(page, 'Deshacer').click();
  await expect.poll(() => plan.getByRole('combobox').inputValue()).toBe('FREE');
  await plan.getByRole('combobox').selectOption('Pro');
  await toast(page, 'Plan actualizado');
  for (const feature of [
    'Agentes ilimitados',
    'Todas las funciones',
    'Soporte prioritario',
    'Reportes avanzados',
  ]) {
    await plan.getByText(feature).waitFor();
  }

  await button(page, 'Desactivar').click();
  const question = page.getByRole('alertdialog', { name: '¿Desactivar Casa Sur?' });
  await question.getByText('Se cierra su sesión en todos sus dispositivos.').waitFor();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await button(page, 'Desactivar').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click();
  await toast(page, 'Inmobiliaria desactivada');
  await page.getByText('Inactiva', { exact: true }).waitFor();
  await page.getByText('su coordinador no puede entrar').waitFor();
  await page.reload();
  await waitForIslands(page);
  await button(page, 'Activar').click();
  await toast(page, 'Inmobiliaria activada');
  expect(await plan.getByRole('combobox').inputValue()).toBe('PRO');
  expect(complaints).toEqual([]);
});

describe('what cannot be read', () => {
  const rename = (from: string, to: string) =>
    withDatabase(server, (db) => db.exec(`ALTER TABLE ${from} RENAME TO ${to}`));

  test('is said on the agency’s page, which tries again', async () => {
    const id = makeCompany(server, { name: 'Casa Este' });
    rename('agents', 'agents_away');
    const page = await openAgency(id);
    await toast(page, 'Error al cargar los datos de la inmobiliaria');
    const retry = page.getByRole('main').getByRole('button', { name: 'Reintentar' });
    const [again] = await Promise.all([page.waitForResponse(`**/api/companies/${id}`), retry.click()]);
    expect(again.status()).toBe(500);
    rename('agents_away', 'agents');
    await retry.click();
    await page.getByRole('heading', { level: 1, name: 'Casa Este' }).waitFor();
    await page.getByRole('heading', { name: 'Agentes (0)' }).waitFor();
  });

  test('is said in the place of the list, which tries again', async () => {
    rename('company_words', 'words_away');
    const page = await openCrm(admin, '/users?q=zzz');
    await toast(page, 'Error al cargar las inmobiliarias');
    rename('words_away', 'company_words');
    await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
    await page.getByText('Ninguna inmobiliaria coincide con la búsqueda').waitFor();
  });

  test('because there is no such agency is the 404 page', async () => {
    const page = await openCrm(admin, '/users');
    for (const id of ['999999', '0', 'abc', '1e3', '-1', '01', '9999999999999999', '1/agentes']) {
      const response = await page.goto(`/users/company/${id}`);
      expect(response?.status(), id).toBe(404);
      await page.getByText('Oops! Page not found').waitFor();
    }
  });
});

describe('whoever is no administrator', () => {
  test('is sent from an agency to the panel by way of /users, told why, and sees nothing of it', async () => {
    const id = makeCompany(server, { name: 'Agencia Secreta' });
    const page = await openCrm(makePerson(server), '/panel');
    const seen: string[] = [];
    page.on('response', async (response) => {
      if (response.request().isNavigationRequest())
        seen.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await page.goto(`/users/company/${id}`);
    expect(seen).toEqual([`302 /users/company/${id}`, '302 /users', '200 /panel']);
    await toast(page, 'No tienes permisos para acceder a esta sección');
    expect(await page.content()).not.toContain('Agencia Secreta');
  });

  test('as a coordinator ends at the own agency with the same words', async () => {
    const other = makeCompany(server, { name: 'Agencia Ajena' });
    const own = makeCompany(server, { name: 'Agencia Propia' });
    const coordinator = makePerson(server, { roles: ['coordinator'], companyId: own });
    for (const path of ['/users', `/users/company/${other}`, `/users/company/${own}`, '/panel']) {
      const page = await openCrm(coordinator, path);
      expect(new URL(page.url()).pathname).toBe('/inmobiliaria');
      await toast(page, 'No tienes permisos para acceder a esta sección');
      await page.getByRole('heading', { level: 1, name: 'Agencia Propia' }).waitFor();
      expect(await page.content()).not.toContain('Agencia Ajena');
    }
  });
});

test('of a lead that was won one press makes its agency, with its coordinator filled in; each leads to the other', async () => {
  const won = { nombre: 'Rosa Duarte', email: 'rosa@x.example.com', empresa: 'Casa Rosa', pais: 'Paraguay' };
  const staff = makePerson(server);
  const { lead } = (await call(server, '/api/leads', { cookie: staff.cookie, body: won })).json;
  makeCompany(server, { name: 'Casa Rosa' });
  const path = `/panel?lead=${lead.id}`;

  const page = await openCrm(admin, path);
  const open = page.getByRole('dialog', { name: 'Rosa Duarte' });
  await open.getByRole('tab', { name: 'Información' }).waitFor();
  expect(await open.getByRole('button', { name: 'Crear inmobiliaria' }).count()).toBe(0);
  // Live: a colleague wins it.
  const change = { method: 'PATCH', cookie: staff.cookie, body: { estado: 'ganado' } };
  await call(server, `/api/leads/${lead.id}`, change);
  await open.getByRole('button', { name: 'Crear inmobiliaria' }).click();
  const question = page.getByRole('alertdialog', { name: 'Crear inmobiliaria' });
  await question.getByText('Ya existe Casa Rosa. ¿Crear igual?').waitFor();
  await question.getByRole('button', { name: 'Crear igual' }).click();

  await page.waitForURL('**/users/company/*');
  const dialog = page.getByRole('dialog', { name: 'Crear Coordinador' });
  await dialog.waitFor();
  // Not by its role: the dialog lies over it.
  expect(await page.locator('h1').innerText()).toBe('Casa Rosa');
  await page.getByText('Paraguay').waitFor();
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe('Rosa Duarte');
  expect(await dialog.getByLabel('Email').inputValue()).toBe('rosa@x.example.com');
  await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
  await toast(page, 'Coordinador creado exitosamente');
  await page.reload();
  await waitForIslands(page);
  expect(await dialog.count()).toBe(0);

  await page.getByRole('link', { name: 'Rosa Duarte' }).click();
  await open.getByRole('link', { name: 'Casa Rosa' }).waitFor();
  const theirs = await openCrm(staff, path);
  const named = theirs.getByRole('dialog', { name: 'Rosa Duarte' }).getByText('Casa Rosa', { exact: true });
  await named.first().waitFor();
  expect(await theirs.getByRole('link', { name: 'Casa Rosa' }).count()).toBe(0);
});
