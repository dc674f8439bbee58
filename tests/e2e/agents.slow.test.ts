import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { provideProvenPerson } from '../support/provide';
import { button, DESKTOP, openCrm, openPage, openStage, PHONE, server, toast } from '../support/stage';

openStage();
const admin = provideProvenPerson(server, { name: 'Ana', roles: ['admin'] });

const agents = (page: Page) => page.getByRole('list', { name: 'Agentes' }).getByRole('listitem');
const agent = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const planOf = (page: Page) => page.getByRole('region', { name: 'Plan' });
const choose = async (page: Page, name: string, action: string) => {
  await button(page, `Acciones para ${name}`).click();
  await page
    .getByRole('dialog', { name: `Acciones para ${name}` })
    .getByText(action)
    .click();
};

/** From no agents to the plan's five, and back to four. */
async function keepAgents(page: Page, companyId: number): Promise<void> {
  const complaints = watchConsoleErrors(page);
  await page.getByText('No hay agentes registrados').waitFor();
  await button(page, 'Agregar agente').click();
  const dialog = page.getByRole('dialog', { name: 'Agregar agente' });
  const add = dialog.getByRole('button', { name: 'Agregar agente' });
  await dialog.getByLabel('Nombre').fill('Zoe Paz');
  await add.click();
  await dialog.getByText('Email: escribí el email del agente.').waitFor();
  await dialog.getByLabel('Email').fill('zoe@x.example.com');
  await add.click();
  await toast(page, 'Agente agregado');
  await page.getByText('Agentes (1)').waitFor();
  // The form stays, emptied, for the next one.
  const name = dialog.getByLabel('Nombre');
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  await expect.poll(() => name.inputValue()).toBe('');
  await page.keyboard.type('Álvaro');
  await dialog.getByLabel('Email').fill('ZOE@x.example.com');
  await add.click();
  await dialog.getByText('Email: ya hay un agente con esa dirección en esta inmobiliaria.').waitFor();
  await dialog.getByLabel('Email').fill('alvaro@x.example.com');
  await page.keyboard.press('Enter');
  await dialog.getByText(/Quedan 3 lugares en el plan\./).waitFor();
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => agents(page).first().innerText()).toMatch(/^Álvaro/);

  await choose(page, 'Zoe Paz', 'Editar');
  const editor = page.getByRole('dialog', { name: 'Editar agente' });
  await expect.poll(() => editor.getByLabel('Email').inputValue()).toBe('zoe@x.example.com');
  await editor.getByLabel('Nombre').fill('Zoe Luna');
  await editor.getByRole('button', { name: 'Guardar' }).click();
  await toast(page, 'Agente actualizado');
  await editor.waitFor({ state: 'detached' });

  await choose(page, 'Zoe Luna', 'Suspender');
  await toast(page, 'Agente suspendido');
  await agent(page, 'Zoe Luna').getByText('Suspendido').waitFor();
  await choose(page, 'Zoe Luna', 'Reactivar');
  await toast(page, 'Agente reactivado');
  await agent(page, 'Zoe Luna').getByText('Activo').waitFor();

  await choose(page, 'Zoe Luna', 'Eliminar');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await choose(page, 'Zoe Luna', 'Eliminar');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await toast(page, 'Agente eliminado');
  await page.getByRole('heading', { name: 'Agentes (1)' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Agentes (1)');
  // The browser itself logs the refused email.
  expect(complaints.filter((text) => !/status of 409/.test(text))).toEqual([]);

  makeAgents(server, companyId, 3);
  await page.reload();
  await waitForIslands(page);
  await agent(page, 'Álvaro').waitFor();
  await expect.poll(() => agent(page, 'Zoe').count()).toBe(0);
  await page.getByText('4 de 5 activos').waitFor();
  await button(page, 'Agregar agente').click();
  await dialog.getByLabel('Nombre').fill('Quinta');
  await dialog.getByLabel('Email').fill('quinta@x.example.com');
  // A colleague takes the last place meanwhile.
  makeAgents(server, companyId, 1);
  await add.click();
  await toast(page, 'El plan Free admite 5 agentes activos. Para sumar otro, suspendé o eliminá uno, o pasá a Pro.');
  await page.reload();
  await waitForIslands(page);
  await page.getByText('5 de 5 activos').waitFor();
  await expect.poll(() => button(page, 'Agregar agente').isDisabled(), { message: 'no room for a sixth' }).toBe(true);
  await choose(page, 'Álvaro', 'Suspender');
  await page.getByText('4 de 5 activos').waitFor();
  await expect.poll(() => button(page, 'Agregar agente').isDisabled(), { message: 'room again' }).toBe(false);
}

test('an administrator keeps an agency’s agents up to FREE’s five, searches many, and FREE takes none away', async () => {
  const id = makeCompany(server);
  const page = await openCrm(admin, `/users/company/${id}`);
  await keepAgents(page, id);

  const [first] = makeAgents(server, id, 14);
  withDatabase(server, (db) => {
    db.prepare("UPDATE agents SET name = 'Íñigo' WHERE id = ?").run(first);
    db.prepare("UPDATE companies SET plan = 'PRO' WHERE id = ?").run(id);
  });
  await page.reload();
  await waitForIslands(page);
  await page.getByLabel('Buscar agente').fill('inigo');
  await expect.poll(() => agents(page).count()).toBe(1);
  await page.getByLabel('Buscar agente').fill('zzz');
  await page.getByText('Ningún agente coincide con la búsqueda').waitFor();

  await planOf(page).getByRole('combobox').selectOption('Free');
  await toast(page, 'Plan actualizado');
  await page.getByText(/^Hay 18 agentes activos y el plan Free admite 5\. Se conservan todos/).waitFor();
  // Including the suspended one.
  await page.getByRole('heading', { name: 'Agentes (19)' }).waitFor();
  await expect.poll(() => button(page, 'Agregar agente').isDisabled()).toBe(true);
});

test('a coordinator keeps the own agents, and sees the own plan and what PRO would add, but cannot switch it', async () => {
  const id = makeCompany(server, { name: 'Casa Propia' });
  const coordinator = makePerson(server, { roles: ['coordinator'], companyId: id });
  const page = await openCrm(coordinator, '/inmobiliaria');
  const plan = planOf(page);
  await expect
    .poll(() => plan.innerText())
    .toMatch(/Free[\s\S]*Hasta 5 agentes[\s\S]*Con Pro sumás[\s\S]*Agentes ilimitados[\s\S]*Reportes avanzados/);
  await expect
    .poll(() => plan.getByRole('link', { name: 'Pedir el cambio de plan' }).getAttribute('href'))
    .toMatch(/^mailto:[^?]+\?subject=Cambio%20de%20plan%3A%20Casa%20Propia$/);
  await expect.poll(() => page.getByRole('combobox').count()).toBe(0);
  await keepAgents(page, id);

  withDatabase(server, (db) => db.prepare("UPDATE companies SET plan = 'PRO' WHERE id = ?").run(id));
  await page.reload();
  await waitForIslands(page);
  await expect.poll(() => plan.innerText()).not.toContain('Con Pro sumás');
});

test('a coordinator’s first ten minutes, on a phone: from the initial password to five agents, what the next plan brings and whom to ask', async () => {
  const email = `coral-${crypto.randomUUID()}@x.example.com`;
  const initial = 'siete lunas de papel';
  const made = await call(server, '/api/companies', {
    cookie: admin.cookie,
    body: { name: 'Casa Coral', coordinator: { name: 'Coral Vidal', email, password: initial } },
  });
  expect(made.status).toBe(201);
  const page = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const complaints = watchConsoleErrors(page);
  await page.goto('/login');
  await waitForIslands(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(initial);
  await button(page, 'Iniciar sesión').tap();
  await page.waitForURL('**/cuenta/cambiar-contrasena');
  await waitForIslands(page);
  await page.getByText('Al menos 8 caracteres.').waitFor();
  await page.getByLabel('Contraseña nueva').fill('puerta azul 42 casas');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/inmobiliaria');
  await waitForIslands(page);
  await page.getByRole('heading', { level: 1, name: 'Casa Coral' }).waitFor();

  await button(page, 'Agregar agente').tap();
  const dialog = page.getByRole('dialog', { name: 'Agregar agente' });
  // On a phone the field waits for a tap, to keep the keyboard closed, and then keeps the focus.
  await dialog.getByLabel('Nombre').tap();
  for (const name of ['Ana', 'Beto', 'Clara', 'Dora', 'Elsa']) {
    await expect
      .poll(() => dialog.getByLabel('Nombre').evaluate((input) => input === document.activeElement))
      .toBe(true);
    await page.keyboard.type(name);
    await dialog.getByLabel('Email').fill(`${name}@casa.example.com`);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(name, { exact: true }).waitFor();
  }
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('5 de 5 activos').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Agregar agente');
  await expect.poll(() => agents(page).count()).toBe(5);
  await page.getByRole('link', { name: 'Ver el plan Pro' }).tap();
  const plan = planOf(page);
  await expect.poll(() => plan.evaluate((card) => card.getBoundingClientRect().top)).toBeLessThan(500);
  await plan.getByRole('link', { name: 'Pedir el cambio de plan' }).waitFor();
  await plan.getByRole('link', { name: /@/ }).waitFor();
  await expect.poll(() => measureOverflow(page)).toBe(0);
  expect(complaints).toEqual([]);
});

test('what is long fits everywhere about an agency, on a phone and at a desk, and nothing complains', async () => {
  const LONG = 'María de los Ángeles Fernández-Villanueva y Compañía Inmobiliaria del Litoral';
  const bare = makeCompany(server, { name: 'Sin nadie' });
  const full = makeCompany(server, { name: LONG, country: 'Argentina' });
  makeAgents(server, full, 5);
  withDatabase(server, (db) => {
    db.prepare('UPDATE agents SET name = ?, email = ? WHERE id = (SELECT max(id) FROM agents)').run(
      LONG,
      `${'maria.de.los.angeles.fernandez'.repeat(2)}@inmobiliaria-del-litoral.example.com`,
    );
  });
  const coordinator = makePerson(server, { name: LONG, roles: ['coordinator'], companyId: full });

  const misfits: string[] = [];
  for (const [device, options] of [
    ['a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
    ['a desk', { viewport: DESKTOP }],
  ] as const) {
    const page = await openCrm(admin, '/users', options);
    const complaints = watchConsoleErrors(page);
    const dialog = page.getByRole('dialog');
    const look = async (screen: string, seen = page) => {
      const overflow = await measureOverflow(seen);
      if (overflow > 0) misfits.push(`${screen} on ${device}: ${overflow} px too wide`);
    };
    const leave = async (layer = dialog) => {
      await page.keyboard.press('Escape');
      await layer.waitFor({ state: 'detached' });
    };
    const visit = async (id: number) => {
      await page.goto(`/users/company/${id}`);
      await waitForIslands(page);
    };

    await look('the list');
    await button(page, 'Crear Inmobiliaria').click();
    await dialog.getByRole('button', { name: 'Crear Inmobiliaria' }).click();
    await page.getByText('Nombre: escribí el nombre de la inmobiliaria.').waitFor();
    await look('the dialog for a new agency, with errors');
    await leave();
    await page.getByLabel('Buscar inmobiliaria').fill('zzz');
    await page.getByText('Ninguna inmobiliaria coincide con la búsqueda').waitFor();
    await look('the list without a match');

    await visit(full);
    await look('an agency');
    await button(page, 'Editar datos').click();
    await page.getByLabel('País').waitFor();
    await look('the dialog for its data');
    await leave();
    await button(page, 'Eliminar').click();
    await page.getByRole('alertdialog').waitFor();
    await look('the question before deleting');
    await leave(page.getByRole('alertdialog'));
    await page
      .getByRole('button', { name: /^Acciones para/ })
      .first()
      .click();
    await dialog.getByText('Suspender').waitFor();
    await look('the menu of an agent');

    await visit(bare);
    await look('an agency without anybody');
    await button(page, 'Crear Coordinador').click();
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await page.getByText('Nombre: escribí el nombre del coordinador.').waitFor();
    await look('the dialog for a coordinator, with errors');
    await leave();
    await button(page, 'Agregar agente').click();
    await dialog.getByLabel('Email').waitFor();
    await look('the dialog for an agent');

    const own = await openCrm(coordinator, '/inmobiliaria', options);
    await look('the own agency', own);
    expect(complaints, `on ${device}`).toEqual([]);
  }
  expect(misfits).toEqual([]);
});
