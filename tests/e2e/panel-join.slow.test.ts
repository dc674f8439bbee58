import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { measureOverflow } from '../support/browser';
import { call } from '../support/http';
import { newWord } from '../support/new-word';
import { makeLead, nameOf, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { openCrm, openStage, server } from '../support/stage';

openStage();
const ana = providePerson(server, { name: 'Ana Ruiz' });
const beto = providePerson(server, { name: 'Beto Luna' });

const toast = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text);
const note = (id: number, body: string) =>
  call(server, `/api/leads/${id}/notes`, { cookie: ana.cookie, body: { body } });
const sheet = (page: Page, nombre: string) => page.getByRole('dialog', { name: nombre, exact: true });

/** Two leads of one person, the second one newer, with a note each. */
async function makePair(): Promise<{ old: number; fresh: number; names: [string, string] }> {
  const word = newWord();
  const email = `${word}@x.example.com`;
  const names: [string, string] = [`Olga Paz ${word}`, `Olga ${word}`];
  const old = (await makeLead(server, ana, { nombre: names[0], email, empresa: 'Costanera' })).id;
  const fresh = (await makeLead(server, ana, { nombre: names[1], email, mensaje: 'Escribo de nuevo' })).id;
  await note(old, 'Quiere tres ambientes');
  await note(fresh, 'Por la zona norte');
  return { old, fresh, names };
}

test('a person’s enquiries are marked, joined by keyboard and separated, and every panel follows; joining is taken back from its toast', async () => {
  const page = await openCrm(ana);
  const colleague = await openCrm(beto);
  const { old, names } = await makePair();
  const [first, last] = names;
  await rowOf(colleague, first).getByText('2 consultas').waitFor();
  await page.getByRole('link', { name: 'Posibles duplicados' }).click();
  await nameOf(page, last).click();
  const others = sheet(page, last).getByRole('region', { name: 'Otras consultas de esta persona' });
  await others.getByText('Contactado').or(others.getByText('Nuevo')).first().waitFor();
  await others.getByRole('button', { name: `Unir con la consulta de ${first}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Unir consultas' });
  await expect.poll(() => dialog.getByRole('radio', { name: `La última: ${last}` }).isChecked()).toBe(true);
  await dialog.getByRole('radio', { name: `La última: ${last}` }).focus();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('radio', { name: `La primera: ${first}` }).focus();
  await page.keyboard.press('Enter');
  await toast(page, 'Leads unidos').waitFor();
  // The survivor is open in place of the other one.
  await sheet(page, first).getByRole('region', { name: 'Consultas unidas a esta' }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('lead')).toBe(String(old));
  await rowOf(colleague, last).waitFor({ state: 'detached' });
  await expect.poll(() => rowOf(colleague, first).getByText('2 consultas').count()).toBe(0);
  await sheet(page, first).getByRole('tab', { name: 'Notas' }).click();
  await sheet(page, first).getByText(`unió la consulta de ${last}`).waitFor();
  await sheet(page, first).getByText('Por la zona norte').waitFor();
  await sheet(page, first).getByRole('tab', { name: 'Información' }).click();
  await sheet(page, first)
    .getByRole('button', { name: `Separar la consulta de ${last}` })
    .click();
  await toast(page, 'Leads separados').waitFor();
  await rowOf(colleague, last).getByText('2 consultas').waitFor();

  // From the other side, and undone from the toast.
  await sheet(page, first).getByRole('button', { name: 'Cerrar', exact: true }).click();
  await sheet(page, first).waitFor({ state: 'detached' });
  await nameOf(page, first).click();
  await page.getByRole('button', { name: `Abrir la consulta de ${last}` }).click();
  await sheet(page, last)
    .getByRole('button', { name: `Unir con la consulta de ${first}` })
    .click();
  await dialog.getByRole('button', { name: 'Unir', exact: true }).click();
  await toast(page, 'Leads unidos').waitFor();
  await sheet(page, last).getByRole('region', { name: 'Consultas unidas a esta' }).waitFor();
  await page.locator('.toasts').getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, 'Leads separados').waitFor();
  await rowOf(page, first).waitFor();
});

test('in the list of possible duplicates a person’s leads stand together, and the button between them joins them', async () => {
  const { old, fresh, names } = await makePair();
  await makeLead(server, ana, { nombre: 'Entremedio', email: `${newWord()}@x.example.com` });
  const again = (await makeLead(server, ana, { nombre: names[1], email: `${names[1].split(' ')[1]}@x.example.com` }))
    .id;
  const page = await openCrm(ana, '/panel?duplicados=si');
  const listed = () =>
    page
      .locator('[data-lead-id]')
      .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.leadId)));
  expect((await listed()).slice(0, 3)).toEqual([again, fresh, old]);
  const row = page.locator(`[data-lead-id="${fresh}"]`);
  await row.getByRole('button', { name: `Unir con la consulta de ${names[0]}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Unir consultas' });
  await dialog.getByRole('button', { name: 'Unir', exact: true }).click();
  await toast(page, 'Leads unidos').waitFor();
  await row.waitFor({ state: 'detached' });
  expect((await listed()).slice(0, 2)).toEqual([again, old]);
});

test('whoever has a lead open that a colleague joins is led to the one that stays', async () => {
  const { old, fresh, names } = await makePair();
  const page = await openCrm(ana, `/panel?lead=${fresh}`);
  await sheet(page, names[1]).getByRole('region', { name: 'Otras consultas de esta persona' }).waitFor();
  const joining = { cookie: beto.cookie, body: { into: old, take: [] } };
  expect((await call(server, `/api/leads/${fresh}/join`, joining)).status).toBe(200);
  await page.getByText(`Esta consulta se unió con la de ${names[0]}.`).waitFor();
  await page.getByRole('button', { name: `Abrir la consulta de ${names[0]}` }).click();
  await sheet(page, names[0]).getByRole('region', { name: 'Consultas unidas a esta' }).waitFor();
  await page.goto(`/panel?lead=${fresh}`);
  await sheet(page, names[0]).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('lead')).toBe(String(old));
});

test('whoever is typed in and is there already is named while one types; on a phone the two stand side by side', async () => {
  const word = newWord();
  const [nombre, again] = [`Vera ${word}`, `Vera otra vez ${word}`];
  const digits = String(randomInt(10_000_000, 100_000_000));
  const phone = `${digits.slice(0, 4)}-${digits.slice(4)}`;
  const { id } = await makeLead(server, ana, {
    nombre,
    email: `vera.${word}@gmail.com`,
    whatsapp: `+54 9 11 ${phone}`,
  });
  await call(server, `/api/leads/${id}`, {
    cookie: ana.cookie,
    method: 'PATCH',
    body: { estado: 'contactado', owner_id: beto.id },
  });
  const page = await openCrm(ana);
  await page.getByRole('button', { name: 'Crear Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByLabel('WhatsApp').fill(`11 ${phone}`);
  await dialog.getByLabel('País').selectOption('Argentina');
  const known = dialog.getByText(`Ya está: ${nombre}, Contactado, de Beto Luna`);
  await known.waitFor();
  await dialog.getByLabel('WhatsApp').fill('');
  await known.waitFor({ state: 'detached' });
  await dialog.getByLabel(/^Email/).fill(`vera${word}+casas@googlemail.com`);
  await known.waitFor();
  await dialog.getByLabel(/^Nombre/).fill(again);
  await dialog.getByRole('button', { name: 'Crear igual' }).click();
  await rowOf(page, again).getByText('2 consultas').waitFor();
  await page.getByRole('button', { name: 'Crear Lead' }).click();
  await dialog.getByLabel(/^Email/).fill(`vera.${word}@gmail.com`);
  await dialog.getByText('Y otra consulta más.').waitFor();
  await dialog.getByRole('button', { name: 'Abrir', exact: true }).click();
  await sheet(page, again).waitFor();

  // Nothing overflows the screen.
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole('button', { name: `Unir con la consulta de ${nombre}` }).click();
  await page.getByRole('radio', { name: `La última: ${again}` }).waitFor();
  await expect.poll(() => measureOverflow(page)).toBe(0);
});
