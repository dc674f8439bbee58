import { expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { watchConsoleErrors } from '../support/browser';
import { waitForIslands } from '../support/hydrated';
import { fillEnquiry } from '../support/landing';
import { newWord } from '../support/new-word';
import { openMore, readCounter, rowOf } from '../support/panel';
import { openPage, openStage, server } from '../support/stage';

openStage();

test('an enquiry from the landing becomes a lead that a signed-in person moves to Contactado', async () => {
  const nombre = `Rosa Ibáñez ${newWord()}`;
  const email = `${newWord()}@ibanez.example.com`;
  const visitor = await openPage();
  const complaints = watchConsoleErrors(visitor);
  const scripts: string[] = [];
  visitor.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await visitor.goto('/?utm_source=google&utm_medium=cpc');
  expect(scripts, 'script files before any interaction').toEqual([]);

  await visitor.getByRole('button', { name: 'Quiero el Chat con IA' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Contactanos' });
  await dialog.getByText('Sobre: Chat con IA · anual').waitFor();
  await fillEnquiry(dialog, { nombre, email, pais: 'MX', telefono: '+5215512345678' });
  await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
  await visitor.waitForURL('**/gracias');
  expect(complaints).toEqual([]);

  const person = makePerson(server, { name: 'Bruno Sosa' });
  const staff = await openPage();
  const staffComplaints = watchConsoleErrors(staff);
  await staff.goto('/panel');
  expect(new URL(staff.url()).pathname).toBe('/login');
  await staff.locator('input[type=email]').fill(person.email);
  await staff.locator('input[type=password]').fill(PASSWORD);
  await staff.getByRole('button', { name: 'Iniciar sesión' }).click();
  await staff.waitForURL('**/panel');

  await waitForIslands(staff);
  const row = rowOf(staff, nombre);
  await row.getByText(email).waitFor();
  await row.getByText('México').waitFor();
  const contacted = await readCounter(staff, 'Contactados');
  await row.getByRole('button', { name: 'Nuevo', exact: true }).click();
  const picker = staff.getByRole('dialog', { name: 'Cambiar estado a:' });
  await picker.getByRole('button', { name: 'Contactado' }).click();
  await staff.getByText('Estado actualizado correctamente').waitFor();
  await expect.poll(() => readCounter(staff, 'Contactados')).toBe(contacted + 1);
  await staff.reload();
  await row.getByRole('button', { name: 'Contactado', exact: true }).waitFor();
  await waitForIslands(staff);
  await row.getByText(nombre).click();
  const lead = staff.getByRole('dialog', { name: nombre });
  await openMore(lead);
  for (const known of ['Chat con IA · anual', 'google / cpc'])
    await lead.getByRole('definition').filter({ hasText: known }).waitFor();
  await expect.poll(() => lead.getByLabel('Plan de interés').inputValue()).toBe('chat-ia');
  await lead.getByRole('tab', { name: 'Notas' }).click();
  await lead.getByRole('heading', { name: /^Mensaje inicial .* · Chat con IA · anual$/ }).waitFor();
  await staff.keyboard.press('Escape');

  await staff.getByRole('button', { name: 'Cerrar sesión' }).click();
  await staff.waitForURL(`${server.url}/`);
  await staff.goto('/panel');
  expect(new URL(staff.url()).pathname).toBe('/login');
  expect(staffComplaints).toEqual([]);
});
