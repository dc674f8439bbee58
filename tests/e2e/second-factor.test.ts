import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import {
  findAxeViolations,
  launchBrowser,
  measureOverflow,
  newContext,
  watchComplaints,
} from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { codeOf, setUpTotp } from '../support/second-factor';
import { startServer, type TestServer } from '../support/server';
import { waitForIslands } from '../support/stage';
import { addDevice } from '../support/virtual-device';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const title = (page: Page) => page.getByRole('heading', { name: 'Verificación en dos pasos', level: 1 });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Código', exact: true });

async function openAt(path: string, width: number, person?: Person): Promise<Page> {
  const context = await newContext(browser, server, {
    ...(person && { person }),
    viewport: { width, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Types the password of the first step. */
async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await title(page).waitFor();
}

describe('whoever sets it up', () => {
  test.each([360, 1440])(
    'does it by keyboard alone, keeps the codes and ends other sessions (%i px)',
    async (width) => {
      const person = makePerson(server, { name: 'Ana Ruiz' });
      const page = await openAt('/cuenta/sesiones', width, person);
      const complaints = watchComplaints(page);
      const section = page.getByRole('region', { name: 'Verificación en dos pasos' });
      await section.getByText('Sin activar').waitFor();
      await section.getByRole('link', { name: 'Configurar' }).press('Enter');
      await title(page).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.getByLabel('Contraseña', { exact: true }).focus();
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: /Código QR/ }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '');
      // The focus waits where the code goes.
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      await page.getByText('no es el de este momento').waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(codeOf(secret));
      await page.keyboard.press('Enter');
      const codes = page.getByRole('region', { name: 'Tus códigos de recuperación' });
      await codes.waitFor();
      expect(await codes.getByRole('listitem').count()).toBe(10);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        codes.getByRole('link', { name: 'Descargar' }).press('Enter'),
      ]);
      expect(download.suggestedFilename()).toBe('codigos-de-recuperacion.txt');
      await codes.getByRole('button', { name: 'Ya los guardé' }).press('Enter');
      await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).press('Enter');
      await page.getByText('Se cerraron las demás sesiones').waitFor();
      await page.getByRole('link', { name: 'Seguir al CRM' }).press('Enter');
      await page.waitForURL('**/panel');
      await page.goto('/cuenta/verificacion');
      await page.getByText('Te quedan 10 códigos de recuperación.').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Desactivar' }).press('Enter');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('Verificación en dos pasos desactivada').waitFor();
      expect(complaints.filter((text) => !/422|401/.test(text))).toEqual([]);
      await page.context().close();
    },
  );
});

describe('whoever is asked for one', () => {
  let asking: TestServer;
  beforeAll(async () => {
    asking = await startServer({ env: { SECOND_FACTOR: 'all' } });
  });
  afterAll(() => asking.stop());

  const openAsked = async (person: Person, path: string, width: number) => {
    const context = await newContext(browser, asking, { person, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };

  test('while the panel is open is led to its set-up as soon as the days are over', async () => {
    const person = makePerson(asking);
    const page = await openAsked(person, '/panel', 1440);
    await waitForIslands(page);
    await page.getByText('Te quedan 7 días').waitFor();
    withDatabase(asking, (db) =>
      db
        .prepare('UPDATE profiles SET second_factor_due = ? WHERE id = ?')
        .run(new Date().toISOString(), person.id),
    );
    await page.getByLabel('Buscar').fill('costanera');
    await page.waitForURL('**/cuenta/verificacion');
    await page.getByText('Primero activá la verificación en dos pasos').waitFor();
    await page.context().close();
  });

  test.each([
    [360, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)('reads on every page how many days are left (%i px, %s)', async (width, colorScheme) => {
    const page = await openAsked(makePerson(asking, { roles: ['admin'] }), '/panel', width);
    await page.emulateMedia({ colorScheme });
    for (const path of ['/panel', '/users?vista=equipo', '/panel/numeros', '/cuenta/sesiones']) {
      await page.goto(path);
      const link = page.getByRole('link', {
        name: 'Te quedan 7 días para activar la verificación en dos pasos',
      });
      await link.waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    }
    await page.getByRole('link', { name: /^Te quedan 7 días/ }).press('Enter');
    await page.getByText('Activala antes del').waitFor();
    await page.context().close();
  });

  test.each([360, 1440])('adds a passkey once the days are over, and goes on (%i px)', async (width) => {
    const person = makePerson(asking);
    const longAgo = new Date(Date.now() - 8 * 86_400_000).toISOString();
    withDatabase(asking, (db) =>
      db
        .prepare('UPDATE profiles SET second_factor_due = ? WHERE id = ?')
        .run(new Date().toISOString(), person.id),
    );
    withDatabase(asking, (db) => db.prepare('UPDATE second_factor_rule SET since = ?').run(longAgo));
    const page = await openAsked(person, '/panel', width);
    await addDevice(page);
    await page.getByText('activala para seguir trabajando').waitFor();
    await waitForIslands(page);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Agregar una clave de acceso' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Agregar una clave de acceso' });
    await dialog.getByRole('textbox', { name: 'Nombre' }).press('Enter');
    await page.getByText('Clave de acceso agregada').waitFor();
    await page.getByRole('link', { name: 'Seguir al CRM' }).press('Enter');
    await page.waitForURL('**/panel');
    await page.context().close();
  });
});

describe('whoever signs in', () => {
  test('is asked for the code, by keyboard alone, and lands where they wanted to go', async () => {
    const person = makePerson(server);
    const { secret } = await setUpTotp(server, person);
    const page = await openAt('/login?next=/panel/numeros', 360);
    await signIn(page, person);
    expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText('no es el de este momento').waitFor();
    // Reloaded, the step stands as it was, before any script has run.
    await page.reload();
    await title(page).waitFor();
    await codeField(page).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/panel/numeros');
    await page.context().close();
  });

  test('uses a recovery code instead, and may turn to another account', async () => {
    const person = makePerson(server);
    const { codes } = await setUpTotp(server, person);
    const page = await openAt('/login', 1440);
    await signIn(page, person);
    await page.getByRole('link', { name: 'Entrar con otra cuenta' }).press('Enter');
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
    await signIn(page, person);
    await page.getByRole('link', { name: 'Usar un código de recuperación' }).press('Enter');
    await page.getByRole('textbox', { name: 'Código de recuperación' }).fill((codes[4] ?? '').toLowerCase());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/panel');
    await page.context().close();
  });

  test('types the password again after five wrong codes', async () => {
    const person = makePerson(server);
    await setUpTotp(server, person);
    const page = await openAt('/login', 1440);
    await signIn(page, person);
    for (let guess = 0; guess < 5; guess++) {
      await codeField(page).fill(`00000${guess}`);
      const answered = page.waitForResponse('**/api/auth/second-factor');
      await page.keyboard.press('Enter');
      await answered;
    }
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
    await page.context().close();
  });

  test('without script the second step is there to read', async () => {
    const person = makePerson(server);
    await setUpTotp(server, person);
    const page = await openAt('/login', 360);
    await signIn(page, person);
    const cookies = await page.context().cookies();
    const plain = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
    await plain.addCookies(cookies);
    const still = await plain.newPage();
    await still.goto('/login?paso=recuperacion');
    await title(still).waitFor();
    await still.getByRole('textbox', { name: 'Código de recuperación' }).waitFor();
    await plain.close();
    await page.context().close();
  });

  test('again, where the session ended on the page, goes on where they were', async () => {
    const person = makePerson(server);
    const { secret, cookie } = await setUpTotp(server, person);
    const page = await openAt('/cuenta/sesiones', 1440, { ...person, cookie });
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Ana de Ruiz');
    await call(server, '/api/auth/sign-out', { method: 'POST', cookie });
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Tu sesión terminó' })
      .getByLabel('Contraseña', { exact: true })
      .fill(PASSWORD);
    await page.keyboard.press('Enter');
    const step = page.getByRole('dialog', { name: 'Verificación en dos pasos' });
    await step.getByLabel('Código', { exact: true }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByText('Nombre guardado').waitFor();
    await page.context().close();
  });
});

test('a download that is opened in a tab of its own asks who is there, and then comes', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?')
      .run(new Date(Date.now() - 3_600_000).toISOString(), admin.id),
  );
  const page = await openAt('/api/leads/export?format=excel', 360, admin);
  await page.getByRole('heading', { name: 'Confirmá que sos vos', level: 1 }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await waitForIslands(page);
  await page.getByRole('link', { name: 'Confirmar y descargar' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/\.csv$|\.xlsx$/);
  await page.context().close();
});

test('an administrator takes it from an agency’s coordinator, on the agency’s page', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const companyId = makeCompany(server);
  const coordinator = makePerson(server, { roles: ['coordinator'], companyId, name: 'Coral Vidal' });
  const { cookie } = await setUpTotp(server, coordinator);
  const page = await openAt(`/users/company/${companyId}`, 360, admin);
  const card = page.getByRole('region', { name: 'Coordinador' });
  await card.getByRole('button', { name: 'Quitar verificación en dos pasos' }).press('Enter');
  const question = page.getByRole('alertdialog', {
    name: '¿Quitar la verificación en dos pasos de Coral Vidal?',
  });
  await question.getByRole('button', { name: 'Quitar' }).press('Enter');
  await page.getByText('Verificación en dos pasos quitada').waitFor();
  await question.waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Quitar verificación en dos pasos' }).waitFor({ state: 'detached' });
  expect((await call(server, '/api/companies/own', { cookie })).status).toBe(401);
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('an administrator takes it from who has lost everything, after a question', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const person = makePerson(server, { name: 'Bruno Sosa' });
  await setUpTotp(server, person);
  const page = await openAt('/users?vista=equipo', 1440, admin);
  const actions = page.getByRole('group', { name: /Bruno Sosa/ });
  await actions.getByRole('button', { name: 'Quitar verificación en dos pasos' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await page.getByText('Verificación en dos pasos quitada').waitFor();
  await expect
    .poll(() => actions.getByRole('button', { name: 'Quitar verificación en dos pasos' }).count())
    .toBe(0);
  await page.context().close();
});
