import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, launchBrowser, measureOverflow, newContext } from '../support/browser';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { focusFirstLead, nameOf, rowOf } from '../support/panel';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let browser: Browser;
let ana: Person;
let beto: Person;
const pages: Page[] = [];
beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  ana = makePerson(server, { name: 'Ana Ruiz' });
  beto = makePerson(server, { name: 'Beto Luna' });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(() => withDatabase(server, (db) => db.exec('DELETE FROM leads')));
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

/** 'Lead 001' is the oldest, and the last one in the list. */
function fill(count: number): void {
  withDatabase(server, (db) =>
    db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO leads (nombre, email, email_key, source, created_at)
         SELECT printf('Lead %03d', i), i || '@x.example.com', i || '@x.example.com', 'crm_manual',
                printf('2026-01-01T00:00:%02d.%03dZ', i / 1000, i % 1000) FROM n`,
      )
      .run(count),
  );
}

async function openPanel(person: Person, options: object = {}): Promise<Page> {
  const context = await newContext(browser, server, {
    person,
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  pages.push(page);
  await page.goto('/panel');
  return page;
}

const box = (page: Page, nombre: string) =>
  page.getByRole('checkbox', { name: `Elegir ${nombre}`, exact: true });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Acciones para los elegidos' });
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text);
const status = (page: Page, nombre: string) => rowOf(page, nombre).locator('.lead-status');
const total = async (query: string) =>
  (await call(server, `/api/leads?${query}`, { cookie: ana.cookie })).json.total as number;

test('rows are chosen with Shift, changed together, and taken back but for what somebody else has changed', async () => {
  fill(12);
  const page = await openPanel(ana);
  const colleague = await openPanel(beto);
  const tops = () =>
    page.locator('[data-lead-id]').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  await nameOf(colleague, 'Lead 012').waitFor();
  const before = await tops();
  await box(page, 'Lead 010').click();
  await box(page, 'Lead 005').click({ modifiers: ['Shift'] });
  await page.getByText('6 elegidos', { exact: true }).waitFor();
  expect(await tops()).toEqual(before);
  expect(await findAxeViolations(page)).toEqual([]);

  await act(page, 'Cambiar estado').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Contactado' }).click();
  await toast(page, '6 leads pasaron a Contactado').waitFor();
  await status(colleague, 'Lead 007').getByText('Contactado').waitFor();
  expect(await box(page, 'Lead 007').isChecked()).toBe(false);

  await status(colleague, 'Lead 008').click();
  await colleague.getByRole('dialog').getByRole('button', { name: 'En seguimiento' }).click();
  await toast(colleague, 'Estado actualizado correctamente').waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, '5 volvieron; 1 quedó porque alguien lo cambió después').waitFor();
  await status(colleague, 'Lead 007').getByText('Nuevo').waitFor();
  expect(await status(colleague, 'Lead 008').innerText()).toBe('En seguimiento');
});

test('what was done with many can be taken back after a reload', async () => {
  fill(4);
  const page = await openPanel(ana);
  const last = page.getByRole('region', { name: 'Último cambio de varios leads' });
  await page.getByRole('checkbox', { name: 'Elegir todos' }).click();
  await act(page, 'Asignar').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Beto Luna' }).click();
  await toast(page, '4 leads pasaron a Beto Luna').waitFor();
  expect(await last.count()).toBe(0);
  await page.reload();
  await last.getByText('4 leads pasaron a Beto Luna').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await last.getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, '4 leads volvieron a como estaban').waitFor();
  expect(await total('owner=none')).toBe(4);
  await page.reload();
  await nameOf(page, 'Lead 004').waitFor();
  await box(page, 'Lead 004').click();
  await page.getByText('1 elegido', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => bar(page).count()).toBe(0);
  expect(await last.count()).toBe(0);
});

test.each([360, 1440])('who was left as they were is named, with a way to them, at %i px', async (width) => {
  fill(14);
  withDatabase(server, (db) =>
    db.exec("UPDATE leads SET estado = 'ganado' WHERE id % 2 = 0 OR nombre < 'Lead 009'"),
  );
  const page = await openPanel(ana, { viewport: { width, height: 740 } });
  await box(page, 'Lead 014').focus();
  await page.keyboard.press('Space');
  await page
    .getByRole('button', { name: 'Elegir todos', exact: true })
    .or(page.getByRole('checkbox', { name: 'Elegir todos' }))
    .filter({ visible: true })
    .click();
  await act(page, 'Próximo contacto').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mañana' }).click();
  const last = page.getByRole('region', { name: 'Último cambio de varios leads' });
  await last.getByText('Quedaron como estaban:').waitFor();
  expect(await last.getByRole('link').count()).toBe(10);
  await last.getByText('y 1 más').waitFor();
  expect(await measureOverflow(page)).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  const name = await last.getByRole('link').first().innerText();
  await last.getByRole('link', { name }).click();
  await page.getByRole('dialog', { name }).waitFor();
  await page.keyboard.press('Escape');
  await last.getByRole('button', { name: 'Quitar el aviso del último cambio' }).click();
  await expect.poll(() => last.count()).toBe(0);
});

test('a row that leaves the list is chosen no more; another list begins with nobody', async () => {
  fill(4);
  const page = await openPanel(ana);
  await box(page, 'Lead 004').click();
  await box(page, 'Lead 002').click();
  await page.getByText('2 elegidos', { exact: true }).waitFor();
  const colleague = await openPanel(beto);
  await colleague.getByRole('button', { name: 'Eliminar lead Lead 004' }).click();
  await colleague.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.getByText('1 elegido', { exact: true }).waitFor();
  expect(await box(page, 'Lead 002').isChecked()).toBe(true);
  await page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: 'Sin dueño' }).click();
  await expect.poll(() => page.getByText('1 elegido', { exact: true }).count()).toBe(0);
});

test('all that match are changed with a progress bar, and their deletion names their exact number', async () => {
  fill(700);
  const page = await openPanel(ana);
  // So that there is time to look: the answers come when the test lets them.
  const waiting: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/api/leads/bulk', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await page.getByRole('checkbox', { name: 'Elegir todos' }).click();
  await page.getByText('50 elegidos', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Elegir los 700 que coinciden' }).click();
  await page.getByText('700 elegidos', { exact: true }).waitFor();
  await act(page, 'Eliminar').click();
  const question = page.getByRole('alertdialog', { name: '¿Eliminar 700 leads?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await act(page, 'Asignar').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Beto Luna' }).click();
  const progress = page.getByRole('progressbar');
  await progress.waitFor();
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expect.poll(() => waiting.length).toBe(2);
  const value = Number(await progress.getAttribute('value'));
  expect([value > 0, value < 700]).toEqual([true, true]);
  expect(await findAxeViolations(page)).toEqual([]);
  isHeld = false;
  waiting[1]?.();
  await toast(page, '700 leads pasaron a Beto Luna').waitFor();
  expect(await progress.count()).toBe(0);
  expect(await total(`owner=${beto.id}`)).toBe(700);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, '700 leads volvieron a como estaban').waitFor();
  expect(await total('owner=none')).toBe(700);
});

test('what is under way can be stopped, and the lost answer of a call does nothing twice', async () => {
  fill(700);
  const page = await openPanel(ana);
  let calls = 0;
  await page.route('**/api/leads/bulk', async (route) => {
    calls++;
    if (calls === 1) {
      await route.fetch();
      return route.abort();
    }
    // Stopped while this one is on its way.
    await page.getByRole('button', { name: 'Detener' }).click();
    return route.continue();
  });
  await page.getByRole('checkbox', { name: 'Elegir todos' }).click();
  await page.getByRole('button', { name: 'Elegir los 700 que coinciden' }).click();
  await act(page, 'Próximo contacto').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mañana' }).click();
  // A toast stays while the mouse points at it.
  await toast(page, /Lo detuviste/).hover();
  const said = await toast(page, /^Próximo contacto de \d+ leads: mañana$/).innerText();
  const count = Number(/\d+/.exec(said));
  expect(await total('agenda=proximos')).toBe(count);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, `${count} leads volvieron a como estaban`).waitFor();
  expect(await total('agenda=proximos')).toBe(0);
});

test('by keyboard: X chooses, Shift and X up to there, Escape lets go', async () => {
  fill(6);
  const page = await openPanel(ana);
  await focusFirstLead(page);
  await page.keyboard.press('x');
  await page.getByText('1 elegido', { exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await page.getByText('3 elegidos', { exact: true }).waitFor();
  await page.keyboard.press('x');
  await page.getByText('2 elegidos', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => bar(page).count()).toBe(0);
  // The bar is a key away, not hundreds of tabs.
  await page.keyboard.press('x');
  await page.getByText('1 elegido', { exact: true }).waitFor();
  await page.keyboard.press('a');
  await expect
    .poll(() => act(page, 'Cambiar estado').evaluate((button) => button === document.activeElement))
    .toBe(true);
  await page.keyboard.press('ArrowRight');
  expect(await act(page, 'Asignar').evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => bar(page).count()).toBe(0);
  // From a box the keys go on working.
  await box(page, 'Lead 006').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await page.getByText('2 elegidos', { exact: true }).waitFor();
});

test.each([360, 768])(
  'with a thumb at %i px: nothing to choose until it is asked for, then a press chooses',
  async (width) => {
    fill(5);
    const page = await openPanel(ana, { viewport: { width, height: 740 }, hasTouch: true, isMobile: true });
    const height = () => rowOf(page, 'Lead 005').evaluate((row) => row.getBoundingClientRect().height);
    const before = await height();
    await page.getByRole('button', { name: 'Elegir', exact: true }).tap();
    await page.getByText('Tocá los que quieras elegir').waitFor();
    await rowOf(page, 'Lead 005').locator('td').nth(1).tap();
    await nameOf(page, 'Lead 004').tap();
    await page.getByText('2 elegidos', { exact: true }).waitFor();
    expect(await height()).toBe(before);
    expect(await measureOverflow(page)).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    for (const button of await bar(page).getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await act(page, 'Eliminar').tap();
    await page
      .getByRole('alertdialog', { name: '¿Eliminar 2 leads?' })
      .getByRole('button', { name: 'Eliminar' })
      .tap();
    await toast(page, '2 leads pasaron a la papelera').waitFor();
    expect(await total('')).toBe(3);
    // Choosing is over: a press opens again.
    await nameOf(page, 'Lead 003').tap();
    await page.getByRole('dialog', { name: 'Lead 003' }).waitFor();
  },
);

test('a lost one is asked why, as one alone would be', async () => {
  fill(3);
  const page = await openPanel(ana);
  await page.getByRole('checkbox', { name: 'Elegir todos' }).click();
  await act(page, 'Cambiar estado').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Perdido' }).click();
  await page
    .getByRole('dialog', { name: '¿Por qué se perdió?' })
    .getByRole('button', { name: 'Precio' })
    .click();
  await toast(page, '3 leads pasaron a Perdido').waitFor();
  expect(await total('lost_reason=precio')).toBe(3);
});
