import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person, writePasskey } from '../support/accounts';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { waitForToken } from '../support/mail';
import { provideServer } from '../support/provide';
import { codeOf, setUpTotp } from '../support/second-factor';
import { atPath, button, DESKTOP, openCrm, openPage, openStage, PHONE, server } from '../support/stage';
import { addDevice } from '../support/virtual-device';

openStage();

const title = (page: Page) => page.getByRole('heading', { name: 'Verificación en dos pasos', level: 1 });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Código', exact: true });

/** Nothing overflows, on phone or desk. */
async function fits(page: Page, what: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await expect
      .poll(() => measureOverflow(page), { message: `${what} at ${viewport.width} px` })
      .toBeLessThanOrEqual(0);
  }
}

/** The first step, with the password. */
async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await title(page).waitFor();
}

test('whoever sets it up does it by keyboard alone, keeps the codes and ends other sessions', async () => {
  const page = await openCrm(makePerson(server), '/cuenta', { viewport: PHONE });
  const complaints = watchConsoleErrors(page);
  const section = page.getByRole('region', { name: 'Verificación en dos pasos' });
  await section.getByText('Sin activar').waitFor();
  await section.getByRole('link', { name: 'Configurar' }).press('Enter');
  await title(page).waitFor();
  await waitForIslands(page);
  await page.getByLabel('Contraseña', { exact: true }).focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /Código QR/ }).waitFor();
  await fits(page, 'the QR code');
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '');
  await codeField(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await page.getByText('no es el de este momento').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('region', { name: 'Tus códigos de recuperación' });
  await codes.waitFor();
  await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);
  await fits(page, 'the recovery codes');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('link', { name: 'Descargar' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('codigos-de-recuperacion.txt');
  await codes.getByRole('button', { name: 'Ya los guardé' }).press('Enter');
  await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).press('Enter');
  await page.getByText('Se cerraron las demás sesiones').waitFor();
  await page.getByRole('link', { name: 'Seguir al CRM' }).press('Enter');
  await atPath(page, '/panel');
  await page.goto('/cuenta/verificacion');
  await waitForIslands(page);
  await page.getByText('Te quedan 10 códigos de recuperación.').waitFor();
  await page.getByRole('button', { name: 'Desactivar' }).press('Enter');
  await page.getByLabel('Contraseña', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Verificación en dos pasos desactivada').waitFor();
  // With the app set up the password alone confirms nothing.
  expect(complaints.filter((text) => !/422|401|403/.test(text))).toEqual([]);
});

test('whoever signs in is asked for the code by keyboard alone, also where the session ended, and goes on where they were', async () => {
  const person = makePerson(server);
  const { secret } = await setUpTotp(server, person);
  const page = await openPage({ viewport: PHONE });
  await page.goto('/login?next=/cuenta');
  await waitForIslands(page);
  await signIn(page, person);
  await expect.poll(() => codeField(page).getAttribute('autocomplete')).toBe('one-time-code');
  await fits(page, 'the second step');
  await codeField(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await page.getByText('no es el de este momento').waitFor();
  // After a reload the step is server-rendered.
  await page.reload();
  await title(page).waitFor();
  await codeField(page).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await atPath(page, '/cuenta');

  await waitForIslands(page);
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Ana de Ruiz');
  withDatabase(server, (db) =>
    db.prepare("UPDATE sessions SET idle_expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?").run(person.id),
  );
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Tu sesión terminó' })
    .getByLabel('Contraseña', { exact: true })
    .fill(PASSWORD);
  await page.keyboard.press('Enter');
  const step = page.getByRole('dialog', { name: 'Verificación en dos pasos' });
  // The current code is used up; a phone's clock may be a step ahead.
  await step.getByLabel('Código', { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByText('Nombre guardado').waitFor();
});

test('whoever signs in may turn to another account or use a recovery code, and begins anew after five wrong codes', async () => {
  const person = makePerson(server);
  const { codes } = await setUpTotp(server, person);
  const page = await openPage({ viewport: DESKTOP });
  await page.goto('/login');
  await waitForIslands(page);
  await signIn(page, person);
  await page.getByRole('link', { name: 'Entrar con otra cuenta' }).press('Enter');
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
  await waitForIslands(page);
  await signIn(page, person);
  await page.getByRole('link', { name: 'Usar un código de recuperación' }).press('Enter');
  await page.getByRole('textbox', { name: 'Código de recuperación' }).fill((codes[4] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await atPath(page, '/panel');

  await page.context().clearCookies();
  await page.goto('/login');
  await waitForIslands(page);
  await signIn(page, person);
  for (let guess = 0; guess < 5; guess++) {
    // During a check the button has another label and submits nothing.
    await button(page, 'Continuar').waitFor();
    await codeField(page).fill(`00000${guess}`);
    const answered = page.waitForResponse('**/api/auth/second-factor');
    await page.keyboard.press('Enter');
    await answered;
  }
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
});

test('an administrator takes it from who has lost everything, and from an agency’s coordinator, after a question', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const person = makePerson(server, { name: `Bruno ${crypto.randomUUID()}` });
  await setUpTotp(server, person);
  const page = await openCrm(admin, '/users?vista=equipo', { viewport: DESKTOP });
  const actions = page.getByRole('button', { name: `Acciones para ${person.name}` });
  const menu = page.getByRole('dialog', { name: `Acciones para ${person.name}` });
  const take = { name: 'Quitar verificación en dos pasos' };
  await actions.click();
  await menu.getByRole('button', take).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await page.getByText('Verificación en dos pasos quitada').waitFor();
  await actions.click();
  await menu.getByRole('button', { name: 'Suspender' }).waitFor();
  await menu.getByRole('button', take).waitFor({ state: 'detached' });

  const companyId = makeCompany(server);
  const coordinator = makePerson(server, { roles: ['coordinator'], companyId, name: 'Coral Vidal' });
  const { cookie } = await setUpTotp(server, coordinator);
  await page.goto(`/users/company/${companyId}`);
  await waitForIslands(page);
  const card = page.getByRole('region', { name: 'Coordinador' });
  await card.getByRole('button', take).press('Enter');
  const question = page.getByRole('alertdialog', {
    name: '¿Quitar la verificación en dos pasos de Coral Vidal?',
  });
  await question.getByRole('button', { name: 'Quitar' }).press('Enter');
  await page.getByText('Verificación en dos pasos quitada').waitFor();
  await question.waitFor({ state: 'detached' });
  await card.getByRole('button', take).waitFor({ state: 'detached' });
  expect((await call(server, '/api/companies/own', { cookie })).status).toBe(401);
  await fits(page, 'the agency');
});

const asking = provideServer({ env: { SECOND_FACTOR: 'all' } });

test('whoever is asked for one reads everywhere how many days are left, and once they are over goes on with a passkey', async () => {
  const person = makePerson(asking, { roles: ['admin'] });
  const page = await openPage({ site: asking, person, viewport: PHONE });
  const left = page.getByRole('link', {
    name: 'Te quedan 7 días para activar la verificación en dos pasos',
  });
  for (const path of ['/users?vista=equipo', '/panel/numeros', '/cuenta']) {
    await page.goto(path);
    await left.waitFor();
    await fits(page, path);
  }
  await left.press('Enter');
  await page.getByText('Activala antes del').waitFor();

  await page.goto('/panel');
  await waitForIslands(page);
  await left.waitFor();
  await fits(page, '/panel');
  withDatabase(asking, (db) => {
    const longAgo = new Date(Date.now() - 8 * 86_400_000).toISOString();
    db.prepare('UPDATE profiles SET second_factor_due = ? WHERE id = ?').run(longAgo, person.id);
  });
  // The open panel learns it from its next request.
  await page.getByLabel('Buscar').fill('costanera');
  await atPath(page, '/cuenta/verificacion');
  await page.getByText('Primero activá la verificación en dos pasos').waitFor();

  await page.goto('/panel');
  await atPath(page, '/cuenta/verificacion');
  await waitForIslands(page);
  await addDevice(page);
  await page.getByText('activala para seguir trabajando').waitFor();
  await fits(page, 'the set-up');
  await page.getByRole('button', { name: 'Agregar una clave de acceso' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Agregar una clave de acceso' });
  await dialog.getByRole('textbox', { name: 'Nombre' }).press('Enter');
  await page.getByText('Clave de acceso agregada').waitFor();
  await page.getByRole('link', { name: 'Seguir al CRM' }).press('Enter');
  await atPath(page, '/panel');
});

test('whoever must have one keeps a passkey at a reset by mail, whose form says so', async () => {
  const { email, id } = makePerson(asking);
  for (const name of ['Mi teléfono', 'Mi computadora']) writePasskey(asking, { id }, name);
  await call(asking, '/api/auth/recover', { body: { email } });
  const token = await waitForToken(asking, email);
  const page = await openPage({ site: asking, viewport: PHONE });
  await page.goto(`/cuenta/restablecer#token=${token}`);
  await page.getByLabel('Contraseña nueva').fill('siete barcos rojos');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('marcá al menos una tuya').waitFor();
  await fits(page, 'the reset');
  await page.getByRole('checkbox', { name: 'Mi teléfono' }).check();
  await button(page, 'Guardar contraseña').click();
  await atPath(page, '/login');
});
