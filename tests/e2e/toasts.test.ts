import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { makeLead, nameOf, rowOf } from '../support/panel';
import { button, openCrm, openStage, PHONE, server, toast, withhold } from '../support/stage';

let staff: Person;

openStage();
beforeAll(() => {
  staff = makePerson(server);
});

/** Texts of the toasts on show, without what they add to it. */
const shown = (page: Page) =>
  page.getByRole('region', { name: 'Avisos (Alt+T)' }).locator('p:first-child').allInnerTexts();

const CHANGED = 'Estado actualizado correctamente';

/** A lead of its own, whose status has just been changed: a toast offers to undo it. */
async function changeOne(nombre: string, options = {}) {
  await makeLead(server, staff, { nombre });
  const page = await openCrm(staff, '/panel', options);
  await page.clock.install();
  await changeStatus(page, nombre, 'Nuevo', 'Ganado');
  await toast(page, CHANGED);
  return page;
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

test('there is one toast at a time, the newest, and what it took the place of can still be undone', async () => {
  await makeLead(server, staff, { nombre: 'Dora Dos' });
  const page = await changeOne('Una Única');
  await button(page, 'Eliminar lead Dora Dos').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await toast(page, 'Lead eliminado correctamente');
  expect(await shown(page)).toEqual(['Lead eliminado correctamente']);
  await changeStatus(page, 'Una Única', 'Ganado', 'Nuevo');
  await toast(page, CHANGED);
  expect(await shown(page)).toEqual([CHANGED]);

  await page.getByRole('link', { name: 'Papelera' }).click();
  await button(page, 'Recuperar lead Dora Dos').waitFor();
});

test('a toast leaves after five seconds', async () => {
  const page = await changeOne('Cinco Segundos');
  await page.clock.runFor(4000);
  expect(await shown(page)).toEqual([CHANGED]);
  await page.clock.runFor(1000);
  await expect.poll(() => shown(page)).toEqual([]);
});

test('a toast stays while the pointer is on it, and its whole time after', async () => {
  const page = await changeOne('Pía Puntero');
  await button(page, 'Deshacer').hover();
  await page.clock.runFor(20_000);
  expect(await shown(page)).toEqual([CHANGED]);
  await page.mouse.move(0, 0);
  await page.clock.runFor(4000);
  expect(await shown(page)).toEqual([CHANGED]);
  await page.clock.runFor(1000);
  await expect.poll(() => shown(page)).toEqual([]);
});

test('Alt+T takes the focus to the toast, which then stays, and Escape takes it back', async () => {
  const page = await changeOne('Tina Teclas');
  await page.getByLabel('Buscar').focus();
  await page.keyboard.press('Alt+t');
  expect(await hasFocus(page, '')).toBe(true);
  await page.keyboard.press('Tab');
  expect(await hasFocus(page, 'Deshacer')).toBe(true);
  await page.clock.runFor(20_000);
  expect(await shown(page)).toEqual([CHANGED]);
  await page.keyboard.press('Escape');
  expect(await page.getByLabel('Buscar').evaluate((box) => box === document.activeElement)).toBe(true);
  await page.clock.runFor(5000);
  await expect.poll(() => shown(page)).toEqual([]);
  // Where there is none, the key takes nobody away from where they are.
  await page.keyboard.press('Alt+t');
  expect(await page.getByLabel('Buscar').evaluate((box) => box === document.activeElement)).toBe(true);
});

test('what a toast offers is done by keyboard, and the toast that answers leaves in its time', async () => {
  const page = await changeOne('Dina Deshace');
  await page.getByLabel('Buscar').focus();
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await rowOf(page, 'Dina Deshace').getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
  await toast(page, CHANGED);
  expect(await page.getByLabel('Buscar').evaluate((box) => box === document.activeElement)).toBe(true);
  await page.clock.runFor(6000);
  await expect.poll(() => shown(page)).toEqual([]);
});

test('Ctrl+Z takes back what was done last, also once its toast is gone, but not what somebody types', async () => {
  const page = await changeOne('Zoe Zeta');
  const status = (name: string) => rowOf(page, 'Zoe Zeta').getByRole('button', { name, exact: true });
  await changeStatus(page, 'Zoe Zeta', 'Ganado', 'Perdido');
  await page.keyboard.press('Escape');
  await status('Perdido').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.clock.runFor(6000);
  await expect.poll(() => shown(page)).toEqual([]);
  await page.getByLabel('Buscar').focus();
  await page.keyboard.press('Control+z');
  expect(await shown(page)).toEqual([]);
  await rowOf(page, 'Zoe Zeta').focus();
  await page.keyboard.press('Control+z');
  await status('Ganado').waitFor();
  await page.keyboard.press('Control+z');
  await status('Nuevo').waitFor();
  // Nothing is left to take back.
  await page.clock.runFor(6000);
  await expect.poll(() => shown(page)).toEqual([]);
  await page.keyboard.press('Control+z');
  expect(await shown(page)).toEqual([]);
});

test('Ctrl+Z waits while a question is open, and goes on in a lead that is open', async () => {
  const page = await changeOne('Quique Quieto');
  const status = (name: string) => rowOf(page, 'Quique Quieto').getByRole('button', { name, exact: true });
  await button(page, 'Eliminar lead Quique Quieto').click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancelar' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect.poll(() => question.count()).toBe(0);
  // What is shown at once would be shown by now.
  await status('Ganado').waitFor();
  await nameOf(page, 'Quique Quieto').click();
  await page.getByRole('dialog', { name: 'Quique Quieto' }).waitFor();
  await page.keyboard.press('Control+z');
  await status('Nuevo').waitFor();
});

test('the focus goes on to the toast that takes the place of the one that has it', async () => {
  const page = await changeOne('Fina Foco');
  const release = await withhold(page, '**/api/leads/*');
  await changeStatus(page, 'Fina Foco', 'Ganado', 'Perdido');
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  expect(await hasFocus(page, 'Deshacer')).toBe(true);
  release();
  await expect.poll(() => hasFocus(page, '')).toBe(true);
  expect(await shown(page)).toEqual([CHANGED]);
});

test('a toast over an open dialog is within reach of keyboard and pointer, and the dialog stays', async () => {
  const page = await changeOne('Dalia Diálogo');
  await nameOf(page, 'Dalia Diálogo').click();
  const dialog = page.getByRole('dialog', { name: 'Dalia Diálogo' });
  await dialog.getByLabel('Tipo de cliente').selectOption('Otros');
  await toast(page, 'Datos guardados');
  await page.keyboard.press('Alt+t');
  expect(await hasFocus(page, '')).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor();
  await button(page, 'Descartar aviso').click();
  await expect.poll(() => shown(page)).toEqual([]);
  await dialog.waitFor();
});

test('on a phone a toast that was touched leaves in its time', async () => {
  const page = await changeOne('Tere Táctil', { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.getByRole('status').getByText(CHANGED).tap();
  await page.clock.runFor(6000);
  await expect.poll(() => shown(page)).toEqual([]);
});

test('on a phone a toast leaves alone a form that lies open, also the tallest of both', async () => {
  const page = await openCrm(staff, '/panel', { viewport: PHONE, hasTouch: true, isMobile: true });
  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  const text = 'Nombre y email son obligatorios';
  await toast(page, text);
  // Where both end up, not where they come from.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const shownBox = await page.getByRole('status').filter({ hasText: text }).boundingBox();
  const sheetBox = await page.locator('[id^=headlessui-dialog-panel]').boundingBox();
  if (!shownBox || !sheetBox) throw new Error('out of sight');
  expect(shownBox.y + shownBox.height).toBeLessThanOrEqual(sheetBox.y);
});

test('what a field says is not said again by a toast', async () => {
  const page = await openCrm(staff);
  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByLabel('Nombre *').fill('Sin Correo');
  await dialog.getByLabel('Email *').fill('nada');
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  await dialog.getByText('Email: escribí una dirección válida').waitFor();
  expect(await shown(page)).toEqual([]);
});
