import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { waitForIslands } from '../support/hydrated';
import { atPath, button, openCrm, openPage, openStage, server, toast } from '../support/stage';
import { addDevice } from '../support/virtual-device';

openStage();

/** Leaves the page first: what it asks for by itself would be refused. */
const signOut = async (page: Page) => {
  await page.goto('about:blank');
  await page.context().clearCookies();
};
const passkeys = (page: Page) => page.getByRole('region', { name: 'Claves de acceso' });
const none = async (page: Page) => {
  await button(page, 'Agregar una clave de acceso').waitFor();
  await expect.poll(() => passkeys(page).getByRole('listitem').count()).toBe(0);
};

async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'Agregar una clave de acceso').click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una clave de acceso' });
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name);
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await toast(page, 'Clave de acceso agregada');
  await passkeys(page).getByText(name, { exact: true }).waitFor();
}

async function remove(page: Page, name: string): Promise<void> {
  await button(page, `Quitar la clave ${name}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
}

/** Changes the person's passkeys behind their device's back. */
const write = (sql: string, { id }: Person) => withDatabase(server, (db) => db.prepare(sql).run(id));

test('somebody adds a passkey, comes in by it without typing, and takes it away; an hour later it proves who is there', async () => {
  const person = makePerson(server);
  const page = await openCrm(person, '/cuenta');
  const complaints = watchConsoleErrors(page);
  const device = await addDevice(page);
  await none(page);
  await button(page, 'Agregar una clave de acceso').click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una clave de acceso' });
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Nombre' }).inputValue()).toBe('Chrome en Linux');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await addPasskey(page, 'Mi computadora');
  await expect.poll(() => device.credentials()).toHaveLength(1);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => measureOverflow(page), { message: `the card at ${width} px` }).toBeLessThanOrEqual(0);
  }
  await button(page, 'Cambiar nombre de Mi computadora').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nombre' }).fill('La de la oficina');
  await page.keyboard.press('Enter');
  await passkeys(page).getByText('La de la oficina', { exact: true }).waitFor();

  // Conditional UI in the email field; this device picks it at once.
  await signOut(page);
  await page.goto('/login?next=/cuenta');
  await atPath(page, '/cuenta');
  await toast(page, 'Inicio de sesión exitoso');
  await passkeys(page).getByText('Último uso').waitFor();
  expect(complaints).toEqual([]);
  await waitForIslands(page);
  await remove(page, 'La de la oficina');
  await toast(page, 'Clave quitada: ya no abre tu cuenta');
  await none(page);

  await addPasskey(page, 'La de casa');
  // Clears earlier toasts.
  await page.reload();
  await waitForIslands(page);
  write(`UPDATE sessions SET created_at = '2020-01-01T00:00:00.000Z', confirmed_at = NULL WHERE user_id = ?`, person);
  await remove(page, 'La de casa');
  const question = page.getByRole('dialog', { name: 'Confirmá que sos vos' });
  const byPasskey = question.getByRole('button', { name: 'Confirmar con una clave de acceso' });
  await device.recognise(false);
  await byPasskey.click();
  await toast(page, 'Tu dispositivo no confirmó quién sos. Probá otra vez.');
  await device.recognise(true);
  await byPasskey.click();
  await toast(page, 'Clave quitada: ya no abre tu cuenta');
  await expect.poll(() => question.count()).toBe(0);
});

test('the button signs in, but not whom the device does not know, nor its copy, nor with a passkey that was taken away', async () => {
  const person = makePerson(server);
  const page = await openPage({ person });
  // Disables conditional UI, so that nothing signs in before the press.
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false });
  });
  await page.goto('/cuenta');
  await waitForIslands(page);
  const device = await addDevice(page);
  await addPasskey(page, 'Mi computadora');
  await signOut(page);
  await page.goto('/login');
  await waitForIslands(page);
  const enter = button(page, 'Entrar con una clave de acceso');
  await device.recognise(false);
  await enter.click();
  await toast(page, 'Tu dispositivo no confirmó quién sos. Probá otra vez.');
  await device.recognise(true);

  // As if a clone of the key had been used more often.
  const [credential] = await device.credentials();
  expect(credential?.signCount).toBeLessThan(1000);
  write('UPDATE passkeys SET counter = 1000 WHERE user_id = ?', person);
  await enter.click();
  await toast(page, 'No se pudo comprobar la clave de acceso. Probá otra vez.');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  write('UPDATE passkeys SET counter = 0 WHERE user_id = ?', person);
  await enter.focus();
  await page.keyboard.press('Enter');
  await atPath(page, '/panel');

  await signOut(page);
  write('DELETE FROM passkeys WHERE user_id = ?', person);
  await page.goto('/login');
  await waitForIslands(page);
  await enter.click();
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
  const complaints = watchConsoleErrors(page);
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  const libraries = () => scripts.filter((url) => /device/.test(url));
  await page.goto('/login');
  await waitForIslands(page);
  expect(scripts).not.toEqual([]);
  expect(libraries()).toEqual([]);
  await button(page, 'Entrar con una clave de acceso').click();
  await toast(page, 'Este navegador no admite claves de acceso.');
  expect(libraries()).not.toEqual([]);
  expect(complaints).toEqual([]);
});
