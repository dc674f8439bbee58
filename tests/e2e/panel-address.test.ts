import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { call } from '../support/http';
import { makeLead } from '../support/panel';
import { atPath, button, openCrm, openPage, openStage, server, toast } from '../support/stage';

let ana: Person;
const ids: Record<'ines' | 'hugo', number> = { ines: 0, hugo: 0 };

openStage();
beforeAll(async () => {
  ana = makePerson(server, { name: 'Ana Activa' });
  ids.hugo = (await makeLead(server, ana, { nombre: 'Hugo Primero' })).id;
  ids.ines = (await makeLead(server, ana, { nombre: 'Inés Segunda' })).id;
});

describe('the lead that is open', () => {
  test('is named in the address, next to the filters, and a step back closes it', async () => {
    const page = await openCrm(ana, '/panel?estado=nuevo');
    const dialog = page.getByRole('dialog', { name: 'Inés Segunda' });
    await button(page, 'Inés Segunda').click();
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

  test('leaves one step in the history, however many were looked at', async () => {
    const page = await openCrm(ana);
    const before = await page.evaluate(() => history.length);
    for (const nombre of ['Inés Segunda', 'Hugo Primero', 'Inés Segunda']) {
      await button(page, nombre).click();
      const dialog = page.getByRole('dialog', { name: nombre });
      await dialog.getByRole('button', { name: 'Cerrar' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  });

  test('closes by a step back, also when another one was linked to before', async () => {
    const page = await openCrm(ana, `/panel?lead=${ids.hugo}`);
    await page.getByRole('dialog', { name: 'Hugo Primero' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(page, 'Inés Segunda').click();
    await page.getByRole('dialog', { name: 'Inés Segunda' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await atPath(page, '/panel');
  });

  test('that is gone when a step leads to it, is said to be so', async () => {
    const { id } = await makeLead(server, ana, { nombre: 'Ida Ida' });
    const page = await openCrm(ana);
    await button(page, 'Ida Ida').click();
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
    await button(page, 'Inés Segunda').click();
    await page.getByRole('dialog', { name: 'Inés Segunda' }).waitFor();
    await atPath(page, `/panel?q=segunda&lead=${ids.ines}`);
  });

  test('that is gone is said to be so, and the list is there', async () => {
    const { id } = await makeLead(server, ana, { nombre: 'Gino Ido' });
    await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: ana.cookie });
    const page = await openCrm(ana, `/panel?lead=${id}`);
    await toast(page, 'Este lead ya no está: alguien lo eliminó.');
    await button(page, 'Inés Segunda').waitFor();
    await atPath(page, '/panel');
  });
});
