import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept, watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { atRest, listedNames, makeLead, nameOf, readCounter, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { button, DESKTOP, openCrm, openPage, openStage, PHONE, server, toast } from '../support/stage';

let newest: number;

// The counters and the first page must hold exactly these leads.
openStage(() => ({}));
const staff = providePerson(server, { name: 'Ana' });
beforeAll(async () => {
  const countries = ['Argentina', 'Chile', 'México'];
  const estados = ['nuevo', 'contactado', 'ganado'];
  for (let n = 1; n <= 60; n++) {
    const { id } = await makeLead(server, staff, {
      nombre: `Persona ${String(n).padStart(2, '0')}`,
      email: `persona.con.un.nombre.largo.${n}@inmobiliaria-costanera-del-este.example.com`,
      pais: countries[n % 3],
      client_type: n % 2 ? 'inmobiliaria' : null,
      whatsapp: n === 7 ? '+54 9 11 5874-9895' : '+5491155554444',
      mensaje: n === 8 ? 'Ñandú en alquiler' : '',
    });
    if (n % 3) await change(id, { estado: estados[n % 3] });
    newest = id;
  }
  await call(server, `/api/leads/${newest}/notes`, { cookie: staff.cookie, body: { body: 'Una nota' } });
  withDatabase(server, (db) => {
    const old = new Date(Date.now() - 10 * 86_400_000).toISOString();
    const aged = "WHERE nombre IN ('Persona 01', 'Persona 02')";
    // Out of the list and back: the hourly counter of arrivals ignores updates of a lead's time.
    db.prepare(`UPDATE leads SET deleted_at = created_at ${aged}`).run();
    db.prepare(`UPDATE leads SET deleted_at = NULL, created_at = ? ${aged}`).run(old);
  });
});

/** The number of controls in sight before the first lead. */
const countControls = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const first = main.querySelector('[data-lead-id]');
    const all = [...main.querySelectorAll('a, button, input, select, [tabindex="0"]')];
    return all.filter((one) => {
      const isBefore = first && one.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING;
      const { width, height } = one.getBoundingClientRect();
      return isBefore && one.checkVisibility({ opacityProperty: true }) && width > 1 && height > 1;
    }).length;
  });

const change = (id: number, body: object, person = staff) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: person.cookie, body });

test('the list is in the HTML before any script runs, shows twenty leads on a desk, each on one line, and the rest on demand', async () => {
  const page = await openPage({ person: staff, viewport: DESKTOP });
  const complaints = watchConsoleErrors(page);
  const answer = await page.goto('/panel');
  expect((await answer?.text())?.match(/data-lead-id=/g)).toHaveLength(50);
  await waitForIslands(page);
  await expect.poll(() => countControls(page)).toBeLessThanOrEqual(14);
  expect((await page.locator('[data-lead-id]').first().boundingBox())?.y).toBeLessThan(190);
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(['Nombre', 'Email', 'WhatsApp', 'País', 'Estado', 'Notas', 'Fecha', 'Acciones']);
  const inSight = await page
    .locator('[data-lead-id]')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);
  expect(inSight).toBeGreaterThanOrEqual(20);
  await button(page, 'Nuevo').first().click();
  await page.keyboard.press('Escape');
  expect(complaints).toEqual([]);

  await expect.poll(() => listedNames(page)).toHaveLength(50);
  await button(page, 'Cargar más').click();
  await expect.poll(() => listedNames(page)).toHaveLength(60);
  await button(page, 'Cargar más').waitFor({ state: 'detached' });
  expect(new Set(await listedNames(page)).size).toBe(60);
  // What they wrote.
  await rowOf(page, 'Persona 08').getByText('Ñandú en alquiler', { exact: true }).waitFor();

  // At any width no name is cut and no column vanishes, and the number is copied in dialling format.
  const colleague = makePerson(server, { name: 'Beto Bravo' });
  const nombre = 'Valentina Rosa Ríos';
  const fields = { nombre, pais: 'Argentina', whatsapp: '+5491155437337', mensaje: 'Quiero una demo' };
  const { id } = await makeLead(server, staff, fields);
  await change(id, { estado: 'en_seguimiento', owner_id: colleague.id });
  const row = rowOf(page, nombre);
  await row.getByRole('img', { name: 'Responsable: Beto Bravo' }).waitFor();
  for (const width of [1920, 1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    for (const open of [false, true]) {
      if (open) await nameOf(page, nombre).click();
      const sheet = page.getByRole('dialog', { name: nombre });
      await sheet.waitFor({ state: open ? 'visible' : 'detached' });
      await expect
        .poll(() => row.evaluate(readCells), { message: `${width}${open ? ', beside its lead' : ''}` })
        .toEqual([]);
      if (open) await page.keyboard.press('Escape');
    }
  }
  expect(await row.getByRole('cell').nth(2).evaluate(copy)).toBe('+5491155437337');
  await page.evaluate(() => window.scrollTo(0, 700));
  const { y = -1 } = (await page.getByRole('columnheader', { name: 'Estado' }).boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: staff.cookie });
});

/** Runs in the page. The cells of a row that are out of view, or whose text is cut, except for the email's. */
function readCells(row: Element): string[] {
  return [...row.children].flatMap((cell, index) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    const { width, height } = text.getBoundingClientRect();
    const content = index === 0 ? cell.querySelector('a') : cell;
    const isCut = index !== 1 && content !== null && content.scrollWidth > content.clientWidth + 1;
    const isInSight = width > 12 && height > 8 && getComputedStyle(cell).clipPath === 'none';
    // With display: contents a cell has no box.
    const isBox = content !== null && getComputedStyle(content).display !== 'contents';
    return isInSight && !(isBox && isCut) ? [] : [`${index}: ${cell.textContent}`];
  });
}

/** Runs in the page. The text copied when a cell is selected. */
function copy(cell: Element): string {
  getSelection()?.selectAllChildren(cell);
  const clipboardData = new DataTransfer();
  cell.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
  getSelection()?.empty();
  return clipboardData.getData('text/plain');
}

test('a press on a row opens its lead; its name is a link, which a key opens in a tab of its own', async () => {
  const page = await openCrm(staff, '/panel', { viewport: DESKTOP });
  const lead = page.getByRole('dialog', { name: 'Persona 60' });
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    nameOf(page, 'Persona 60').click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.getByRole('dialog', { name: 'Persona 60' }).waitFor();
  await expect.poll(() => new URL(tab.url()).search).toBe(`?lead=${newest}`);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await rowOf(page, 'Persona 60').getByRole('cell').nth(3).click();
  await lead.waitFor();
});

test('filters, search and order are in the address, over reload and steps back, and the list says when it cannot be loaded', async () => {
  const page = await openCrm(staff);
  await page.getByLabel('País').selectOption('Chile');
  await expect.poll(() => listedNames(page)).toHaveLength(20);
  await page.getByLabel('Tipo de cliente').selectOption('Inmobiliaria');
  await expect.poll(() => listedNames(page)).toHaveLength(10);
  await button(page, 'Más filtros').click();
  await page.getByLabel('Orden').selectOption('Más antiguos');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await listedNames(page))[0]).toBe('Persona 01');
  await expect.poll(() => new URL(page.url()).search).toBe('?pais=Chile&client_type=inmobiliaria&orden=antiguos');
  await page.reload();
  await waitForIslands(page);
  await expect.poll(() => listedNames(page)).toHaveLength(10);
  await expect.poll(() => page.getByLabel('País').inputValue()).toBe('Chile');
  await page.goBack();
  await page.goBack();
  await expect.poll(() => listedNames(page)).toHaveLength(20);
  await expect.poll(() => page.getByLabel('Tipo de cliente').inputValue()).toBe('');
  await button(page, 'Quitar filtros').click();
  await expect.poll(() => listedNames(page)).toHaveLength(50);

  // Ignoring accents and case; digits match too.
  const search = page.getByLabel('Buscar');
  await search.fill('NANDU');
  await expect.poll(() => listedNames(page)).toEqual(['Persona 08']);
  await search.fill('58749895');
  await expect.poll(() => listedNames(page)).toEqual(['Persona 07']);
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('58749895');
  await search.fill('nadie así');
  await page.getByText('No hay leads registrados con estos filtros').waitFor();
  // Escape keeps the text, and returns the keys to the page or the list.
  await search.press('Escape');
  await expect.poll(() => search.inputValue()).toBe('nadie así');
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('persna 08');
  await page.getByRole('status').getByText('No hay «persna»; estos se parecen').waitFor();
  await expect.poll(() => listedNames(page)).toEqual(['Persona 08']);
  // Until a lead contains the word itself.
  const similar = Number(await page.locator('[data-lead-id]').getAttribute('data-lead-id'));
  await change(similar, { empresa: 'Persna' });
  await page.getByText('estos se parecen').waitFor({ state: 'detached' });
  await expect.poll(() => listedNames(page)).toEqual(['Persona 08']);
  await search.fill('persona');
  await expect.poll(() => listedNames(page)).toHaveLength(50);
  await search.press('Escape');
  await page.keyboard.press('j');
  const focused = page.locator('[data-lead-id]:focus');
  await expect
    .poll(() => focused.getAttribute('data-lead-id'))
    .toBe(await page.locator('[data-lead-id]').nth(1).getAttribute('data-lead-id'));
  await search.fill('');
  await expect.poll(() => new URL(page.url()).searchParams.has('q')).toBe(false);
  await expect.poll(() => listedNames(page)).toHaveLength(50);

  await intercept(page, '**/api/leads/panel?*', (route) => route.abort());
  await page.getByLabel('País').selectOption('Chile');
  await toast(page, 'Error al cargar los leads');
  await page.getByRole('main').getByText('Error al cargar los leads').waitFor();
  await expect.poll(() => listedNames(page)).toEqual([]);
  await page.unroute('**/api/leads/panel?*');
  await button(page, 'Reintentar').click();
  await expect.poll(() => listedNames(page)).toHaveLength(20);
});

test('behind each counter are as many leads as it says, among those who wait the oldest is first, and its heads sort the list either way', async () => {
  const page = await openCrm(staff);
  const more = button(page, 'Cargar más');
  const behind: Record<string, number> = {};
  const said: Record<string, number> = {};
  // All filters come last: any other list is a change.
  for (const label of ['Nuevos (7 días)', 'Contactados', 'En seguimiento', 'Ganados', 'Perdidos', 'Leads Totales']) {
    const counter = page.getByRole('link', { name: label });
    const isLoaded = page.waitForResponse('**/api/leads/panel?*');
    await counter.click();
    await page.locator('.lead-counter-shown', { hasText: label }).waitFor();
    await isLoaded;
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    said[label] = await readCounter(page, label);
    if (said[label] > 50) await more.click();
    await expect.poll(() => listedNames(page), { message: label }).toHaveLength(said[label]);
    behind[label] = (await listedNames(page)).length;
    await expect.poll(() => more.count(), { message: `more than the counter ${label} says` }).toBe(0);
  }
  expect(behind).toEqual(said);
  expect(said).toEqual({
    'Leads Totales': 60,
    'Nuevos (7 días)': 58,
    Contactados: 20,
    'En seguimiento': 0,
    Ganados: 20,
    Perdidos: 0,
  });

  const contacted = page.getByRole('link', { name: 'Contactados' });
  await contacted.click();
  await page.waitForURL('**/panel?estado=contactado');
  await contacted.click();
  await page.waitForURL('**/panel');

  await page.getByRole('link', { name: 'Sin contactar', exact: true }).click();
  await expect.poll(async () => (await listedNames(page))[0]).toBe('Persona 03');
  await expect.poll(() => listedNames(page)).toHaveLength(20);
  // The badge covers the rest.
  await expect.poll(() => page.getByRole('cell').getByText(/^hace/).count()).toBe(20);

  await page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: 'Todos', exact: true }).click();
  await page.waitForURL('**/panel');
  const head = page.getByRole('columnheader', { name: 'Notas' });
  await head.getByRole('link').click();
  await page.waitForURL('**/panel?orden=mas_notas');
  await expect.poll(async () => (await listedNames(page))[0]).toBe('Persona 60');
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  await head.getByRole('link').click();
  await page.waitForURL('**/panel?orden=menos_notas');
  await expect.poll(() => listedNames(page)).not.toContain('Persona 60');
  await more.click();
  await expect.poll(async () => (await listedNames(page)).at(-1)).toBe('Persona 60');
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
});

test('the list says how many it holds, by what, and chips take that off, however fast they are pressed', async () => {
  const page = await openCrm(staff, '/panel?pais=Chile&estado=contactado&creados=7d', { viewport: DESKTOP });
  const holds = (count: number) => page.getByText(`${count} leads`, { exact: true }).waitFor();
  await holds(19);
  const { id } = await makeLead(server, staff, { nombre: 'Otra', pais: 'Chile' });
  await change(id, { estado: 'contactado' });
  await holds(20);
  await change(id, { pais: 'Bolivia' });
  await holds(19);
  await button(page, 'Quitar filtro País: Chile').click();
  await holds(20);
  await expect.poll(() => new URL(page.url()).search).toBe('?estado=contactado&creados=7d');
  await page.goBack();
  await expect.poll(() => page.locator('.filter-chip').count()).toBe(3);
  // As by mouse: both clicks before anything is rendered in between.
  await page.evaluate(() => {
    for (const chip of [...document.querySelectorAll('.filter-chip')].slice(0, 2)) {
      chip.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    }
  });
  await page.waitForURL('**/panel?pais=Chile');
  await expect.poll(() => page.locator('.filter-chip').count()).toBe(1);
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: staff.cookie });
});

test('a list that only the numbers open says in chips what it is of', async () => {
  const { json } = await call(server, '/api/leads?won_from=2026-03-01&imported=no', { cookie: staff.cookie });
  expect(json.total).toBeGreaterThan(0);
  const page = await openCrm(staff, '/panel?won_from=2026-03-01&imported=no', { viewport: DESKTOP });
  await page.getByText(`${json.total} leads`, { exact: true }).waitFor();
  await button(page, 'Quitar filtro Sin importados').click();
  await page.waitForURL('**/panel?won_from=2026-03-01');
  await button(page, 'Quitar filtro Ganados desde: 01/03/2026').click();
  await page.waitForURL('**/panel');
  await page.goto('/panel?won_to=2026-03-01&imported=yes&lost_reason=precio');
  for (const text of ['Ganados hasta: 01/03/2026', 'Solo importados', 'Motivo: Precio'])
    await button(page, `Quitar filtro ${text}`).waitFor();
  await page.getByText('No hay leads registrados con estos filtros').waitFor();
});

test('on a phone the first lead can be answered at once, search and filters stay at hand, and the filters lead to what they leave', async () => {
  const page = await openCrm(staff, '/panel', { viewport: PHONE, hasTouch: true, isMobile: true });
  const chat = await rowOf(page, 'Persona 60')
    .getByRole('link', { name: /WhatsApp/ })
    .boundingBox();
  const bar = await page.getByRole('banner').boundingBox();
  expect((chat?.y ?? Number.NaN) + (chat?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await expect.poll(() => countControls(page)).toBeLessThanOrEqual(14);

  const search = page.getByRole('search');
  const topOfSearch = () => search.evaluate((row) => row.getBoundingClientRect().top);
  const first = page.locator('[data-lead-id]').first();
  const readTop = () => first.evaluate((row) => row.getBoundingClientRect().top + window.scrollY);
  const before = await readTop();
  expect(before).toBeLessThan(200);
  await page.evaluate(() => window.scrollBy(0, 900));
  await expect.poll(topOfSearch).toBeLessThan(10);
  await expect.poll(() => topOfSearch()).toBeGreaterThanOrEqual(0);
  await expect.poll(() => readTop()).toBe(before);

  // Five cards fit half a screen's height; a card's toast covers no name.
  const heights = await page
    .locator('[data-lead-id]')
    .evaluateAll((rows) => rows.slice(0, 9).map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(80);
  await expect.poll(() => page.getByRole('button', { name: /^Eliminar lead/ }).count()).toBe(0);
  await page.locator('.lead-status').nth(7).tap();
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByRole('button', { name: 'Perdido' }).tap();
  await button(page, 'Sin motivo').tap();
  await toast(page, 'Estado actualizado correctamente');
  await atRest(page);
  const readToast = () =>
    page.locator('.toasts').evaluate((region) => {
      const { top, bottom } = region.lastElementChild?.getBoundingClientRect() ?? new DOMRect();
      const names = [...document.querySelectorAll('[data-lead-id] td:first-child a')];
      const covered = names.filter((name) => {
        const box = name.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      });
      return { covered: covered.map(({ textContent }) => textContent), bottom };
    });
  // The first toast is lifted once the code for it is there.
  await expect.poll(async () => (await readToast()).covered).toEqual([]);
  expect((await readToast()).bottom).toBeLessThanOrEqual(bar?.y ?? 0);
  await button(page, 'Deshacer').tap();

  // Mid-list.
  await button(page, 'Filtros').tap();
  await page.getByLabel('País').selectOption('México');
  await button(page, 'Ver 20 leads').tap();
  await page.getByLabel('País').waitFor({ state: 'hidden' });
  await page.getByText('20 leads', { exact: true }).waitFor();
  // All filters are there, and the chosen one is named once.
  await button(page, 'Filtros').tap();
  await page.getByLabel('Origen').waitFor();
  await page.getByLabel('Orden').waitFor();
  await button(page, 'Ver 20 leads').tap();
  await page.getByLabel('País').waitFor({ state: 'hidden' });
  await button(page, 'Quitar filtro País: México').waitFor();

  // In landscape they exceed the viewport, and all can be reached.
  await page.setViewportSize({ width: 640, height: 360 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await button(page, 'Filtros').tap();
  const topOfChoice = async () => (await page.getByText('Estado', { exact: true }).first().boundingBox())?.y;
  await expect.poll(topOfChoice).toBeGreaterThan(0);
  await button(page, 'Ver 20 leads').tap();
  await page.getByLabel('País').waitFor({ state: 'hidden' });
});

// Runs last, because it leaves more leads behind.
test('an enquiry is pushed to the top of every open panel, and is counted; what somebody else moves leaves the filter', async () => {
  const pages = [await openCrm(staff), await openCrm(makePerson(server))];
  const [first] = pages;
  if (!first) throw new Error('no page');
  const total = await readCounter(first, 'Leads Totales');
  const asked: string[] = [];
  for (const page of pages)
    page.on('request', (request) => {
      if (/\/api\/leads(\?|\/counters)/.test(request.url())) asked.push(request.url());
    });
  await submitEnquiry(server, { ...validEnquiry, nombre: 'Vera Viva' });
  for (const page of pages) {
    await rowOf(page, 'Vera Viva').waitFor();
    expect((await listedNames(page))[0]).toBe('Vera Viva');
    await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total + 1);
  }
  // How soon is measured by the stream's own test.
  expect(asked).toEqual([]);

  const { id } = await makeLead(server, staff, { nombre: 'Zoe Zeta' });
  await first.getByLabel('Estado').selectOption('Nuevo');
  await first.waitForURL('**/panel?estado=nuevo');
  await rowOf(first, 'Zoe Zeta').getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
  await change(id, { estado: 'perdido' }, makePerson(server));
  await rowOf(first, 'Zoe Zeta').waitFor({ state: 'detached' });
  const [, second] = pages;
  await rowOf(second ?? first, 'Zoe Zeta')
    .getByRole('button', { name: 'Perdido', exact: true })
    .waitFor();
});
