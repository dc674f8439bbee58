import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, measureOverflow, watchComplaints } from '../support/browser';
import { withDatabase } from '../support/database';
import { type Receiver, startReceiver } from '../support/receiver';
import { DESKTOP, openPage, openStage, PHONE, server } from '../support/stage';

let receiver: Receiver;
let admin: Person;

openStage(() =>
  Promise.resolve({
    env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', LEAD_WEBHOOK_URL: 'https://flujo.example.com/webhook/x' },
  }),
);
beforeAll(async () => {
  receiver = await startReceiver();
  admin = makePerson(server, { roles: ['admin'] });
});
afterAll(() => receiver.stop());

describe.each([
  ['a phone', PHONE],
  ['a large screen', DESKTOP],
])('on %s', (_name, viewport) => {
  test('an administrator sets a destination up, tries it, and takes it away', async () => {
    withDatabase(server, (db) => db.exec('DELETE FROM webhooks'));
    const page = await openPage({ person: admin, viewport });
    const complaints = watchComplaints(page);
    const dialog = page.getByRole('dialog');
    const question = page.getByRole('alertdialog');
    await page.goto('/users?vista=integraciones');
    await page.getByRole('link', { name: 'Destinos de los avisos' }).click();
    await page.getByText('De los ajustes del servidor').waitFor();
    await page.getByRole('button', { name: 'Crear destino' }).click();
    await dialog.getByLabel('Dirección').fill('https://127.0.0.2/');
    await dialog.getByRole('button', { name: 'Crear destino' }).click();
    await dialog.getByText('A esa dirección no se puede enviar').waitFor();
    expect(await dialog.getByLabel('Dirección').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByLabel('Dirección').fill(receiver.url);
    await dialog.getByRole('checkbox', { name: 'Nota nueva' }).check();
    await dialog.getByLabel('Encabezado').fill('X-Flujo: ventas');
    await dialog.getByRole('button', { name: 'Crear destino' }).click();
    const secret = dialog.getByLabel('Secreto');
    expect(await secret.inputValue()).toMatch(/^whsec_/);
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();

    const card = page.getByRole('listitem').filter({ hasText: receiver.url });
    await card.getByText('Lead nuevo · Nota nueva · Encabezado X-Flujo').waitFor();
    expect(await measureOverflow(page)).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    await card.getByRole('button', { name: /^Enviar prueba/ }).click();
    await page.getByText('La prueba llegó').waitFor();

    await card.getByRole('button', { name: /^Editar/ }).click();
    await dialog.getByLabel('Quitar el encabezado guardado').check();
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    await card.getByText('Lead nuevo · Nota nueva', { exact: true }).waitFor();

    await card.getByRole('button', { name: /^Cambiar secreto/ }).click();
    await question.getByRole('button', { name: 'Cambiar secreto' }).click();
    await dialog.getByText('el anterior también firma').waitFor();
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
    await card.getByText('El secreto anterior también firma').waitFor();

    await card.getByRole('button', { name: /^Pausar/ }).click();
    await card.getByText('En pausa', { exact: true }).waitFor();
    const before = receiver.received.length;
    const answer = Promise.withResolvers<void>();
    receiver.answerWith((response) => void answer.promise.then(() => response.end()));
    await card.getByRole('button', { name: /^Enviar prueba/ }).click();
    await receiver.gets(before + 1);
    await card.getByText('En pausa', { exact: true }).waitFor();
    // Also while the test waits for its answer.
    await card.getByRole('button', { name: /^Reactivar/ }).click();
    await card.getByText('Activo', { exact: true }).waitFor();
    answer.resolve();
    await card.getByRole('button', { name: /^Enviar prueba/ }).waitFor();
    receiver.answerWith((response) => response.end());

    const settings = page.getByRole('listitem').filter({ hasText: 'De los ajustes del servidor' });
    await settings.getByRole('button', { name: 'Reenviar desde… (flujo.example.com)' }).click();
    await dialog.getByLabel('Desde el').fill('2026-01-01');
    await dialog.getByRole('button', { name: 'Reenviar', exact: true }).click();
    await page.getByText('Desde ese día no hay nada que reenviar').waitFor();

    await card.getByRole('link', { name: /^Ver envíos/ }).click();
    await page.getByText('Prueba', { exact: true }).first().waitFor();
    expect(await page.getByLabel('Destino').inputValue()).not.toBe('');
    await page.goBack();
    await card.getByRole('button', { name: /^Eliminar/ }).click();
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await card.waitFor({ state: 'detached' });
    // The refused address is an answer that the browser notes.
    expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
  });
});
