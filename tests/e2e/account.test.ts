import { expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD, writePasskey } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { atPath, button, openCrm, openStage, PHONE, server, toast } from '../support/stage';

const OWN = 'siete barcos rojos';

openStage();

test('people change their name, sessions, notices, calendar address and password in their account', async () => {
  const person = makePerson(server, { name: 'Ana' });
  openSession(server, person.id);
  openSession(server, person.id);
  const page = await openCrm(person);
  await page.getByRole('link', { name: 'Mi cuenta: Ana' }).click();
  await atPath(page, '/cuenta');
  await waitForIslands(page);
  await page.getByLabel('Nombre').fill('Ana María');
  await button(page, 'Guardar').click();
  await toast(page, 'Nombre guardado');

  const others = page.getByRole('button', { name: /^Cerrar la sesión de/ });
  await expect.poll(() => others.count()).toBe(2);
  await others.first().click();
  await toast(page, 'Sesión cerrada');
  await expect.poll(() => others.count()).toBe(1);
  await button(page, 'Cerrar las demás').click();
  await expect.poll(() => others.count()).toBe(0);

  const notices = page.getByRole('region', { name: 'Avisos' });
  await expect.poll(() => notices.getByRole('radio', { name: /^Un resumen por día/ }).isChecked()).toBe(true);
  const each = notices.getByRole('radio', { name: /^Cada consulta/ });
  await each.check();
  await button(page, 'Guardar avisos').click();
  await toast(page, 'Avisos guardados');
  const { json } = await call(server, '/api/account/notices', { cookie: person.cookie });
  expect(json).toMatchObject({ email: 'each' });

  const calendar = page.getByRole('region', { name: 'Calendario' });
  const address = calendar.getByLabel('Dirección del calendario');
  const read = async (url: string) => (await fetch(url)).status;
  await button(page, 'Crear dirección').click();
  const first = await address.inputValue();
  expect(await read(first)).toBe(200);

  await page.reload();
  await waitForIslands(page);
  await page.getByRole('link', { name: 'Mi cuenta: Ana María' }).waitFor();
  await expect.poll(() => each.isChecked(), { message: 'the notices after a reload' }).toBe(true);
  await page.setViewportSize(PHONE);
  await calendar.getByText('Hay una dirección en uso').waitFor();
  await expect.poll(() => address.count(), { message: 'the address after a reload' }).toBe(0);
  await button(page, 'Crear otra').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Crear otra' }).click();
  const second = await address.inputValue();
  expect([await read(first), await read(second)]).toEqual([404, 200]);
  await button(page, 'Dejar de usarla').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dejar de usarla' }).click();
  await toast(page, 'La dirección ya no sirve');
  await button(page, 'Crear dirección').waitFor();
  expect(await read(second)).toBe(404);

  for (const name of ['Mi notebook', 'Una desconocida']) writePasskey(server, person, name);
  await page.getByRole('link', { name: 'Cambiar contraseña' }).click();
  await waitForIslands(page);
  const keep = page.getByRole('group', { name: 'Tus claves de acceso' }).getByRole('checkbox');
  expect([await keep.count(), await keep.first().isChecked()]).toEqual([2, false]);
  await page.getByLabel('Mi notebook').check();
  await page.getByLabel('Contraseña actual').fill('no es esta');
  await page.getByLabel('Contraseña nueva').fill(OWN);
  await button(page, 'Guardar contraseña').click();
  await page.getByText('Contraseña actual: no es la correcta.').first().waitFor();
  await page.getByLabel('Contraseña actual').fill(PASSWORD);
  await button(page, 'Guardar contraseña').click();
  await atPath(page, '/cuenta');
  await toast(page, 'Contraseña guardada');
  const passkeys = page.getByRole('region', { name: 'Claves de acceso' });
  await passkeys.getByText('Mi notebook', { exact: true }).waitFor();
  await expect.poll(() => passkeys.getByText('Una desconocida').count(), { message: 'what was not ticked' }).toBe(0);

  // An expiring session is renewed in place, and nothing typed is lost.
  await waitForIslands(page);
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Ana Alberta');
  withDatabase(server, (db) =>
    db.prepare("UPDATE sessions SET idle_expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?").run(person.id),
  );
  await button(page, 'Guardar').click();
  const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await dialog.getByLabel('Contraseña', { exact: true }).fill('no es esta');
  await dialog.getByRole('button', { name: 'Seguir' }).click();
  await toast(page, 'Email o contraseña incorrectos');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(OWN);
  await dialog.getByRole('button', { name: 'Seguir' }).click();
  await toast(page, 'Nombre guardado');
  await expect.poll(() => page.getByRole('textbox', { name: 'Nombre' }).inputValue()).toBe('Ana Alberta');
});
