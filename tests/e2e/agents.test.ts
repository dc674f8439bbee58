import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, measureOverflow, watchComplaints } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { button, DESKTOP, openCrm, openStage, PHONE, server, toast, waitForIslands } from '../support/stage';

let admin: Person;
openStage();
beforeAll(async () => {
  admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
});

const agent = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const choose = async (page: Page, name: string, action: string) => {
  await button(page, `Acciones para ${name}`).click();
  await page
    .getByRole('dialog', { name: `Acciones para ${name}` })
    .getByText(action)
    .click();
};

type Role = 'an administrator' | 'the coordinator';
const openAs = async (role: Role, companyId: number): Promise<Page> => {
  if (role === 'an administrator') return openCrm(admin, `/users/company/${companyId}`);
  const coordinator = makePerson(server, { roles: ['coordinator'], companyId });
  return openCrm(coordinator, '/inmobiliaria');
};

describe.each<Role>(['an administrator', 'the coordinator'])('%s', (role) => {
  test('adds, edits, suspends, brings back and deletes agents', async () => {
    const page = await openAs(role, makeCompany(server));
    const complaints = watchComplaints(page);
    await page.getByText('No hay agentes registrados').waitFor();
    await button(page, 'Agregar agente').click();
    const dialog = page.getByRole('dialog', { name: 'Agregar agente' });
    await dialog.getByLabel('Nombre').fill('Zoe Paz');
    await dialog.getByRole('button', { name: 'Agregar agente' }).click();
    await dialog.getByText('Email: escribí el email del agente.').waitFor();
    await dialog.getByLabel('Email').fill('zoe@x.example.com');
    await dialog.getByRole('button', { name: 'Agregar agente' }).click();
    await toast(page, 'Agente agregado');
    await page.getByRole('heading', { name: 'Agentes (1)' }).waitFor();
    await dialog.waitFor({ state: 'detached' });

    await button(page, 'Agregar agente').click();
    await dialog.getByLabel('Nombre').fill('Álvaro');
    await dialog.getByLabel('Email').fill('ZOE@x.example.com');
    await dialog.getByRole('button', { name: 'Agregar agente' }).click();
    await dialog.getByText('Email: ya hay un agente con esa dirección en esta inmobiliaria.').waitFor();
    await dialog.getByLabel('Email').fill('alvaro@x.example.com');
    await dialog.getByRole('button', { name: 'Agregar agente' }).click();
    await dialog.waitFor({ state: 'detached' });
    const names = page.getByRole('list', { name: 'Agentes' }).getByRole('listitem');
    await expect.poll(() => names.first().innerText()).toMatch(/^Álvaro/);

    await choose(page, 'Zoe Paz', 'Editar');
    const editor = page.getByRole('dialog', { name: 'Editar agente' });
    expect(await editor.getByLabel('Email').inputValue()).toBe('zoe@x.example.com');
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
    const heading = page.getByRole('heading', { name: 'Agentes (1)' });
    await heading.waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Agentes (1)');
    await page.reload();
    await waitForIslands(page);
    await agent(page, 'Álvaro').waitFor();
    expect(await agent(page, 'Zoe').count()).toBe(0);
    // The browser itself writes down the email that was refused.
    expect(complaints.filter((text) => !/status of 409/.test(text))).toEqual([]);
  });

  test('learns at five that FREE is full, and sees the way out', async () => {
    const id = makeCompany(server);
    makeAgents(server, id, 4);
    const page = await openAs(role, id);
    await page.getByText('4 de 5 activos').waitFor();
    await button(page, 'Agregar agente').click();
    const dialog = page.getByRole('dialog', { name: 'Agregar agente' });
    await dialog.getByLabel('Nombre').fill('Quinta');
    await dialog.getByLabel('Email').fill('quinta@x.example.com');
    // Meanwhile somebody else takes the last place.
    makeAgents(server, id, 1);
    await dialog.getByRole('button', { name: 'Agregar agente' }).click();
    await toast(
      page,
      'El plan Free admite 5 agentes activos. Para sumar otro, suspendé o eliminá uno, o pasá a Pro.',
    );
    await page.reload();
    await waitForIslands(page);
    await page.getByText('5 de 5 activos').waitFor();
    expect(await button(page, 'Agregar agente').isDisabled()).toBe(true);
    const [first = ''] = await page.getByRole('list', { name: 'Agentes' }).locator('p').allInnerTexts();
    await choose(page, first, 'Suspender');
    await page.getByText('4 de 5 activos').waitFor();
    expect(await button(page, 'Agregar agente').isDisabled()).toBe(false);
  });
});

test('an agency that goes back to FREE keeps all its agents, and the page says so', async () => {
  const id = makeCompany(server, { plan: 'PRO' });
  makeAgents(server, id, 7);
  const page = await openAs('an administrator', id);
  await page.getByRole('region', { name: 'Plan' }).getByRole('combobox').selectOption('Free');
  await toast(page, 'Plan actualizado');
  await page.getByText(/^Hay 7 agentes activos y el plan Free admite 5\. Se conservan todos/).waitFor();
  await page.getByRole('heading', { name: 'Agentes (7)' }).waitFor();
  expect(await button(page, 'Agregar agente').isDisabled()).toBe(true);
});

test('many agents are searched by name and email', async () => {
  const id = makeCompany(server, { plan: 'PRO' });
  const [first] = makeAgents(server, id, 14);
  withDatabase(server, (db) => db.prepare("UPDATE agents SET name = 'Íñigo' WHERE id = ?").run(first));
  const page = await openAs('an administrator', id);
  const items = page.getByRole('list', { name: 'Agentes' }).getByRole('listitem');
  await page.getByLabel('Buscar agente').fill('inigo');
  await expect.poll(() => items.count()).toBe(1);
  await page.getByLabel('Buscar agente').fill('zzz');
  await page.getByText('Ningún agente coincide con la búsqueda').waitFor();
});

test('the coordinator sees the own plan and what PRO would add, and cannot switch it', async () => {
  const id = makeCompany(server, { name: 'Casa Propia' });
  const page = await openAs('the coordinator', id);
  const plan = page.getByRole('region', { name: 'Plan' });
  expect(await plan.innerText()).toMatch(
    /Free[\s\S]*Hasta 5 agentes[\s\S]*Con Pro sumás[\s\S]*Agentes ilimitados[\s\S]*Reportes avanzados/,
  );
  expect(await plan.getByRole('link', { name: 'Pedir el cambio de plan' }).getAttribute('href')).toMatch(
    /^mailto:[^?]+\?subject=Cambio%20de%20plan%3A%20Casa%20Propia$/,
  );
  expect(await page.getByRole('combobox').count()).toBe(0);
  withDatabase(server, (db) => db.prepare("UPDATE companies SET plan = 'PRO' WHERE id = ?").run(id));
  await page.reload();
  await waitForIslands(page);
  expect(await plan.innerText()).not.toContain('Con Pro sumás');
});

const SIZES = [
  ['a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
  ['a desk', { viewport: DESKTOP }],
] as const;

describe.each(SIZES)('on %s', (_name, options) => {
  const LONG = 'María de los Ángeles Fernández-Villanueva y Compañía Inmobiliaria del Litoral';
  let full: number;
  let bare: number;
  let coordinator: Person;
  beforeAll(() => {
    bare = makeCompany(server, { name: 'Sin nadie' });
    full = makeCompany(server, { name: LONG, country: 'Argentina', status: 'active' });
    makeAgents(server, full, 5);
    withDatabase(server, (db) => {
      db.prepare('UPDATE agents SET name = ?, email = ? WHERE id = (SELECT max(id) FROM agents)').run(
        LONG,
        `${'maria.de.los.angeles.fernandez'.repeat(2)}@inmobiliaria-del-litoral.example.com`,
      );
    });
    coordinator = makePerson(server, { name: LONG, roles: ['coordinator'], companyId: full });
  });

  type Screen = { path: () => string; who?: () => Person; reach?: (page: Page) => Promise<void> };
  const SCREENS: Record<string, Screen> = {
    list: { path: () => '/users' },
    'list without a match': { path: () => '/users?q=zzz' },
    'create dialog with errors': {
      path: () => '/users',
      reach: async (page) => {
        await button(page, 'Crear Inmobiliaria').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Crear Inmobiliaria' }).click();
        await page.getByText('Nombre: escribí el nombre de la inmobiliaria.').waitFor();
      },
    },
    agency: { path: () => `/users/company/${full}` },
    'agency without anybody': { path: () => `/users/company/${bare}` },
    'edit dialog': {
      path: () => `/users/company/${full}`,
      reach: async (page) => {
        await button(page, 'Editar datos').click();
        await page.getByLabel('País').waitFor();
      },
    },
    'coordinator dialog with errors': {
      path: () => `/users/company/${bare}`,
      reach: async (page) => {
        await button(page, 'Crear Coordinador').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Crear Coordinador' }).click();
        await page.getByText('Contraseña: escribí una contraseña inicial.').waitFor();
      },
    },
    'confirmation of deleting': {
      path: () => `/users/company/${full}`,
      reach: async (page) => {
        await button(page, 'Eliminar').click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
    'agent menu': {
      path: () => `/users/company/${full}`,
      reach: async (page) => {
        await page
          .getByRole('button', { name: /^Acciones para/ })
          .first()
          .click();
        await page.getByRole('dialog').getByText('Suspender').waitFor();
      },
    },
    'agent dialog': {
      path: () => `/users/company/${bare}`,
      reach: async (page) => {
        await button(page, 'Agregar agente').click();
        await page.getByRole('dialog').getByLabel('Email').waitFor();
      },
    },
    'own agency': { path: () => '/inmobiliaria', who: () => coordinator },
  };

  test.each(Object.entries(SCREENS))(
    '%s is accessible, fits and makes no complaint',
    async (_screen, { path, who, reach }) => {
      const page = await openCrm(who?.() ?? admin, path(), options);
      const complaints = watchComplaints(page);
      await reach?.(page);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    },
  );
});
