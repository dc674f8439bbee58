import { expect, test } from 'vitest';
import { call } from '../support/http';
import { newWord } from '../support/new-word';
import { makeLead } from '../support/panel';
import { providePerson } from '../support/provide';
import { openCrm, openStage, server } from '../support/stage';

openStage();
const ana = providePerson(server, { name: 'Ana Ruiz' });
const beto = providePerson(server, { name: 'Beto Luna' });
const carla = providePerson(server, { name: 'Carla Paz' });

test('who else has a lead open is named in it, what they change is marked there, and their lead is taken after asking', async () => {
  const { id, nombre } = await makeLead(server, beto, { nombre: `Iris ${newWord()}` });
  const change = (body: unknown) => call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: beto.cookie, body });
  const read = async () => (await call(server, `/api/leads/${id}`, { cookie: ana.cookie })).json.lead;
  await change({ owner_id: beto.id });
  const page = await openCrm(ana, `/panel?lead=${id}`);
  const colleague = await openCrm(beto, `/panel?lead=${id}`);
  const sheet = page.getByRole('dialog', { name: nombre });
  const other = colleague.getByRole('dialog', { name: nombre });
  await sheet.getByText('Beto Luna lo tiene abierto').waitFor();
  await other.getByText('Ana Ruiz lo tiene abierto').waitFor();
  await colleague.keyboard.press('n');
  await other.getByLabel('Nueva nota').fill('Pidió que la llame');
  await sheet.getByText('Beto Luna está escribiendo una nota').waitFor();
  await other.getByRole('button', { name: 'Guardar nota' }).click();
  await sheet.getByText('Beto Luna lo tiene abierto').waitFor();
  await colleague.keyboard.press('Escape');
  await other.waitFor({ state: 'detached' });
  await sheet.getByText('Beto Luna lo tiene abierto').waitFor({ state: 'detached' });

  await change({ estado: 'contactado' });
  await sheet.getByText('Beto, recién').waitFor();
  await sheet.getByText('Beto Luna cambió Estado').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.toasts').getByRole('listitem').count()).toBe(0);

  const take = () => sheet.getByRole('combobox', { name: 'Responsable' }).selectOption({ value: ana.id });
  const question = page.getByRole('alertdialog', { name: 'Lo tiene Beto Luna. ¿Tomarlo igual?' });
  await take();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await question.waitFor({ state: 'detached' });
  expect((await read()).owner_name).toBe('Beto Luna');
  await take();
  await question.getByRole('button', { name: 'Tomar igual' }).click();
  await expect.poll(async () => (await read()).owner_name).toBe('Ana Ruiz');
  // The history is the last tab.
  await sheet.getByRole('tab').last().click();
  await sheet.getByText('lo tomó de Beto Luna').first().waitFor();
  await page.locator('.toasts').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(async () => (await read()).owner_name).toBe('Beto Luna');

  // The question named Beto, so it takes nothing from whoever got the lead while it stood.
  await sheet.getByRole('tab').first().click();
  await take();
  await question.waitFor();
  await change({ owner_id: carla.id });
  // The question hides the page, and the lead in it, from assistive technology.
  const owner = page.locator('.sheet').getByRole('combobox', { name: 'Responsable', includeHidden: true });
  await expect.poll(() => owner.inputValue()).toBe(carla.id);
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await question.getByRole('button', { name: 'Tomar igual' }).click();
  expect((await answered).status()).toBe(409);
  expect((await read()).owner_name).toBe('Carla Paz');
});
