import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { watchComplaints } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { waitForMail } from '../support/mail';
import { startServer } from '../support/server';
import { button, openCrm, openStage, server, toast, waitForIslands } from '../support/stage';

let admin: Person;
openStage();
beforeAll(async () => {
  admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
});

const openAgency = (id: number) => openCrm(admin, `/users/company/${id}`);

test('the list says that it is empty, takes a new agency on top and leads to its page', async () => {
  const page = await openCrm(admin, '/users');
  const complaints = watchComplaints(page);
  await page.getByText('No hay inmobiliarias registradas', { exact: true }).waitFor();

  await button(page, 'Crear Inmobiliaria').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Inmobiliaria' });
  await dialog.getByRole('button', { name: 'Crear Inmobiliaria' }).click();
  await dialog.getByText('Nombre: escribí el nombre de la inmobiliaria.').waitFor();
  const name = dialog.getByLabel('Nombre');
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  await name.fill('Altos del Valle');
  await page.keyboard.press('Enter');
  await toast(page, 'Inmobiliaria creada exitosamente');
  await dialog.waitFor({ state: 'detached' });

  await button(page, 'Crear Inmobiliaria').click();
  await name.fill('Costanera');
  await dialog.getByLabel('País').fill('Perú');
  await dialog.getByRole('button', { name: 'Crear Inmobiliaria' }).click();
  await dialog.waitFor({ state: 'detached' });
  const rows = page.getByRole('row');
  await expect
    .poll(() => rows.nth(1).innerText())
    .toMatch(/Costanera\s+Perú\s+Free\s+Activa\s+\d\d\/\d\d\/\d{4}\s+Ver/);
  expect(await rows.first().innerText()).toMatch(/Nombre\s+País\s+Plan\s+Estado\s+Fecha de creación/);
  await rows.filter({ hasText: 'Altos del Valle' }).getByRole('link', { name: 'Ver' }).click();
  await page.waitForURL('**/users/company/*');
  await page.getByRole('heading', { level: 1, name: 'Altos del Valle' }).waitFor();
  await page.getByText('Sin país').waitFor();
  await page.getByText('Activa', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Volver a Gestión de CRM' }).click();
  await page.waitForURL('**/users');
  await page.getByRole('link', { name: 'Volver al panel' }).click();
  await page.waitForURL('**/panel');
  expect(complaints).toEqual([]);
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
  await page.route('**/api/companies?*', (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.getByLabel('Buscar inmobiliaria').fill('rio');
  await toast(page, 'Error al cargar las inmobiliarias');
  await other.stop();
});

test('an agency is renamed, moved, switched between plans, deactivated and brought back', async () => {
  const id = makeCompany(server, { name: 'Casa Norte' });
  const page = await openAgency(id);
  const complaints = watchComplaints(page);
  await button(page, 'Editar datos').click();
  const dialog = page.getByRole('dialog', { name: 'Editar inmobiliaria' });
  await dialog.getByLabel('Nombre').fill('Casa Sur');
  await dialog.getByLabel('País').fill('Chile');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await toast(page, 'Datos de la inmobiliaria actualizados');
  await page.getByRole('heading', { level: 1, name: 'Casa Sur' }).waitFor();

  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('Hasta 5 agentes').waitFor();
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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
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

describe('the coordinator', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Coordinador' });

  test('is created with an access link, reset, suspended, brought back and deleted', async () => {
    const page = await openAgency(makeCompany(server));
    const complaints = watchComplaints(page);
    await button(page, 'Crear Coordinador').click();
    const dialog = page.getByRole('dialog', { name: 'Crear Coordinador' });
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(true);
    await dialog.getByText('deberá cambiarla en el primer inicio de sesión').waitFor();
    await dialog.getByLabel('Nombre').fill('Coral Vidal');
    await dialog.getByLabel('Email').fill('coral@x.example.com');
    await dialog.getByLabel('Contraseña inicial').fill('1234567');
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await dialog.getByText('Contraseña: usá al menos 8 caracteres.').waitFor();
    await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await toast(page, 'Coordinador creado exitosamente');
    await toast(page, 'Te enviamos un link de acceso al correo del coordinador');
    await dialog.waitFor({ state: 'detached' });
    for (const text of ['Coral Vidal', 'coral@x.example.com', 'Pendiente', 'Fecha de creación']) {
      await card(page).getByText(text, { exact: true }).waitFor();
    }
    await waitForMail(server, 'coral@x.example.com', 1);

    await button(page, 'Reset Contraseña').click();
    await toast(page, 'Contraseña restablecida. Se ha enviado un email al coordinador.');
    await button(page, 'Suspender').click();
    await toast(page, 'Coordinador suspendido');
    await card(page).getByText('Suspendido', { exact: true }).waitFor();
    await button(page, 'Reactivar').click();
    await toast(page, 'Coordinador reactivado');
    await card(page).getByText('Activo', { exact: true }).waitFor();

    await button(page, 'Eliminar').click();
    const question = page.getByRole('alertdialog', { name: '¿Eliminar al coordinador?' });
    expect(
      await question
        .getByRole('button', { name: 'Cancelar' })
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await card(page).getByText('Coral Vidal').waitFor();
    await button(page, 'Eliminar').click();
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await toast(page, 'Coordinador eliminado');
    await button(page, 'Crear Coordinador').waitFor();
    expect(complaints).toEqual([]);
  });

  test('comes without a link where none is wanted, and with a warning where it could not be sent', async () => {
    const fill = async (page: Page, provision: boolean) => {
      await button(page, 'Crear Coordinador').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nombre').fill('Coral Vidal');
      await dialog.getByLabel('Email').fill(`coral-${provision}@x.example.com`);
      await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
      await dialog.getByRole('checkbox').setChecked(provision);
      await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    };
    const without = await openAgency(makeCompany(server));
    await fill(without, false);
    await toast(without, 'Coordinador creado exitosamente');
    expect(await without.getByText('Te enviamos un link').count()).toBe(0);

    const failing = await openAgency(makeCompany(server));
    await failing.route('**/api/manage-users', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), magicLinkSent: false } });
    });
    await fill(failing, true);
    await toast(failing, 'Coordinador creado, pero no se pudo enviar el link de acceso');
    await card(failing).getByText('Pendiente', { exact: true }).waitFor();
  });

  test('that somebody else has just created is told of, and shown', async () => {
    const id = makeCompany(server);
    const page = await openAgency(id);
    await button(page, 'Crear Coordinador').click();
    makePerson(server, { name: 'Otra Persona', roles: ['coordinator'], companyId: id });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Coral Vidal');
    await dialog.getByLabel('Email').fill('tarde@x.example.com');
    await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await toast(page, 'Esta inmobiliaria ya tiene un coordinador.');
    await dialog.waitFor({ state: 'detached' });
    await card(page).getByText('Otra Persona').waitFor();
  });

  test('turned down shows as Deshabilitado, with the way back', async () => {
    const id = makeCompany(server);
    makePerson(server, { roles: ['coordinator'], companyId: id, status: 'disabled' });
    const page = await openAgency(id);
    await card(page).getByText('Deshabilitado', { exact: true }).waitFor();
    await button(page, 'Reactivar').click();
    await toast(page, 'Coordinador reactivado');
  });

  test.each<[string, (page: Page) => Promise<void>, string]>([
    [
      'Reset Contraseña',
      (page) => button(page, 'Reset Contraseña').click(),
      'Error al restablecer la contraseña',
    ],
    ['Suspender', (page) => button(page, 'Suspender').click(), 'Error al cambiar el estado del coordinador'],
    [
      'Eliminar',
      async (page) => {
        await button(page, 'Eliminar').click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
      },
      'Error al eliminar el coordinador',
    ],
    [
      'the plan',
      async (page) => {
        await page.getByRole('region', { name: 'Plan' }).getByRole('combobox').selectOption('Pro');
      },
      'Error al actualizar el plan',
    ],
  ])('and the failure of %s are told apart', async (_name, act, text) => {
    const id = makeCompany(server);
    makePerson(server, { roles: ['coordinator'], companyId: id });
    const page = await openAgency(id);
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: 'x' }),
    );
    await act(page);
    await toast(page, text);
    expect(await page.getByRole('combobox').inputValue()).toBe('FREE');
  });

  test.each([
    ['an answer without a reason', { status: 500, body: 'x' }, 'Error al crear coordinador'],
    [
      'a reason',
      {
        status: 409,
        body: JSON.stringify({ success: false, error: { code: 'conflict', message: 'Porque no.' } }),
      },
      'Porque no.',
    ],
  ])('who cannot be created, with %s', async (_name, answer, text) => {
    const page = await openAgency(makeCompany(server));
    await page.route('**/api/manage-users', (route) => route.fulfill(answer));
    await button(page, 'Crear Coordinador').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Coral Vidal');
    await dialog.getByLabel('Email').fill('c@x.example.com');
    await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await toast(page, text);
  });
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
