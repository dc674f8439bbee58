import { expect, test } from 'vitest';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { waitForIslands } from '../support/hydrated';
import { providePerson, provideReceiver } from '../support/provide';
import { DESKTOP, openPage, openStage, PHONE, server } from '../support/stage';

openStage(() => ({
  env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', LEAD_WEBHOOK_URL: 'https://flujo.example.com/webhook/x' },
}));
const receiver = provideReceiver();
const admin = providePerson(server, { roles: ['admin'] });

test('an administrator sets a destination up, tries it, and takes it away, on a phone and on a large screen', async () => {
  const page = await openPage({ person: admin, viewport: PHONE });
  const complaints = watchConsoleErrors(page);
  const dialog = page.getByRole('dialog');
  const question = page.getByRole('alertdialog');
  await page.goto('/users?vista=integraciones');
  await page.getByText('De los ajustes del servidor').waitFor();
  await waitForIslands(page);
  await page.getByRole('button', { name: 'Crear destino' }).click();
  await dialog.getByLabel('Dirección').fill('https://127.0.0.2/');
  await dialog.getByRole('button', { name: 'Crear destino' }).click();
  await dialog.getByText('A esa dirección no se puede enviar').waitFor();
  await expect
    .poll(() => dialog.getByLabel('Dirección').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await dialog.getByLabel('Dirección').fill(receiver.url);
  await dialog.getByRole('checkbox', { name: 'Nota nueva' }).check();
  await dialog.getByLabel('Encabezado').fill('X-Flujo: ventas');
  await dialog.getByRole('button', { name: 'Crear destino' }).click();
  const secret = dialog.getByLabel('Secreto');
  await expect.poll(() => secret.inputValue()).toMatch(/^whsec_/);
  // By key: a second press in the same place, this soon, is none.
  await dialog.getByRole('button', { name: 'Ya lo guardé' }).press('Enter');

  const card = page.getByRole('listitem').filter({ hasText: receiver.url });
  await card.getByText('Lead nuevo · Nota nueva · Encabezado X-Flujo').waitFor();
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => measureOverflow(page), { message: `${viewport.width} px wide` }).toBe(0);
    for (const action of ['Enviar prueba', 'Editar', 'Cambiar secreto', 'Pausar', 'Eliminar'])
      await card.getByRole('button', { name: new RegExp(`^${action}`) }).waitFor();
  }
  // As after its maker's reset.
  withDatabase(server, (db) => db.exec('UPDATE webhooks SET rests_since = created_at WHERE from_settings = 0'));
  await page.reload();
  await waitForIslands(page);
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => measureOverflow(page), { message: `resting, ${viewport.width} px wide` }).toBe(0);
  }
  await card.getByText('En reposo').waitFor();
  await expect.poll(() => card.getByRole('button', { name: /^Enviar prueba/ }).count()).toBe(0);
  await expect
    .poll(() => card.getByRole('link', { name: 'Revisar y confirmar' }).getAttribute('href'))
    .toBe('/users/reposo');
  withDatabase(server, (db) => db.exec('UPDATE webhooks SET rests_since = NULL WHERE from_settings = 0'));
  await page.reload();
  await waitForIslands(page);
  await card.getByText('Activo').waitFor();
  await card.getByRole('button', { name: /^Enviar prueba/ }).click();
  await page.getByText('La prueba llegó').waitFor();

  await card.getByRole('button', { name: /^Editar/ }).click();
  await dialog.getByLabel('Quitar el encabezado guardado').check();
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await card.getByText('Lead nuevo · Nota nueva', { exact: true }).waitFor();

  await card.getByRole('button', { name: /^Cambiar secreto/ }).click();
  await question.getByRole('button', { name: 'Cambiar secreto' }).click();
  await dialog.getByText('el anterior también firma').waitFor();
  await dialog.getByRole('button', { name: 'Ya lo guardé' }).press('Enter');
  await card.getByText('El secreto anterior también firma').waitFor();

  await page.setViewportSize(DESKTOP);
  await card.getByRole('button', { name: /^Pausar/ }).click();
  await card.getByText('En pausa', { exact: true }).waitFor();
  const before = receiver.received.length;
  const answer = Promise.withResolvers<void>();
  receiver.answerWith((response) => void answer.promise.then(() => response.end()));
  await card.getByRole('button', { name: /^Enviar prueba/ }).click();
  await receiver.waitForRequests(before + 1);
  await card.getByText('En pausa', { exact: true }).waitFor();
  // Even during the test request.
  await card.getByRole('button', { name: /^Reactivar/ }).click();
  await card.getByText('Activo', { exact: true }).waitFor();
  answer.resolve();
  await card.getByRole('button', { name: /^Enviar prueba/ }).waitFor();
  receiver.answerWith((response) => response.end());

  const settings = page.getByRole('listitem').filter({ hasText: 'De los ajustes del servidor' });
  await settings.getByRole('button', { name: 'Enviar prueba (flujo.example.com)' }).waitFor();
  await expect.poll(() => settings.getByRole('button', { name: /^(Editar|Cambiar secreto|Eliminar)/ }).count()).toBe(0);

  await card.getByRole('button', { name: /^Eliminar/ }).click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await card.waitFor({ state: 'detached' });
  // The browser logs the refused address.
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
});
