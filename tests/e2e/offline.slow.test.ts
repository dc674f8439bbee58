import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { makeCompany } from '../support/companies';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { factOf, listedNames, makeLead, nameOf, openMore, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { atPath, button, holdRequests, openCrm, openPage, openStage, PHONE, server, toast } from '../support/stage';

openStage();
const ana = providePerson(server, { name: 'Ana', roles: ['admin'] });

const COMES_BACK = 'Sin conexión: se carga solo cuando vuelva.';

const readLead = async (id: number) => (await call(server, `/api/leads/${id}`, { cookie: ana.cookie })).json.lead;

const notice = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await notice(page, 'Sin conexión. Lo que ves puede haber cambiado.').waitFor();
}

/** A toast says that the page was not opened, and the current one stays. */
async function isNotOpened(page: Page, path: string): Promise<void> {
  await toast(page, 'No se pudo abrir');
  await notice(page, 'Sin conexión: probá de nuevo cuando vuelva.').waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(path);
}

async function markWon(page: Page, nombre: string): Promise<void> {
  await rowOf(page, nombre).getByRole('button', { name: 'Nuevo', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByRole('button', { name: 'Ganado' }).click();
}

describe('without a connection', () => {
  test('the panel says so; a status waits for it, and a note says that it was not saved and stays as it was typed', async () => {
    const { id } = await makeLead(server, ana, { nombre: 'Sofía Subte' });
    const page = await openCrm(ana);
    await page.getByRole('button', { name: 'Notas de Sofía Subte' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sofía Subte' });
    await dialog.getByLabel('Nueva nota').fill('Prefiere a la tarde.');
    await goOffline(page);
    await dialog.getByRole('button', { name: 'Guardar nota' }).click();
    await toast(page, 'Error al añadir la nota');
    await notice(page, 'Sin conexión: no se guardó.').waitFor();
    await expect.poll(() => dialog.getByLabel('Nueva nota').inputValue()).toBe('Prefiere a la tarde.');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await markWon(page, 'Sofía Subte');
    await rowOf(page, 'Sofía Subte').getByRole('button', { name: 'Ganado', exact: true }).waitFor();
    await notice(page, 'Sin conexión. 1 cambio espera y se guarda cuando vuelva').waitFor();
    expect((await readLead(id)).estado).toBe('nuevo');
    // Closing the page meanwhile prompts.
    const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();

    await page.context().setOffline(false);
    await notice(page, 'Volvió la conexión.').waitFor();
    await toast(page, 'Estado actualizado correctamente');
    expect((await readLead(id)).estado).toBe('ganado');
    await notice(page, 'Volvió la conexión.').waitFor({ state: 'detached' });
  });

  test('of two choices that wait for it the second stands, and is not taken for somebody else’s change', async () => {
    const { id, nombre } = await makeLead(server, ana, { nombre: 'Dora Duda' });
    makePerson(server, { name: 'Beto Bravo' });
    const page = await openCrm(ana, `/panel?lead=${id}`);
    const dialog = page.getByRole('dialog', { name: nombre });
    await dialog.getByLabel('Próximo contacto').waitFor();
    await goOffline(page);
    for (const day of ['2090-03-28', '2090-03-30']) await dialog.getByLabel('Próximo contacto').fill(day);
    for (const name of ['Beto Bravo', 'Ana (vos)'])
      await dialog.getByRole('combobox', { name: 'Responsable' }).selectOption(name);
    await notice(page, /cambios? esperan?/).waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => readLead(id)).toMatchObject({ next_contact_on: '2090-03-30', owner_id: ana.id });
    expect(await page.getByText('Otra persona').count()).toBe(0);
  });

  test('a list that could not be read comes by itself once there is one again, with what happened meanwhile', async () => {
    await makeLead(server, ana, { nombre: 'Teo Túnel' });
    const page = await openCrm(ana);
    await goOffline(page);
    await page.getByLabel('Buscar').fill('teo túnel');
    const main = page.getByRole('main');
    await main.getByText('Error al cargar los leads').waitFor();
    await notice(page, COMES_BACK).waitFor();
    await makeLead(server, ana, { nombre: 'Teodora Túnel' });
    await page.context().setOffline(false);
    await expect.poll(() => listedNames(page)).toEqual(['Teodora Túnel', 'Teo Túnel']);
    await expect.poll(() => main.getByText('Error al cargar los leads').count()).toBe(0);
    await expect.poll(() => notice(page, COMES_BACK).count()).toBe(0);
  });

  test('a link to another page does not take this one away, and leads there once there is one again', async () => {
    const page = await openCrm(ana);
    const numbers = page.getByRole('link', { name: 'Números' }).locator('visible=true');
    await goOffline(page);
    await numbers.click();
    await isNotOpened(page, '/panel');
    await page.context().setOffline(false);
    await notice(page, 'Volvió la conexión.').waitFor();
    await numbers.click();
    await atPath(page, '/panel/numeros');
    await waitForIslands(page);
    for (const press of [
      () => page.locator('svg a').first().press('Enter'),
      () => button(page, 'Ver').click(),
      async () => {
        await page.locator('.period-more > summary').click();
        await page.getByRole('link', { name: 'Descargar (XLSX)' }).click();
      },
    ]) {
      await goOffline(page);
      await press();
      await isNotOpened(page, '/panel/numeros');
      await page.context().setOffline(false);
      await notice(page, 'Volvió la conexión.').waitFor();
      await page.getByText('No se pudo abrir').waitFor({ state: 'detached' });
    }
  });

  test('the agencies come by themselves, too; a file that needs a proof can only be asked for again; a place on the page is led to', async () => {
    for (const name of ['Túnel Propiedades', 'Otra Propiedades']) makeCompany(server, { name });
    const page = await openCrm(ana, '/users');
    await goOffline(page);
    await page.getByLabel('Buscar inmobiliaria').fill('tún');
    await notice(page, COMES_BACK).waitFor();
    await page.context().setOffline(false);
    await page.getByText('Otra Propiedades', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('Túnel Propiedades', { exact: true }).waitFor();
    await notice(page, 'Volvió la conexión.').waitFor({ state: 'detached' });
    await goOffline(page);
    await page.locator('a[data-proof]').first().click();
    await isNotOpened(page, '/users?q=t%C3%BAn');
    await expect.poll(() => page.getByText('no se guardó').count()).toBe(0);
    await page.context().setOffline(false);
    await notice(page, 'Volvió la conexión.').waitFor();

    await page.setViewportSize(PHONE);
    await page.goto('/cuenta');
    await waitForIslands(page);
    await goOffline(page);
    await page.locator('a[href="#avisos"]').click();
    await page.waitForURL('**/cuenta#avisos');
  });
});

test('an answer that takes its time is said to; what somebody else changed is said with what to do next', async () => {
  const { id } = await makeLead(server, ana, { nombre: 'Lena Lenta', empresa: 'Casa Uno' });
  const page = await openCrm(ana);
  const release = await holdRequests(page, '**/api/leads/*');
  await markWon(page, 'Lena Lenta');
  await notice(page, 'El servidor tarda en responder.').waitFor();
  release();
  await toast(page, 'Estado actualizado correctamente');
  await notice(page, 'El servidor tarda en responder.').waitFor({ state: 'detached' });

  await nameOf(page, 'Lena Lenta').click();
  await openMore(page.getByRole('dialog'));
  await factOf(page.getByRole('dialog'), 'Empresa').click();
  const empresa = page.getByRole('dialog').getByLabel('Empresa');
  await empresa.fill('Casa Dos');
  await call(server, `/api/leads/${id}`, {
    method: 'PATCH',
    cookie: makePerson(server).cookie,
    body: { empresa: 'Casa Tres' },
  });
  await empresa.press('Enter');
  await page.getByText('Lo tuyo sigue acá: guardá de nuevo para que quede').waitFor();
  await page.getByText('Otra persona lo cambió a «Casa Tres».').waitFor();
  await expect.poll(() => empresa.inputValue()).toBe('Casa Dos');
  await empresa.press('Enter');
  await toast(page, 'Datos guardados');
  expect((await readLead(id)).empresa).toBe('Casa Dos');
});

test('a lead that is gone leaves a list that has not heard of it once it is pressed', async () => {
  const { id } = await makeLead(server, ana, { nombre: 'Irma Ida' });
  const page = await openPage({ person: ana });
  await page.route('**/api/leads/stream*', (route) => route.abort());
  await page.goto('/panel');
  await waitForIslands(page);
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: ana.cookie });
  await markWon(page, 'Irma Ida');
  await rowOf(page, 'Irma Ida').waitFor({ state: 'detached' });
});
