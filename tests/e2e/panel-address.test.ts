import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { call } from '../support/http';
import { makeLead, nameOf } from '../support/panel';
import { startServer } from '../support/server';
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

let ana: Person;
const ids: Record<'ines' | 'hugo', number> = { ines: 0, hugo: 0 };

openStage();
beforeAll(async () => {
  ana = makePerson(server, { name: 'Ana Activa' });
  ids.hugo = (await makeLead(server, ana, { nombre: 'Hugo Primero' })).id;
  ids.ines = (await makeLead(server, ana, { nombre: 'Inés Segunda' })).id;
});

/** Closes the open lead in a browser that takes its time for a step back. */
async function closeBeforeStepArrives(page: Page): Promise<void> {
  await page.evaluate(() => {
    const back = history.back.bind(history);
    history.back = () => void setTimeout(back, 300);
  });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('the lead that is open', () => {
  test('is named in the address, next to the filters, and a step back closes it', async () => {
    const page = await openCrm(ana, '/panel?estado=nuevo');
    const dialog = page.getByRole('dialog', { name: 'Inés Segunda' });
    await nameOf(page, 'Inés Segunda').click();
    await dialog.waitFor();
    await atPath(page, `/panel?estado=nuevo&lead=${ids.ines}`);
    await page.keyboard.press('j');
    await page.getByRole('dialog', { name: 'Hugo Primero' }).waitFor();
    await atPath(page, `/panel?estado=nuevo&lead=${ids.hugo}`);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await atPath(page, '/panel?estado=nuevo');
    await page.goForward();
    await page.getByRole('dialog', { name: 'Hugo Primero' }).waitFor();
  });

  test('is still open after a reload, and for whoever gets the link', async () => {
    const page = await openPage({ person: makePerson(server) });
    await page.goto(`/panel?lead=${ids.hugo}`);
    const dialog = page.getByRole('dialog', { name: 'Hugo Primero' });
    await dialog.waitFor();
    await page.reload();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await atPath(page, '/panel');
  });

  test('comes back after signing in', async () => {
    const page = await openPage();
    await page.goto(`/panel?lead=${ids.hugo}`);
    await atPath(page, `/login?next=${encodeURIComponent(`/panel?lead=${ids.hugo}`)}`);
  });

  test('leaves nothing behind once it is closed: a step back leads out of the panel', async () => {
    const page = await openCrm(ana, '/panel/papelera');
    await page.getByRole('link', { name: 'Volver al panel' }).click();
    await waitForIslands(page);
    for (const nombre of ['Inés Segunda', 'Hugo Primero', 'Inés Segunda']) {
      await nameOf(page, nombre).click();
      const dialog = page.getByRole('dialog', { name: nombre });
      await dialog.getByRole('button', { name: 'Cerrar' }).click();
      await dialog.waitFor({ state: 'detached' });
      await atPath(page, '/panel');
    }
    await page.goBack();
    await atPath(page, '/panel/papelera');
  });

  test('leaves nothing behind either where the page was loaded anew meanwhile', async () => {
    const page = await openCrm(ana, '/panel/papelera');
    await page.goto('/panel?estado=nuevo');
    await waitForIslands(page);
    await nameOf(page, 'Inés Segunda').click();
    const dialog = page.getByRole('dialog', { name: 'Inés Segunda' });
    await dialog.waitFor();
    await page.reload();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await atPath(page, '/panel?estado=nuevo');
    await page.goBack();
    await atPath(page, '/panel/papelera');
  });

  test('is the one in the address, however soon it is opened after another one was closed', async () => {
    const page = await openCrm(ana, '/panel/papelera');
    await page.goto('/panel');
    await waitForIslands(page);
    await nameOf(page, 'Inés Segunda').click();
    await page.getByRole('dialog', { name: 'Inés Segunda' }).waitFor();
    await closeBeforeStepArrives(page);
    await nameOf(page, 'Hugo Primero').click();
    const dialog = page.getByRole('dialog', { name: 'Hugo Primero' });
    await dialog.waitFor();
    await atPath(page, `/panel?lead=${ids.hugo}`);
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await atPath(page, '/panel');
    await page.goBack();
    await atPath(page, '/panel/papelera');
  });

  test('takes no list with it that is chosen as soon as it is closed', async () => {
    const page = await openCrm(ana);
    await nameOf(page, 'Inés Segunda').click();
    await page.getByRole('dialog', { name: 'Inés Segunda' }).waitFor();
    await closeBeforeStepArrives(page);
    await page.getByRole('link', { name: 'Ganados' }).click();
    await atPath(page, '/panel?estado=ganado');
    await page.getByText('No hay leads registrados con estos filtros').waitFor();
    await page.goBack();
    await atPath(page, '/panel');
    await nameOf(page, 'Inés Segunda').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('is closed on the rows that were there when it was opened, though others came in above', async () => {
    const site = await startServer();
    const beto = makePerson(site);
    for (let n = 1; n <= 40; n++) await makeLead(site, beto, { nombre: `Fila ${n}` });
    const page = await openCrm(beto, '/panel', { site });
    const row = page.locator('[data-lead-id]', { hasText: /^Fila 5/ });
    await nameOf(page, 'Fila 5').scrollIntoViewIfNeeded();
    await nameOf(page, 'Fila 5').click();
    const dialog = page.getByRole('dialog', { name: 'Fila 5' });
    await dialog.waitFor();
    const before = await row.boundingBox();
    for (let n = 1; n <= 3; n++) await makeLead(site, beto, { nombre: `Nueva ${n}` });
    await button(page, '3 leads nuevos').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await atPath(page, '/panel');
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect((await row.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1);
    await site.stop();
  });

  test('closes by a step back, also when another one was linked to before', async () => {
    const page = await openCrm(ana, `/panel?lead=${ids.hugo}`);
    await page.getByRole('dialog', { name: 'Hugo Primero' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await nameOf(page, 'Inés Segunda').click();
    await page.getByRole('dialog', { name: 'Inés Segunda' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await atPath(page, '/panel');
  });

  test('that is gone when a step leads to it, is said to be so', async () => {
    const { id } = await makeLead(server, ana, { nombre: 'Ida Ida' });
    const page = await openCrm(ana);
    await nameOf(page, 'Ida Ida').click();
    await page.getByRole('dialog', { name: 'Ida Ida' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: ana.cookie });
    await page.goForward();
    await toast(page, 'Este lead ya no está: alguien lo eliminó.');
    await atPath(page, '/panel');
  });

  test('and what is searched for are both in the address, whichever came first', async () => {
    const page = await openCrm(ana);
    await page.getByLabel('Buscar').pressSequentially('segunda');
    await nameOf(page, 'Inés Segunda').click();
    await page.getByRole('dialog', { name: 'Inés Segunda' }).waitFor();
    await atPath(page, `/panel?q=segunda&lead=${ids.ines}`);
  });

  test('that is gone is said to be so, and the list is there', async () => {
    const { id } = await makeLead(server, ana, { nombre: 'Gino Ido' });
    await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: ana.cookie });
    const page = await openCrm(ana, `/panel?lead=${id}`);
    await toast(page, 'Este lead ya no está: alguien lo eliminó.');
    await nameOf(page, 'Inés Segunda').waitFor();
    await atPath(page, '/panel');
  });
});

test('a filter that is none is said to be so, and every lead is there', async () => {
  const page = await openCrm(ana, `/panel?estado=dormido&lead=${ids.ines}`);
  await toast(page, 'El filtro de esa dirección no se entiende. Acá están todos los leads.');
  await page.getByRole('dialog', { name: 'Inés Segunda' }).waitFor();
  await atPath(page, `/panel?lead=${ids.ines}`);
  await nameOf(page, 'Hugo Primero').waitFor();
});
