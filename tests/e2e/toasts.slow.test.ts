import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept } from '../support/browser';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { atRest, makeLead, nameOf, openMore, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import {
  button,
  holdRequests,
  openActions,
  openCrm,
  openPage,
  openStage,
  PHONE,
  server,
  toast,
} from '../support/stage';

openStage();
const staff = providePerson(server);

/**
 * The visible toasts' texts, without their additions. To a page whose clock runs ahead, the server may seem slow: what
 * says so stands there too, and is no toast.
 */
const shown = (page: Page) =>
  page
    .getByRole('region', { name: 'Avisos (Alt+T)' })
    .locator('p:first-child')
    .filter({ hasNotText: 'El servidor tarda en responder' })
    .allInnerTexts();

const CHANGED = 'Estado actualizado correctamente';

/** A lead of its own, in the panel. */
async function openWith(options = {}) {
  const nombre = `Tina Tostada ${newWord()}`;
  await makeLead(server, staff, { nombre });
  const page = await openCrm(staff, '/panel', options);
  await page.clock.install();
  // The clock is frozen from here on.
  await page.clock.pauseAt(Date.now() + 60_000);
  return { page, nombre };
}

/** Resolves once the toast has timed out. */
async function leave(page: Page) {
  await page.clock.runFor(11_000);
  await expect.poll(() => shown(page)).toEqual([]);
}

async function changeStatus(page: Page, nombre: string, from: string, to: string) {
  await rowOf(page, nombre).getByRole('button', { name: from, exact: true }).click();
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByRole('button', { name: to }).click();
}

const hasFocus = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Avisos (Alt+T)' }).evaluate((region, label) => {
    const focused = document.activeElement;
    return label === '' ? focused === region : region.contains(focused) && focused?.textContent === label;
  }, name);

const isIn = (box: Locator) => box.evaluate((element) => element === document.activeElement);

test('a toast leaves after five seconds, after ten where it can be undone, stays while the pointer is on it, and makes room for the newest one', async () => {
  const other = `Dora Dos ${newWord()}`;
  await makeLead(server, staff, { nombre: other });
  const { page, nombre } = await openWith();
  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await toast(page, CHANGED);
  await page.clock.runFor(9000);
  await expect.poll(() => shown(page)).toEqual([CHANGED]);
  await page.clock.runFor(1000);
  await expect.poll(() => shown(page)).toEqual([]);

  // After the pointer leaves, its full time restarts.
  await changeStatus(page, nombre, 'Ganado', 'Nuevo');
  await toast(page, CHANGED);
  await button(page, 'Deshacer').hover();
  await page.clock.runFor(20_000);
  await expect.poll(() => shown(page)).toEqual([CHANGED]);
  await page.mouse.move(0, 0);
  await page.clock.runFor(9000);
  await expect.poll(() => shown(page)).toEqual([CHANGED]);
  await page.clock.runFor(1000);
  await expect.poll(() => shown(page)).toEqual([]);

  // An undo's toast is text only, so it is shorter.
  await page.keyboard.press('Control+z');
  await toast(page, CHANGED);
  await page.clock.runFor(4000);
  await expect.poll(() => shown(page)).toEqual([CHANGED]);
  await page.clock.runFor(1000);
  await expect.poll(() => shown(page)).toEqual([]);
  await changeStatus(page, nombre, 'Ganado', 'Nuevo');
  await toast(page, CHANGED);

  // Toasts replace each other, and a replaced one's action can still be undone.
  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await page.getByRole('status').getByText(`${nombre} pasó a Ganado`).waitFor();
  await button(page, `Eliminar lead ${other}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await toast(page, 'Lead eliminado correctamente');
  await expect.poll(() => shown(page)).toEqual(['Lead eliminado correctamente']);
  await changeStatus(page, nombre, 'Ganado', 'Nuevo');
  await toast(page, CHANGED);
  await expect.poll(() => shown(page)).toEqual([CHANGED]);
  await page.mouse.move(0, 0);
  await leave(page);

  // A field's error is not repeated.
  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByLabel('Nombre *').fill('Sin Correo');
  await dialog.getByLabel('Email *').fill('nada');
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  await dialog.getByText('Email: escribí una dirección válida').waitFor();
  await expect.poll(() => shown(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });

  await (await openActions(page)).getByRole('link', { name: 'Papelera' }).click();
  await button(page, `Recuperar lead ${other}`).waitFor();
});

test('what is taken back is what was done here: the owner whom a colleague chose, unseen, stays', async () => {
  const nombre = `Tina Tomada ${newWord()}`;
  const { id } = await makeLead(server, staff, { nombre });
  const path = `/api/leads/${id}`;
  const page = await openPage({ person: staff });
  await page.route('**/api/leads/stream*', (route) => route.abort());
  await page.goto('/panel');
  await waitForIslands(page);
  const colleague = makePerson(server);
  await call(server, path, {
    method: 'PATCH',
    cookie: colleague.cookie,
    body: { owner_id: colleague.id },
  });
  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await toast(page, CHANGED);
  await button(page, 'Deshacer').click();
  await rowOf(page, nombre).getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
  const read = async () => (await call(server, path, { cookie: staff.cookie })).json.lead;
  await expect.poll(read).toMatchObject({ estado: 'nuevo', owner_id: colleague.id });
});

test('a part of the lead that cannot be read again is added to the toast, which can still be undone', async () => {
  const { page, nombre } = await openWith();
  await nameOf(page, nombre).click();
  const dialog = page.getByRole('dialog', { name: nombre });
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await dialog.getByText('creó el lead').waitFor();
  await intercept(page, '**/api/leads/*/timeline*', (route) => route.fulfill({ status: 500, json: {} }));
  await dialog.getByRole('button', { name: 'Nuevo', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByRole('button', { name: 'Ganado' }).click();
  await toast(page, CHANGED);
  await toast(page, 'Error al cargar las notas');
  await expect.poll(() => shown(page)).toEqual([CHANGED]);
  await button(page, 'Deshacer').click();
  await dialog.getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
});

test('Alt+T takes the focus to the toast, which then stays, and on to the next one; Escape takes it back', async () => {
  const { page, nombre } = await openWith();
  const search = page.getByLabel('Buscar');
  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await toast(page, CHANGED);
  await search.focus();
  await page.keyboard.press('Alt+t');
  await expect.poll(() => hasFocus(page, '')).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(page, 'Deshacer')).toBe(true);
  await page.clock.runFor(20_000);
  await expect.poll(() => shown(page)).toEqual([CHANGED]);
  await page.keyboard.press('Escape');
  await expect.poll(() => isIn(search), { message: 'the focus after Escape' }).toBe(true);

  // Its action works by keyboard, and the answering toast leaves on time.
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await rowOf(page, nombre).getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
  await toast(page, CHANGED);
  await expect.poll(() => isIn(search), { message: 'the focus after undoing' }).toBe(true);
  await leave(page);
  // Without a toast the shortcut moves no focus.
  await page.keyboard.press('Alt+t');
  await expect.poll(() => isIn(search), { message: 'the focus where no toast is' }).toBe(true);

  // The focus passes on to a replacing toast.
  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await toast(page, CHANGED);
  const release = await holdRequests(page, '**/api/leads/*');
  await changeStatus(page, nombre, 'Ganado', 'Perdido');
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(page, 'Deshacer')).toBe(true);
  release();
  await expect.poll(() => hasFocus(page, '')).toBe(true);
  await expect.poll(() => shown(page)).toEqual([CHANGED]);
  await page.keyboard.press('Escape');
  await leave(page);

  // Over an open dialog it is reachable by keyboard and pointer, and the dialog stays.
  await nameOf(page, nombre).click();
  const dialog = page.getByRole('dialog', { name: nombre });
  await openMore(dialog);
  await dialog.getByLabel('Tipo de cliente').selectOption('Otros');
  await toast(page, 'Datos guardados');
  await page.keyboard.press('Alt+t');
  await expect.poll(() => hasFocus(page, '')).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor();
  await button(page, 'Descartar aviso').click();
  await expect.poll(() => shown(page)).toEqual([]);
  await dialog.waitFor();
});

test('Ctrl+Z takes back what was done last, also in an open lead, but not what somebody types, and waits while a question is open', async () => {
  const { page, nombre } = await openWith();
  const status = (name: string) => rowOf(page, nombre).getByRole('button', { name, exact: true });
  /** Waits for the toast first, so that no late answer brings another. */
  const toastLeaves = async () => {
    await toast(page, CHANGED);
    await leave(page);
  };
  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await toastLeaves();
  await changeStatus(page, nombre, 'Ganado', 'Perdido');
  await page.keyboard.press('Escape');
  await status('Perdido').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  // Even once its toast is gone.
  await toastLeaves();
  await page.getByLabel('Buscar').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => shown(page)).toEqual([]);
  await rowOf(page, nombre).focus();
  await page.keyboard.press('Control+z');
  await status('Ganado').waitFor();
  await toastLeaves();
  await page.keyboard.press('Control+z');
  await status('Nuevo').waitFor();
  // Nothing is left to undo.
  await toastLeaves();
  await page.keyboard.press('Control+z');
  await expect.poll(() => shown(page)).toEqual([]);

  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await toast(page, CHANGED);
  await button(page, `Eliminar lead ${nombre}`).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancelar' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect.poll(() => question.count()).toBe(0);
  // An optimistic change would be visible by now.
  await status('Ganado').waitFor();
  await nameOf(page, nombre).click();
  await page.getByRole('dialog', { name: nombre }).waitFor();
  await page.keyboard.press('Control+z');
  await status('Nuevo').waitFor();
});

test('on a phone a toast that was touched leaves in its time, and leaves alone a form that lies open, also the tallest of both', async () => {
  const { page, nombre } = await openWith({ viewport: PHONE, hasTouch: true, isMobile: true });
  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await toast(page, CHANGED);
  await button(page, 'Ahora no').tap();
  await page.getByRole('status').getByText(CHANGED).tap();
  await leave(page);

  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  const text = 'Nombre y email son obligatorios';
  await toast(page, text);
  // At their final positions, after animations.
  await atRest(page);
  const shownBox = await page.getByRole('status').filter({ hasText: text }).boundingBox();
  const sheetBox = await page.locator('[id^=headlessui-dialog-panel]').boundingBox();
  if (!shownBox || !sheetBox) throw new Error('out of sight');
  expect(shownBox.y + shownBox.height).toBeLessThanOrEqual(sheetBox.y);
});
