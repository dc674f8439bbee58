import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { findAxeViolations, measureOverflow, watchComplaints } from '../support/browser';
import { withDatabase } from '../support/database';
import {
  atPath,
  button,
  openCrm,
  openPage,
  openStage,
  server,
  toast,
  waitForIslands,
} from '../support/stage';
import { addDevice } from '../support/virtual-device';

openStage();

/** So that nothing signs in before the button is pressed. */
const offerNothingInField = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false });
  });

const signOut = (page: Page) => page.context().clearCookies();
const passkeys = (page: Page) => page.getByRole('region', { name: 'Claves de acceso' });

async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'Agregar una clave de acceso').click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una clave de acceso' });
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name);
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await toast(page, 'Clave de acceso agregada');
  await passkeys(page).getByText(name, { exact: true }).waitFor();
}

test('somebody adds a passkey, comes in by it without typing, and takes it away', async () => {
  const person = makePerson(server);
  const page = await openCrm(person, '/cuenta/sesiones');
  const complaints = watchComplaints(page);
  const device = await addDevice(page);
  await passkeys(page).getByText('Todavía no tenés ninguna.').waitFor();
  await button(page, 'Agregar una clave de acceso').click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una clave de acceso' });
  expect(await dialog.getByRole('textbox', { name: 'Nombre' }).inputValue()).toBe('Chrome en Linux');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await addPasskey(page, 'Mi computadora');
  expect(await device.credentials()).toHaveLength(1);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findAxeViolations(page)).toEqual([]);
  }
  await button(page, 'Cambiar nombre de Mi computadora').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nombre' }).fill('La de la oficina');
  await page.keyboard.press('Enter');
  await passkeys(page).getByText('La de la oficina', { exact: true }).waitFor();

  // Offered in the email's field; this device picks it at once.
  await signOut(page);
  await page.goto('/login?next=/cuenta/sesiones');
  await atPath(page, '/cuenta/sesiones');
  await toast(page, 'Inicio de sesión exitoso');
  await passkeys(page).getByText('Último uso').waitFor();
  expect(complaints).toEqual([]);

  await button(page, 'Quitar la clave La de la oficina').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await toast(page, 'Clave quitada: ya no abre tu cuenta');
  await passkeys(page).getByText('Todavía no tenés ninguna.').waitFor();
});

test('the button signs in; whom the device does not recognise stays outside and is told', async () => {
  const page = await openCrm(makePerson(server), '/cuenta/sesiones');
  const device = await addDevice(page);
  await addPasskey(page, 'Mi computadora');
  await signOut(page);
  await offerNothingInField(page);
  await page.goto('/login');
  await waitForIslands(page);
  await device.recognise(false);
  await button(page, 'Entrar con una clave de acceso').click();
  await toast(page, 'Tu dispositivo no confirmó quién sos. Probá otra vez.');
  await device.recognise(true);
  expect(await findAxeViolations(page)).toEqual([]);
  await button(page, 'Entrar con una clave de acceso').focus();
  await page.keyboard.press('Enter');
  await atPath(page, '/panel');
});

test('an hour later a passkey proves who is there, and what was asked for goes on', async () => {
  const person = makePerson(server);
  const page = await openCrm(person, '/cuenta/sesiones');
  const device = await addDevice(page);
  await addPasskey(page, 'Mi computadora');
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?')
      .run(new Date(Date.now() - 3_600_000).toISOString(), person.id),
  );
  await button(page, 'Quitar la clave Mi computadora').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  const question = page.getByRole('dialog', { name: 'Confirmá que sos vos' });
  const byPasskey = question.getByRole('button', { name: 'Confirmar con una clave de acceso' });
  await device.recognise(false);
  await byPasskey.click();
  await toast(page, 'Tu dispositivo no confirmó quién sos. Probá otra vez.');
  await device.recognise(true);
  expect(await findAxeViolations(page)).toEqual([]);
  await byPasskey.click();
  await toast(page, 'Clave quitada: ya no abre tu cuenta');
  expect(await question.count()).toBe(0);
});

test('a copy of a device that has counted on opens nothing', async () => {
  const page = await openCrm(makePerson(server), '/cuenta/sesiones');
  const device = await addDevice(page);
  await addPasskey(page, 'Mi computadora');
  const [credential] = await device.credentials();
  withDatabase(server, (db) =>
    db.prepare('UPDATE passkeys SET counter = 1000 WHERE name = ?').run('Mi computadora'),
  );
  expect(credential?.signCount).toBeLessThan(1000);
  await signOut(page);
  await offerNothingInField(page);
  await page.goto('/login');
  await waitForIslands(page);
  await button(page, 'Entrar con una clave de acceso').click();
  await toast(page, 'No se pudo comprobar la clave de acceso. Probá otra vez.');
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('a passkey that was taken away elsewhere says so, and the password still signs in', async () => {
  const person = makePerson(server);
  const page = await openCrm(person, '/cuenta/sesiones');
  await addDevice(page);
  await addPasskey(page, 'Mi computadora');
  withDatabase(server, (db) => db.prepare('DELETE FROM passkeys WHERE user_id = ?').run(person.id));
  await signOut(page);
  await offerNothingInField(page);
  await page.goto('/login');
  await waitForIslands(page);
  await button(page, 'Entrar con una clave de acceso').click();
  await toast(page, 'Esa clave de acceso ya no abre ninguna cuenta. Entrá con tu contraseña.');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await button(page, 'Iniciar sesión').click();
  await atPath(page, '/panel');
});

test('the sign-in page loads the library only after itself, and works where there is none', async () => {
  const page = await openPage();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'PublicKeyCredential', { value: undefined });
  });
  const complaints = watchComplaints(page);
  await page.goto('/login');
  await waitForIslands(page);
  const named = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href),
  );
  expect(named.filter((href) => /device/.test(href))).toEqual([]);
  await button(page, 'Entrar con una clave de acceso').click();
  await toast(page, 'Este navegador no admite claves de acceso.');
  expect(complaints).toEqual([]);
});
