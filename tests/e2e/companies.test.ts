import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept, watchConsoleErrors } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { provideProvenPerson } from '../support/provide';
import { button, openCrm, openPage, openStage, server, toast } from '../support/stage';

openStage(() => ({}));
const admin = provideProvenPerson(server, { name: 'Ana', roles: ['admin'] });

const rename = (from: string, to: string) =>
  withDatabase(server, (db) => db.exec(`ALTER TABLE ${from} RENAME TO ${to}`));

test('the list says that it cannot be read or is empty; a new agency opens, is listed and is a link in its whole row', async () => {
  rename('company_words', 'words_away');
  const page = await openCrm(admin, '/users?q=zzz');
  const complaints = watchConsoleErrors(page);
  await toast(page, 'Error al cargar las inmobiliarias');
  rename('words_away', 'company_words');
  await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
  await page.getByText('Ninguna inmobiliaria coincide con la búsqueda').waitFor();
  await page.goto('/users');
  await waitForIslands(page);
  await page.getByText('No hay inmobiliarias registradas', { exact: true }).waitFor();

  await button(page, 'Crear Inmobiliaria').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Inmobiliaria' });
  const create = dialog.getByRole('button', { name: 'Crear Inmobiliaria' });
  await create.click();
  await dialog.getByText('Nombre: escribí el nombre de la inmobiliaria.').waitFor();
  const name = dialog.getByLabel('Nombre');
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
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
  await expect.poll(() => question.innerText()).toBe('Ya existe Altos del Valle. ¿Crear igual?');
  await expect.poll(() => question.getByRole('link').getAttribute('href')).toMatch(/^\/users\/company\/\d+$/);
  await name.fill('Costanera');
  await create.click();
  await page.getByRole('heading', { level: 1, name: 'Costanera' }).waitFor();
  await page.goto('/users');
  await waitForIslands(page);
  const rows = page.getByRole('row');
  await expect
    .poll(() => rows.nth(1).innerText())
    .toMatch(/Costanera\s+Perú\s+Free\s+Activa\s+\d\d\/\d\d\/\d{4}\s+Sin coordinador\s+0 de 5\s/);
  await expect.poll(() => rows.first().innerText()).toMatch(/Nombre\s+País\s+Plan\s+Estado\s+Fecha de creación/);
  const row = rows.filter({ hasText: 'Altos del Valle' });
  await row.getByRole('link', { name: 'Ver' }).waitFor();

  await button(page, 'Crear Inmobiliaria').click();
  await name.fill('Costanera');
  await create.click();
  await dialog.getByRole('button', { name: 'Crear igual' }).click();
  await page.getByRole('heading', { level: 1, name: 'Costanera' }).waitFor();
  await page.getByText('Sin país').waitFor();
  await page.goto('/users');
  await waitForIslands(page);
  await row.click();
  await page.getByRole('heading', { level: 1, name: 'Altos del Valle' }).waitFor();
  await page.getByRole('link', { name: 'Volver a Gestión de CRM' }).click();
  await page.waitForURL('**/users');
  await page.getByRole('link', { name: 'Volver al panel' }).click();
  await page.waitForURL('**/panel');
  // The browser logs each refused duplicate.
  expect(complaints.filter((complaint) => !complaint.includes('409 (Conflict)'))).toEqual([]);
});

test('a long list is searched while typing, keeps the search in its address and goes on behind it', async () => {
  const others = withDatabase(server, (db) => {
    const insert = db.prepare('INSERT INTO companies (name, country, created_at) VALUES (?, ?, ?)');
    const before = db.prepare('SELECT count(*) FROM companies').pluck().get() as number;
    for (let i = 0; i < 70; i++) {
      insert.run(`Río ${i}`, i === 3 ? 'México' : null, new Date(Date.UTC(2026, 0, 1, i)).toISOString());
    }
    return before;
  });
  const page = await openCrm(admin, '/users');
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(51);
  await button(page, 'Ver más').click();
  await expect.poll(() => rows.count()).toBe(71 + others);
  await expect.poll(() => button(page, 'Ver más').count()).toBe(0);

  await page.getByLabel('Buscar inmobiliaria').fill('mex');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => new URL(page.url()).search).toBe('?q=mex');
  await page.reload();
  await waitForIslands(page);
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByLabel('Buscar inmobiliaria').fill('nadie');
  await page.getByText('Ninguna inmobiliaria coincide con la búsqueda').waitFor();
  await page.getByLabel('Buscar inmobiliaria').fill('');
  await expect.poll(() => rows.count()).toBe(51);
  const busy = { error: { code: 'busy', message: 'El servidor está ocupado.' } };
  await intercept(page, '**/api/companies?*', (route) => route.fulfill({ status: 503, body: JSON.stringify(busy) }));
  const said = () => page.getByRole('region', { name: 'Avisos (Alt+T)' }).getByRole('paragraph').allInnerTexts();
  const failed = ['Error al cargar las inmobiliarias', 'El servidor está ocupado.'];
  await button(page, 'Ver más').click();
  await expect.poll(said).toEqual(failed);
  await button(page, 'Descartar aviso').click();
  await page.getByLabel('Buscar inmobiliaria').fill('rio');
  await expect.poll(said).toEqual(failed);
  // Earlier results do not answer this search.
  await expect.poll(() => rows.count()).toBe(0);
  await page.unroute('**/api/companies?*');
  await button(page, 'Reintentar').click();
  await expect.poll(() => rows.count()).toBe(51);
});

test('an agency says that it cannot be read, is renamed, moved, switched between plans, deactivated and brought back', async () => {
  const id = makeCompany(server, { name: 'Casa Norte', country: 'Ecuador' });
  rename('agents', 'agents_away');
  const page = await openCrm(admin, `/users/company/${id}`);
  await toast(page, 'Error al cargar los datos de la inmobiliaria');
  const retry = page.getByRole('main').getByRole('button', { name: 'Reintentar' });
  const [again] = await Promise.all([page.waitForResponse(`**/api/companies/${id}`), retry.click()]);
  expect(again.status()).toBe(500);
  rename('agents_away', 'agents');
  await retry.click();
  await page.getByRole('heading', { level: 1, name: 'Casa Norte' }).waitFor();
  await page.getByRole('heading', { name: 'Agentes (0)' }).waitFor();

  const complaints = watchConsoleErrors(page);
  await button(page, 'Editar datos').click();
  const dialog = page.getByRole('dialog', { name: 'Editar inmobiliaria' });
  await dialog.getByLabel('Nombre').fill('Casa Sur');
  // A value stored before the list existed stays selectable.
  await expect.poll(() => dialog.getByLabel('País').inputValue()).toBe('Ecuador');
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
  for (const feature of ['Agentes ilimitados', 'Todas las funciones', 'Soporte prioritario', 'Reportes avanzados']) {
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
  await expect.poll(() => plan.getByRole('combobox').inputValue()).toBe('PRO');
  expect(complaints).toEqual([]);

  // None of these is a company.
  const statuses: Record<string, number | undefined> = {};
  for (const none of ['999999', '0', 'abc', '1e3', '-1', '01', '9999999999999999', '1/agentes']) {
    statuses[none] = (await page.goto(`/users/company/${none}`))?.status();
    await page.getByText('Oops! Page not found').waitFor();
  }
  expect([...new Set(Object.values(statuses))], JSON.stringify(statuses)).toEqual([404]);
});

test('whoever is no administrator is sent from agencies to the own place, told why, and sees nothing of them', async () => {
  const own = makeCompany(server, { name: 'Agencia Propia' });
  const secret = makeCompany(server, { name: 'Agencia Secreta' });
  const refusal = 'No tienes permisos para acceder a esta sección';

  const staff = await openPage({ person: makePerson(server) });
  const seen: string[] = [];
  staff.on('response', (response) => {
    if (response.request().isNavigationRequest()) seen.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  await staff.goto(`/users/company/${secret}`);
  expect(seen).toEqual([`302 /users/company/${secret}`, '302 /users', '200 /panel']);
  await toast(staff, refusal);
  await expect.poll(() => staff.content()).not.toContain('Agencia Secreta');
  await expect.poll(() => staff.getByRole('link', { name: 'Gestionar CRM' }).count()).toBe(0);

  const page = await openPage({
    person: makePerson(server, { roles: ['coordinator'], companyId: own }),
  });
  for (const path of ['/users', `/users/company/${secret}`, `/users/company/${own}`, '/panel']) {
    await page.goto(path);
    await expect.poll(() => new URL(page.url()).pathname, { message: path }).toBe('/inmobiliaria');
    await toast(page, refusal);
    await page.getByRole('heading', { level: 1, name: 'Agencia Propia' }).waitFor();
    await expect.poll(() => page.content(), { message: path }).not.toContain('Agencia Secreta');
  }
});

test('of a lead that was won a form that is filled in makes its agency with the coordinator; one made by mistake is deleted and comes back', async () => {
  const won = { nombre: 'Rosa Duarte', email: 'rosa@x.example.com', empresa: 'Casa Rosa', pais: 'Paraguay' };
  const staff = makePerson(server);
  const { lead } = (await call(server, '/api/leads', { cookie: staff.cookie, body: won })).json;
  makeCompany(server, { name: 'Casa Rosa' });
  const path = `/panel?lead=${lead.id}`;

  const page = await openCrm(admin, path);
  const open = page.getByRole('dialog', { name: 'Rosa Duarte' });
  await open.getByRole('tab', { name: 'Información' }).waitFor();
  await expect.poll(() => open.getByRole('button', { name: 'Crear inmobiliaria' }).count()).toBe(0);
  // Live: a colleague wins it, and the administrator is notified.
  const sold = { estado: 'ganado', plan: 'chat-ia', billing: 'anual' };
  const change = { method: 'PATCH', cookie: staff.cookie, body: sold };
  await call(server, `/api/leads/${lead.id}`, change);
  await toast(page, 'Lead ganado: Rosa Duarte');
  await open.getByRole('combobox', { name: 'Plan contratado' }).waitFor();
  await open.getByRole('button', { name: 'Crear inmobiliaria' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Inmobiliaria' });
  const person = dialog.getByRole('group', { name: 'Coordinador' });
  await person.waitFor();
  // What was sold is one thing, the agency's plan another.
  await dialog.getByText('Plan contratado: Chat con IA · Anual · USD 50 por mes').waitFor();
  await dialog.getByText('Plan de la inmobiliaria en el CRM: Free.').waitFor();
  // Cancelling leads back to the lead.
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await open.getByRole('button', { name: 'Crear inmobiliaria' }).click();
  await expect.poll(() => dialog.getByLabel('Nombre').first().inputValue()).toBe('Casa Rosa');
  await expect.poll(() => dialog.getByLabel('País').inputValue()).toBe('Paraguay');
  await expect.poll(() => person.getByLabel('Nombre').inputValue()).toBe('Rosa Duarte');
  const email = person.getByLabel('Email');
  await expect.poll(() => email.inputValue()).toBe('rosa@x.example.com');
  // With an access link, the password is made up.
  await expect.poll(() => person.getByLabel('Contraseña inicial').isVisible()).toBe(false);
  await email.fill(admin.email);
  await page.keyboard.press('Enter');
  await dialog.getByText('Ya existe').waitFor();
  await dialog.getByRole('button', { name: 'Crear igual' }).click();
  await person.getByText('Email: ya hay una cuenta con esa dirección.').waitFor();
  await email.fill('rosa@x.example.com');
  await dialog.getByRole('button', { name: 'Crear igual' }).click();

  await page.waitForURL('**/users/company/*');
  for (const text of [
    'Inmobiliaria creada exitosamente',
    'Coordinador creado exitosamente',
    'Te enviamos un link de acceso al correo del coordinador',
  ])
    await toast(page, text);
  await page.getByRole('heading', { level: 1, name: 'Casa Rosa' }).waitFor();
  await page.getByText('Paraguay').waitFor();
  await page.getByRole('region', { name: 'Coordinador' }).getByText('Rosa Duarte').waitFor();
  await expect.poll(() => button(page, 'Eliminar').count()).toBe(1);

  await page.getByRole('link', { name: 'Rosa Duarte' }).click();
  await open.getByRole('link', { name: 'Casa Rosa' }).waitFor();
  const theirs = await openCrm(staff, path);
  const named = theirs.getByRole('dialog', { name: 'Rosa Duarte' }).getByText('Casa Rosa', { exact: true });
  await named.first().waitFor();
  await expect.poll(() => theirs.getByRole('link', { name: 'Casa Rosa' }).count()).toBe(0);

  // The person's name is never used for the company's.
  const { nombre } = { nombre: 'Iris Vega' };
  const bare = (await call(server, '/api/leads', { cookie: staff.cookie, body: { nombre, email: 'i@x.co' } })).json;
  await call(server, `/api/leads/${bare.lead.id}`, change);
  await page.goto(`/users?crear=${bare.lead.id}`);
  const name = dialog.getByLabel('Nombre').first();
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  await expect.poll(() => name.inputValue()).toBe('');
  await dialog.getByRole('checkbox', { name: 'Crear también su coordinador' }).uncheck();
  await name.fill('Por error');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Por error' }).waitFor();
  await button(page, 'Eliminar').click();
  await toast(page, 'Inmobiliaria eliminada');
  await page.getByText('Eliminaste esta inmobiliaria.').waitFor();
  await button(page, 'Deshacer').click();
  await toast(page, 'Inmobiliaria recuperada');
  await button(page, 'Editar datos').waitFor();
  await page.getByRole('link', { name: nombre }).waitFor();
  // A link used twice leads to the company made.
  await page.goto(`/users?crear=${bare.lead.id}`);
  await page.getByRole('heading', { level: 1, name: 'Por error' }).waitFor();
});
