import type { Page, Route } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '~/shared/leads/days';
import { makePerson } from '../support/accounts';
import { intercept } from '../support/browser';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { atRest, drawn, listedNames, makeLead, nameOf, readCounter, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { button, DESKTOP, openCrm, openPage, openStage, PHONE, server, toast } from '../support/stage';

const word = newWord();
const own = (nombre: string) => `${nombre} ${word}`;
const fila = (n: number) => own(`Fila ${n}`);
const emailOf = (nombre: string) =>
  `${nombre
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .replaceAll(' ', '.')
    .toLowerCase()}@x.example.com`;
const LIST = `/panel?q=${word}`;

openStage();
const ana = providePerson(server);
const beto = providePerson(server, { name: 'Beto Bravo' });
beforeAll(async () => {
  for (let n = 1; n <= 9; n++) await makeOwn(`Fila ${n}`);
});

const makeOwn = async (nombre: string, fields = {}) =>
  (await makeLead(server, ana, { nombre: own(nombre), email: emailOf(own(nombre)), ...fields })).id;

/** Resolves once the panel knows of a new lead of this name: counters are never held back. */
async function tellOf(page: Page, nombre: string): Promise<void> {
  const total = await readCounter(page, 'Leads Totales');
  await submitEnquiry(server, { ...validEnquiry, nombre, email: emailOf(nombre) });
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total + 1);
}

const idOf = async (page: Page, nombre: string) => Number(await rowOf(page, nombre).getAttribute('data-lead-id'));

const patchAsBeto = (id: number, estado: string) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: beto.cookie, body: { estado } });

const deleteAsBeto = (id: number) => call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: beto.cookie });

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await nameOf(page, name).boundingBox();
  if (!box) throw new Error('out of sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves the mouse in from outside onto this lead's name. */
async function pointAt(page: Page, name: string): Promise<void> {
  await page.mouse.move(2, 2);
  await nameOf(page, name).scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(page, name);
  await page.mouse.move(x, y);
}

const pointAway = (page: Page) => page.mouse.move(2, 2);

/** Holds the answers to these calls until released; they are fetched before, so they are stale. */
async function delayAnswer(page: Page, url: string | RegExp): Promise<{ asked: Promise<void>; answer: () => void }> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let reach = () => {};
  const asked = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const delay = async (route: Route) => {
    const response = await route.fetch();
    reach();
    await answered;
    await route.fulfill({ response });
  };
  await intercept(page, url, delay, { times: 1 });
  return { asked, answer };
}

test('while a mouse is on the list no row moves, a button says how many came in, and what is done there counts', async () => {
  const [one, two, three, four, five, six] = [...['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis']].map((n) =>
    own(`Lía ${n}`),
  ) as [string, string, string, string, string, string];
  const page = await openCrm(ana, `${LIST}&estado=nuevo`);
  // All rows are in view: scrolling the list from under the mouse would end the pointing.
  await page.setViewportSize({ width: 1280, height: 1000 });
  await pointAt(page, fila(6));
  const before = await listedNames(page);
  const place = await middleOf(page, fila(6));
  await tellOf(page, one);
  await button(page, '1 lead nuevo').waitFor();
  await tellOf(page, two);
  await tellOf(page, three);
  await button(page, '3 leads nuevos').waitFor();
  await expect.poll(() => listedNames(page)).toEqual(before);
  expect(await middleOf(page, fila(6))).toEqual(place);
  // They appear once the mouse leaves.
  await pointAway(page);
  await expect.poll(() => listedNames(page)).toEqual([three, two, one, ...before]);
  await expect.poll(() => button(page, '3 leads nuevos').count()).toBe(0);
  await atRest(page);

  // The button shows the new leads, and scrolls there.
  await pointAt(page, fila(6));
  await tellOf(page, four);
  await button(page, '1 lead nuevo').click();
  await expect.poll(async () => (await listedNames(page))[0]).toBe(four);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(four);
  await expect.poll(() => button(page, '1 lead nuevo').count()).toBe(0);
  await pointAway(page);
  await atRest(page);

  // A press counts, even if a lead arrives before its release.
  await pointAt(page, fila(6));
  await page.mouse.down();
  await tellOf(page, five);
  await expect.poll(() => listedNames(page)).not.toContain(five);
  await page.mouse.up();
  const sheet = page.getByRole('dialog', { name: fila(6) });
  await sheet.waitFor();
  // The list stays beside it, still pointed at.
  await expect.poll(() => listedNames(page)).not.toContain(five);
  await pointAway(page);
  await expect.poll(async () => (await listedNames(page))[0]).toBe(five);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await atRest(page);

  // Rows stay true, whoever changes them, even those that no longer match.
  const [second, third] = [await idOf(page, fila(2)), await idOf(page, fila(3))];
  const total = await readCounter(page, 'Leads Totales');
  await pointAt(page, fila(4));
  await patchAsBeto(second, 'ganado');
  await rowOf(page, fila(2)).getByRole('button', { name: 'Ganado', exact: true }).waitFor();
  await deleteAsBeto(third);
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total - 1);
  await expect.poll(() => listedNames(page)).toEqual(expect.arrayContaining([fila(2), fila(3)]));
  // A deleted one says so when opened.
  await nameOf(page, fila(3)).click();
  await page.getByText('Este lead ya no está: lo eliminó Beto Bravo.').waitFor();
  await pointAway(page);
  await expect.poll(() => listedNames(page)).not.toContain(fila(2));
  await expect.poll(() => listedNames(page)).not.toContain(fila(3));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await atRest(page);

  // A local change moves its own row at once.
  await pointAt(page, fila(9));
  await tellOf(page, six);
  await rowOf(page, fila(9)).getByRole('button', { name: 'Nuevo', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Contactado' }).click();
  await rowOf(page, fila(9)).waitFor({ state: 'detached' });
  await expect.poll(() => listedNames(page)).not.toContain(six);
});

const TOUCHED = { hasTouch: true, isMobile: true };

test('who comes in moves no row from under anybody’s finger, on a desk, a tablet and a phone', async () => {
  await watchMoves(await openPage({ person: ana, viewport: DESKTOP }), { desk: DESKTOP }, false);
  const tablet = { width: 800, height: 1000 };
  await watchMoves(await openPage({ person: ana, viewport: tablet, ...TOUCHED }), { tablet, phone: PHONE }, true);
});

async function watchMoves(
  page: Page,
  windows: Record<string, { width: number; height: number }>,
  touches: boolean,
): Promise<void> {
  await page.addInitScript(() => {
    let shifted = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const { value } of entries as (PerformanceEntry & { value: number })[]) shifted += value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    const readShifted = () => {
      // What has not been told yet counts, too.
      add(observer.takeRecords());
      return shifted;
    };
    Object.assign(globalThis, { readShifted });
  });
  const device = await page.context().newCDPSession(page);
  const readShifted = () => page.evaluate(() => (globalThis as unknown as { readShifted: () => number }).readShifted());
  for (const [name, size] of Object.entries(windows)) {
    await page.setViewportSize(size);
    await page.goto(LIST);
    await waitForIslands(page);
    await atRest(page);
    const [first = ''] = await listedNames(page);
    await nameOf(page, first).scrollIntoViewIfNeeded();
    const { x, y } = await middleOf(page, first);
    if (touches) {
      await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    } else await page.mouse.move(x, y);
    await drawn(page);
    const before = await readShifted();
    const who = own(`Lía ${name}`);
    await tellOf(page, who);
    await button(page, '1 lead nuevo').waitFor();
    await drawn(page);
    expect((await readShifted()) - before, name).toBeLessThan(0.001);
    if (touches) await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    else await pointAway(page);
    await expect.poll(() => listedNames(page)).toContain(who);
  }
}

test('what is done here is counted once, though the panel hears of it before its answer, which takes no later wish with it', async () => {
  const id = await makeOwn('Ada Aprisa');
  const page = await openCrm(ana, LIST);
  const total = await readCounter(page, 'Leads Totales');
  const WORK = /\/api\/leads(\/\d+)?$/;
  let answer = () => {};
  await intercept(page, WORK, async (route) => {
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response });
  });
  await button(page, `Eliminar lead ${fila(8)}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total - 1);
  answer();
  await toast(page, 'Lead eliminado correctamente');
  await rowOf(page, fila(8)).waitFor({ state: 'detached' });
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total - 1);

  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByLabel('Nombre').fill(fila(8));
  await dialog.getByLabel('Email').fill(emailOf(fila(8)));
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total);
  answer();
  await toast(page, 'Lead creado exitosamente');
  await rowOf(page, fila(8)).waitFor();
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total);

  // A stale answer does not revert a later optimistic change.
  await page.unroute(WORK);
  const row = rowOf(page, own('Ada Aprisa'));
  const { asked, answer: answerNow } = await delayAnswer(page, `**/api/leads/${id}`);
  const choose = async (from: string, to: string) => {
    await row.getByRole('button', { name: from, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: to }).click();
    await row.getByRole('button', { name: to, exact: true }).waitFor();
  };
  await choose('Nuevo', 'Contactado');
  await asked;
  await choose('Contactado', 'Ganado');
  await choose('Ganado', 'Contactado');
  const seen = await page.evaluateHandle((leadId) => {
    const badge = document.querySelector(`[data-lead-id="${leadId}"] .lead-status`);
    const texts: unknown[] = [];
    const watch = new MutationObserver(() => texts.push(badge?.textContent));
    if (badge) watch.observe(badge, { characterData: true, subtree: true, childList: true });
    return texts;
  }, id);
  let answered = 0;
  // Each is sent once the one before was handled, so with the last answer's arrival the stale one was.
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') answered++;
  });
  answerNow();
  await expect.poll(() => answered).toBe(3);
  await drawn(page);
  await expect.poll(() => seen.jsonValue()).toEqual([]);
  await row.getByRole('button', { name: 'Contactado', exact: true }).waitFor();
});

test('an answer that took its time does not undo what the panel was told meanwhile, and brings nobody back who was deleted', async () => {
  const id = await makeOwn('Ema Entretanto', { pais: 'Chile' });
  const page = await openCrm(ana, LIST);
  const narrowed = await delayAnswer(page, '**/api/leads/panel?*');
  await page.getByRole('search').getByLabel('País').selectOption('Chile');
  await narrowed.asked;
  await patchAsBeto(id, 'ganado');
  narrowed.answer();
  await expect.poll(() => listedNames(page)).toEqual([own('Ema Entretanto')]);
  await rowOf(page, own('Ema Entretanto')).getByRole('button', { name: 'Ganado', exact: true }).waitFor();

  // Nor does it break 'Cargar más'.
  const ids: number[] = [];
  for (let n = 1; n <= 51; n++) {
    ids.push(await makeOwn(`Larga ${n}`, { pais: 'Uruguay' }));
  }
  await page.getByRole('search').getByLabel('País').selectOption('Uruguay');
  const { asked, answer } = await delayAnswer(page, /api\/leads\?.*cursor/);
  await button(page, 'Cargar más').click();
  await asked;
  const total = await readCounter(page, 'Leads Totales');
  await deleteAsBeto(ids[0] ?? 0);
  answer();
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total - 1);
  await button(page, 'Cargar más').waitFor({ state: 'detached' });
  await expect.poll(() => listedNames(page)).toHaveLength(50);
  await expect.poll(() => listedNames(page)).not.toContain(own('Larga 1'));
});

test('on a phone a step back closes what is open over the page, which stays, and leaves nothing behind', async () => {
  const lead = own('Atrás');
  await makeOwn('Atrás');
  const page = await openCrm(ana, '/cuenta', { viewport: PHONE, hasTouch: true });
  await page.goto(LIST);
  await waitForIslands(page);
  const here = () => new URL(page.url()).pathname + new URL(page.url()).search;
  const dialog = page.getByRole('dialog');
  const form = dialog.filter({ hasText: 'Crear Lead' });
  const steps = () => page.evaluate(() => history.state?.layers ?? 0);
  const create = button(page, 'Crear Lead').first();

  await create.click();
  await form.waitFor();
  await page.goBack();
  await form.waitFor({ state: 'detached' });
  expect(here()).toBe(LIST);
  await page.goForward();
  await expect.poll(steps).toBe(0);
  expect([here(), await dialog.count()]).toEqual([LIST, 0]);

  await create.click();
  await form.waitFor();
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await form.waitFor({ state: 'detached' });
  await expect.poll(steps).toBe(0);

  const status = page.getByRole('combobox', { name: 'Estado' }).first();
  await button(page, 'Filtros').click();
  await status.selectOption({ label: 'Nuevo' });
  await page.waitForURL(/estado=nuevo/);
  await page.goBack();
  await status.waitFor({ state: 'hidden' });
  expect(here()).toContain('estado=nuevo');
  await page.goBack();
  await expect.poll(here).toBe(LIST);

  await nameOf(page, lead).click();
  await dialog.getByRole('heading', { name: lead }).waitFor();
  const over = page.getByRole('dialog', { name: `Elegir mensaje para ${lead}` });
  await dialog.getByRole('button', { name: `Elegir mensaje para ${lead}` }).click();
  await over.waitFor();
  await page.goBack();
  await over.waitFor({ state: 'detached' });
  await dialog.getByRole('heading', { name: lead }).waitFor();
  await page.goBack();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(here()).toBe(LIST);

  await create.click();
  await form.waitFor();
  await page.reload();
  await expect.poll(steps).toBe(0);
  await page.goBack();
  await page.waitForURL('**/cuenta');
});

test('on a phone every view begins above 200 pixels', async () => {
  const carla = makePerson(server, { name: 'Carla Cruz' });
  const make = (email: string, fields = {}) =>
    makeLead(server, carla, { nombre: own('Vista'), email: `${word}.${email}@x.example.com`, ...fields });
  await make('dos');
  const { id } = await make('dos');
  const body = { next_contact_on: addDays(new Date().toISOString().slice(0, 10), -3), owner_id: carla.id };
  expect((await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: carla.cookie, body })).status).toBe(200);
  const page = await openPage({ person: carla, viewport: PHONE, hasTouch: true, isMobile: true });
  for (const query of [
    '',
    '?owner=me&agenda=dia',
    '?agenda=vencidos',
    '?contacto=pendiente&orden=antiguos',
    '?duplicados=si',
  ]) {
    await page.goto(`/panel${query}`);
    await waitForIslands(page);
    for (const width of [390, 360]) {
      await page.setViewportSize({ ...PHONE, width });
      const row = await page.locator('[data-lead-id]').first().boundingBox();
      expect(row?.y, `${query} ${width}`).toBeLessThan(200);
    }
  }
});

test('on a phone the story of an enquiry with its consent stays within the sheet', async () => {
  const nombre = own('Consiente');
  await submitEnquiry(server, { ...validEnquiry, nombre, email: emailOf(nombre) });
  const page = await openCrm(ana, LIST, { viewport: PHONE, hasTouch: true });
  await nameOf(page, nombre).tap();
  await page.getByRole('tab', { name: 'Notas' }).tap();
  const story = page.locator('.timeline');
  await story.getByText('Lo que decía el formulario').waitFor();
  await expect.poll(() => story.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});
