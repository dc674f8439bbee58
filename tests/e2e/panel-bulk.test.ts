import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { intercept, measureOverflow } from '../support/browser';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { focusFirstLead, nameOf, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { openActions, openCrm, openPage, openStage, PHONE, server } from '../support/stage';

openStage(() => ({}));
const ana = providePerson(server, { name: 'Ana Ruiz' });
const beto = providePerson(server, { name: 'Beto Luna' });
beforeEach(() => withDatabase(server, (db) => db.exec('DELETE FROM leads')));

/** 'Lead 001' is the oldest, last in the list. */
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

const box = (page: Page, nombre: string) => page.getByRole('checkbox', { name: `Elegir ${nombre}`, exact: true });
const everyBox = (page: Page) => page.getByRole('checkbox', { name: 'Elegir todos' });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Acciones para los elegidos' });
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const choose = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const toast = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text);
const last = (page: Page) => page.getByRole('region', { name: 'Último cambio de varios leads' });
const status = (page: Page, nombre: string) => rowOf(page, nombre).locator('.lead-status');
const total = async (query: string) =>
  (await call(server, `/api/leads?${query}`, { cookie: ana.cookie })).json.total as number;

/** Undoes the toast's action; hovering keeps the toast. */
async function takeBack(page: Page, text: string | RegExp): Promise<void> {
  await toast(page, text).hover();
  await page.getByRole('button', { name: 'Deshacer' }).click();
}

test('rows are chosen with Shift, changed together, and taken back but for what somebody else has changed; who leaves the list is chosen no more', async () => {
  fill(12);
  const page = await openCrm(ana);
  const colleague = await openCrm(beto);
  const tops = () =>
    page.locator('[data-lead-id]').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  const before = await tops();
  expect(before).toHaveLength(12);
  await box(page, 'Lead 010').click();
  await box(page, 'Lead 005').click({ modifiers: ['Shift'] });
  await said(page, '6 elegidos');
  expect(await tops(), 'choosing moves no row').toEqual(before);

  await act(page, 'Cambiar estado').click();
  await choose(page, 'Contactado');
  await toast(page, '6 leads pasaron a Contactado').hover();
  await status(colleague, 'Lead 007').getByText('Contactado').waitFor();
  await expect.poll(() => box(page, 'Lead 007').isChecked()).toBe(false);

  await status(colleague, 'Lead 008').click();
  await choose(colleague, 'En seguimiento');
  await toast(colleague, 'Estado actualizado correctamente').waitFor();
  await takeBack(page, '6 leads pasaron a Contactado');
  await toast(page, '5 volvieron; 1 quedó porque alguien lo cambió después').waitFor();
  await status(colleague, 'Lead 007').getByText('Nuevo').waitFor();
  await expect.poll(() => status(colleague, 'Lead 008').innerText()).toBe('En seguimiento');

  await box(page, 'Lead 004').click();
  await box(page, 'Lead 002').click();
  await said(page, '2 elegidos');
  await colleague.getByRole('button', { name: 'Eliminar lead Lead 004' }).click();
  await colleague.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await said(page, '1 elegido');
  await expect.poll(() => box(page, 'Lead 002').isChecked()).toBe(true);
  await page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: 'Sin responsable' }).click();
  await expect
    .poll(() => page.getByText('1 elegido', { exact: true }).count(), {
      message: 'another list begins with nobody',
    })
    .toBe(0);
});

test('leads are chosen by keyboard, what was done with them can be taken back after a reload, and why they are lost is asked once', async () => {
  fill(6);
  const page = await openCrm(ana);
  const hasFocus = (name: string) => act(page, name).evaluate((element) => element === document.activeElement);
  const nobodyIsChosen = () => expect.poll(() => bar(page).count()).toBe(0);
  await focusFirstLead(page);
  await page.keyboard.press('x');
  await said(page, '1 elegido');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await said(page, '3 elegidos');
  await page.keyboard.press('x');
  await said(page, '2 elegidos');
  await page.keyboard.press('Escape');
  await nobodyIsChosen();
  // The bar is one key away, not hundreds of tabs.
  await page.keyboard.press('x');
  await said(page, '1 elegido');
  await page.keyboard.press('a');
  await expect.poll(() => hasFocus('Cambiar estado')).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => hasFocus('Asignar')).toBe(true);
  await page.keyboard.press('Escape');
  await nobodyIsChosen();
  // Shortcuts work from a checkbox.
  await box(page, 'Lead 006').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await said(page, '2 elegidos');
  await page.keyboard.press('Escape');
  await nobodyIsChosen();

  await everyBox(page).click();
  await act(page, 'Asignar').click();
  await choose(page, 'Beto Luna');
  await toast(page, '6 leads pasaron a Beto Luna').waitFor();
  await expect.poll(() => last(page).count()).toBe(0);
  await page.reload();
  await last(page).getByText('6 leads pasaron a Beto Luna').waitFor();
  await last(page).getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, '6 leads volvieron a como estaban').waitFor();
  await expect.poll(() => total('owner=none')).toBe(6);
  await page.reload();
  await waitForIslands(page);
  await box(page, 'Lead 004').click();
  await said(page, '1 elegido');
  await page.keyboard.press('Escape');
  await nobodyIsChosen();
  await expect.poll(() => last(page).count()).toBe(0);

  await everyBox(page).click();
  await act(page, 'Cambiar estado').click();
  await choose(page, 'Perdido');
  await page.getByRole('dialog', { name: '¿Por qué se perdió?' }).getByRole('button', { name: 'Más adelante' }).click();
  await page
    .getByRole('dialog', { name: '¿Cuándo seguimos?' })
    .getByRole('button', { name: /En 3 meses/ })
    .click();
  await toast(page, '6 leads pasaron a Perdido').waitFor();
  await expect.poll(() => total('lost_reason=mas_adelante&agenda=proximos')).toBe(6);
});

test('who was left as they were is named, with a way to them, on a phone and on a desk', async () => {
  fill(14);
  const page = await openCrm(ana, '/panel', { viewport: PHONE });
  for (const width of [360, 1440]) {
    withDatabase(server, (db) =>
      db.exec("UPDATE leads SET estado = CASE WHEN id % 2 = 0 OR nombre < 'Lead 009' THEN 'ganado' ELSE 'nuevo' END"),
    );
    await page.setViewportSize({ width, height: 740 });
    await box(page, 'Lead 014').focus();
    await page.keyboard.press('Space');
    await page
      .getByRole('button', { name: 'Elegir todos', exact: true })
      .or(everyBox(page))
      .filter({ visible: true })
      .click();
    await act(page, 'Cambiar estado').click();
    await choose(page, 'Ganado');
    await last(page).getByText('Quedaron como estaban:').waitFor();
    await expect.poll(() => last(page).getByRole('link').count(), { message: `named at ${width}` }).toBe(10);
    await last(page).getByText('y 1 más').waitFor();
    await expect.poll(() => measureOverflow(page), { message: `wider than ${width} by` }).toBe(0);
    const name = await last(page).getByRole('link').first().innerText();
    await last(page).getByRole('link', { name }).click();
    const lead = page.getByRole('dialog', { name });
    await lead.waitFor();
    await page.keyboard.press('Escape');
    await lead.waitFor({ state: 'detached' });
    await last(page).getByRole('button', { name: 'Quitar el aviso del último cambio' }).click();
    await last(page).waitFor({ state: 'detached' });
  }
});

test('all that match are changed with a progress bar, named by their exact number, and can be stopped; the lost answer of a call does nothing twice', async () => {
  fill(700);
  const page = await openCrm(ana);
  const chooseAll = async () => {
    await everyBox(page).click();
    await said(page, '50 elegidos');
    await page.getByRole('button', { name: 'Elegir los 700 que coinciden' }).click();
    await said(page, '700 elegidos');
  };
  // Answers are held, to leave time to look.
  const waiting: (() => void)[] = [];
  let isHeld = true;
  await intercept(page, '**/api/leads/bulk', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await chooseAll();
  await act(page, 'Eliminar').click();
  const question = page.getByRole('alertdialog', { name: '¿Eliminar 700 leads?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await act(page, 'Asignar').click();
  await choose(page, 'Beto Luna');
  const progress = page.getByRole('progressbar');
  await progress.waitFor();
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expect.poll(() => waiting.length).toBe(2);
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  expect(Number(await progress.getAttribute('value'))).toBeLessThan(700);
  isHeld = false;
  waiting[1]?.();
  await toast(page, '700 leads pasaron a Beto Luna').hover();
  await expect.poll(() => progress.count()).toBe(0);
  await expect.poll(() => total(`owner=${beto.id}`)).toBe(700);
  await takeBack(page, '700 leads pasaron a Beto Luna');
  await toast(page, '700 leads volvieron a como estaban').waitFor();
  await expect.poll(() => total('owner=none')).toBe(700);

  await page.unroute('**/api/leads/bulk');
  let calls = 0;
  await intercept(page, '**/api/leads/bulk', async (route) => {
    calls++;
    if (calls === 1) {
      await route.fetch();
      return route.abort();
    }
    // Stopped during this request.
    await page.getByRole('button', { name: 'Detener' }).click();
    return route.continue();
  });
  await chooseAll();
  await act(page, 'Próximo contacto').click();
  await choose(page, 'Mañana');
  await toast(page, /Los que no tenían responsable ahora son tuyos. Lo detuviste/).hover();
  const planned = /^Próximo contacto de \d+ leads: mañana$/;
  const count = Number(/\d+/.exec(await toast(page, planned).innerText()));
  await expect.poll(() => total('agenda=proximos')).toBe(count);
  await takeBack(page, planned);
  await toast(page, `${count} leads volvieron a como estaban`).waitFor();
  await expect.poll(() => total('agenda=proximos')).toBe(0);
});

test('with a thumb a press chooses once choosing is asked for, and opens again when it is over', async () => {
  fill(8);
  const page = await openCrm(ana, '/panel', { viewport: PHONE, hasTouch: true, isMobile: true });
  for (const [width, [first, second, third], left] of [
    [360, ['Lead 008', 'Lead 007', 'Lead 006'], 6],
    [768, ['Lead 006', 'Lead 005', 'Lead 004'], 4],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    const height = () => rowOf(page, first).evaluate((row) => row.getBoundingClientRect().height);
    const before = await height();
    await (await openActions(page)).getByRole('button', { name: 'Elegir' }).tap();
    await page.getByText('Tocá los que quieras elegir').waitFor();
    await rowOf(page, first).tap({ position: { x: 220, y: 14 } });
    await nameOf(page, second).tap();
    await said(page, '2 elegidos');
    await expect.poll(() => height(), { message: `a row at ${width}` }).toBe(before);
    await expect.poll(() => measureOverflow(page), { message: `wider than ${width} by` }).toBe(0);
    const buttons = await bar(page).getByRole('button').all();
    expect(buttons).toHaveLength(4);
    for (const button of buttons) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await act(page, 'Eliminar').tap();
    await page.getByRole('alertdialog', { name: '¿Eliminar 2 leads?' }).getByRole('button', { name: 'Eliminar' }).tap();
    await toast(page, '2 leads pasaron a la papelera').waitFor();
    await expect.poll(() => total('')).toBe(left);
    // The rows below have moved up, and selection mode is over: a press opens again.
    await rowOf(page, first).waitFor({ state: 'detached' });
    await nameOf(page, third).tap();
    const lead = page.getByRole('dialog', { name: third });
    await lead.waitFor();
    await page.keyboard.press('Escape');
    await lead.waitFor({ state: 'detached' });
    // The next round's toast has the same text.
    await toast(page, '2 leads pasaron a la papelera').waitFor({ state: 'detached' });
  }
});

test('who deletes more than 50 confirms who they are, and an administrator brings them back from the log', async () => {
  fill(60);
  const carla = makePerson(server, { name: 'Carla Paz' });
  const root = makePerson(server, { name: 'Rita Sosa', roles: ['admin'] });
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE sessions SET created_at = ?, confirmed_at = NULL WHERE user_id = ?')
      .run(new Date(Date.now() - 3_600_000).toISOString(), carla.id),
  );
  const page = await openCrm(carla);
  await everyBox(page).click();
  await page.getByRole('button', { name: 'Elegir los 60 que coinciden' }).click();
  await act(page, 'Eliminar').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  const question = page.getByRole('dialog', { name: 'Confirmá que sos vos' });
  await question.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect.poll(() => total('')).toBe(0);

  const log = await openPage({ person: root, viewport: PHONE });
  await log.goto('/users?vista=registro');
  await waitForIslands(log);
  const entry = log.getByRole('listitem').filter({ hasText: 'Eliminó muchos leads a la vez' });
  await entry.getByText('60', { exact: true }).waitFor();
  await expect.poll(() => measureOverflow(log)).toBe(0);
  await entry.getByRole('button', { name: 'Deshacer' }).click();
  await toast(log, /60.* volvieron a como estaban/).waitFor();
  await expect.poll(() => entry.getByRole('button').count()).toBe(0);
  await log.getByText('Recuperó los leads de una eliminación').waitFor();
  await expect.poll(() => total('')).toBe(60);
});
