import type { Page, Route } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { intercept } from '../support/browser';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { listedNames, makeLead, nameOf, readCounter, rowOf } from '../support/panel';
import {
  button,
  DESKTOP,
  openCrm,
  openPage,
  openStage,
  PHONE,
  server,
  toast,
  waitForIslands,
} from '../support/stage';

let ana: Person;
let beto: Person;

openStage();
beforeAll(async () => {
  ana = makePerson(server);
  beto = makePerson(server, { name: 'Beto Bravo' });
  for (let n = 1; n <= 9; n++) await makeLead(server, ana, { nombre: `Fila ${n}` });
});

/** Resolves once the panel has been told of a new lead of this name: counters are never held back. */
async function tellOf(page: Page, nombre: string): Promise<void> {
  const total = await readCounter(page, 'Leads Totales');
  await submitEnquiry(server, { ...validEnquiry, nombre });
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total + 1);
}

async function findLead(nombre: string): Promise<number> {
  const { json } = await call(server, `/api/leads?q=${encodeURIComponent(nombre)}`, { cookie: ana.cookie });
  return json.leads.find((lead: { nombre: string }) => lead.nombre === nombre).id;
}

const patchAs = (person: Person, id: number, estado: string) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: person.cookie, body: { estado } });

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await nameOf(page, name).boundingBox();
  if (!box) throw new Error('out of sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Has the mouse come from outside and stay on this lead's name. */
async function pointAt(page: Page, name: string): Promise<void> {
  await page.mouse.move(2, 2);
  await nameOf(page, name).scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(page, name);
  await page.mouse.move(x, y);
}

const pointAway = (page: Page) => page.mouse.move(2, 2);

describe('while a mouse is on the list', () => {
  test('no row moves, a button says how many came in, and they are shown once it leaves', async () => {
    const page = await openCrm(ana);
    await pointAt(page, 'Fila 6');
    const before = await listedNames(page);
    const place = await middleOf(page, 'Fila 6');
    await tellOf(page, 'Lía Uno');
    await button(page, '1 lead nuevo').waitFor();
    await tellOf(page, 'Lía Dos');
    await tellOf(page, 'Lía Tres');
    await button(page, '3 leads nuevos').waitFor();
    expect(await listedNames(page)).toEqual(before);
    expect(await middleOf(page, 'Fila 6')).toEqual(place);
    await pointAway(page);
    await expect.poll(() => listedNames(page)).toEqual(['Lía Tres', 'Lía Dos', 'Lía Uno', ...before]);
    expect(await button(page, '3 leads nuevos').count()).toBe(0);
  });

  test('the button shows who came in, and leads there', async () => {
    const page = await openCrm(ana);
    await pointAt(page, 'Fila 6');
    await tellOf(page, 'Lía Cuatro');
    await button(page, '1 lead nuevo').click();
    await expect.poll(async () => (await listedNames(page))[0]).toBe('Lía Cuatro');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Lía Cuatro');
    expect(await button(page, '1 lead nuevo').count()).toBe(0);
  });

  test('what is pressed counts, though somebody comes in before it is released', async () => {
    const page = await openCrm(ana);
    await pointAt(page, 'Fila 6');
    await page.mouse.down();
    await tellOf(page, 'Lía Cinco');
    expect(await listedNames(page)).not.toContain('Lía Cinco');
    await page.mouse.up();
    await page.getByRole('dialog', { name: 'Fila 6' }).waitFor();
    // The list is beside it, and still pointed at.
    expect(await listedNames(page)).not.toContain('Lía Cinco');
    await pointAway(page);
    await expect.poll(async () => (await listedNames(page))[0]).toBe('Lía Cinco');
  });

  test('what a row says is true, whoever changes it, also of one that no longer belongs there', async () => {
    const page = await openCrm(ana, '/panel?estado=nuevo');
    const [second, third] = [await findLead('Fila 2'), await findLead('Fila 3')];
    const total = await readCounter(page, 'Leads Totales');
    await pointAt(page, 'Fila 4');
    await patchAs(beto, second, 'ganado');
    await rowOf(page, 'Fila 2').getByRole('button', { name: 'Ganado', exact: true }).waitFor();
    await call(server, `/api/leads/${third}`, { method: 'DELETE', cookie: beto.cookie });
    await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total - 1);
    expect(await listedNames(page)).toEqual(expect.arrayContaining(['Fila 2', 'Fila 3']));
    // One that is gone says so when it is opened.
    await nameOf(page, 'Fila 3').click();
    await page.getByText('Este lead ya no está: lo eliminó Beto Bravo.').waitFor();
    await pointAway(page);
    await expect.poll(() => listedNames(page)).not.toContain('Fila 2');
    expect(await listedNames(page)).not.toContain('Fila 3');
  });

  test('what is done here moves its own row at once', async () => {
    const page = await openCrm(ana, '/panel?estado=nuevo');
    await pointAt(page, 'Fila 9');
    await tellOf(page, 'Lía Seis');
    await rowOf(page, 'Fila 9').getByRole('button', { name: 'Nuevo', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Contactado' }).click();
    await rowOf(page, 'Fila 9').waitFor({ state: 'detached' });
    expect(await listedNames(page)).not.toContain('Lía Seis');
  });
});

test.each([
  ['desk', { viewport: DESKTOP }],
  ['tablet', { viewport: { width: 800, height: 1000 }, hasTouch: true, isMobile: true }],
  ['phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
])('who comes in on a %s moves no row from under anybody’s finger', async (name, options) => {
  const page = await openPage({ person: ana, ...options });
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0, slid: 0 });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      (globalThis as unknown as { slid: number }).slid++;
      return animate.apply(this, how);
    };
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        (globalThis as unknown as { shifted: number }).shifted += value;
      }
    }).observe({ type: 'layout-shift' });
  });
  await page.goto('/panel');
  await waitForIslands(page);
  const [first = ''] = await listedNames(page);
  await nameOf(page, first).scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(page, first);
  const device = await page.context().newCDPSession(page);
  if ('hasTouch' in options) {
    await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  } else await page.mouse.move(x, y);
  const readShifted = () => page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
  const before = await readShifted();
  await tellOf(page, `Lía ${name}`);
  await button(page, '1 lead nuevo').waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect((await readShifted()) - before).toBeLessThan(0.001);
  if ('hasTouch' in options)
    await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  else await pointAway(page);
  await expect.poll(() => listedNames(page)).toContain(`Lía ${name}`);
  // The others slide to where they have room.
  await page.waitForFunction(() => (globalThis as unknown as { slid: number }).slid > 0);
  await expect.poll(() => slidingRows(page)).toBe(0);
  expect((await readShifted()) - before).toBeLessThan(0.001);
});

const slidingRows = (page: Page) =>
  page.locator('.lead-list').evaluate((list) => {
    const held = list.querySelectorAll('[style*=translate]').length;
    return held + list.getAnimations({ subtree: true }).length;
  });

test('what is done here is counted once, though the panel hears of it before it has its answer', async () => {
  const page = await openCrm(ana);
  const total = await readCounter(page, 'Leads Totales');
  let answer = () => {};
  await intercept(page, /\/api\/leads(\/\d+)?$/, async (route) => {
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response });
  });
  await button(page, 'Eliminar lead Fila 8').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total - 1);
  answer();
  await toast(page, 'Lead eliminado correctamente');
  await rowOf(page, 'Fila 8').waitFor({ state: 'detached' });
  expect(await readCounter(page, 'Leads Totales')).toBe(total - 1);

  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByLabel('Nombre').fill('Fila 8');
  await dialog.getByLabel('Email').fill('fila8@x.example.com');
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total);
  answer();
  await toast(page, 'Lead creado exitosamente');
  await rowOf(page, 'Fila 8').waitFor();
  expect(await readCounter(page, 'Leads Totales')).toBe(total);
});

describe('an answer that took its time', () => {
  /** Has the answers to these calls wait for what it returns to be called; they are what the server said before. */
  async function delayAnswer(
    page: Page,
    url: string | RegExp,
  ): Promise<{ asked: Promise<void>; answer: () => void }> {
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

  test('does not undo what the panel was told meanwhile', async () => {
    const { id } = await makeLead(server, ana, { nombre: 'Ema Entretanto', pais: 'Chile' });
    const page = await openCrm(ana);
    const { asked, answer } = await delayAnswer(page, '**/api/leads?*');
    await page.getByLabel('País').selectOption('Chile');
    await asked;
    await patchAs(beto, id, 'ganado');
    await rowOf(page, 'Ema Entretanto').getByRole('button', { name: 'Ganado', exact: true }).waitFor();
    answer();
    await expect.poll(() => listedNames(page)).toEqual(['Ema Entretanto']);
    await rowOf(page, 'Ema Entretanto').getByRole('button', { name: 'Ganado', exact: true }).waitFor();
  });

  test('to ‘Cargar más’ brings nobody back who was deleted meanwhile', async () => {
    const ids: number[] = [];
    for (let n = 1; n <= 51; n++) {
      ids.push((await makeLead(server, ana, { nombre: `Larga ${n}`, pais: 'Uruguay' })).id);
    }
    const page = await openCrm(ana, '/panel?pais=Uruguay');
    const { asked, answer } = await delayAnswer(page, /api\/leads\?.*cursor/);
    await button(page, 'Cargar más').click();
    await asked;
    const total = await readCounter(page, 'Leads Totales');
    await call(server, `/api/leads/${ids[0]}`, { method: 'DELETE', cookie: beto.cookie });
    await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total - 1);
    answer();
    await button(page, 'Cargar más').waitFor({ state: 'detached' });
    expect(await listedNames(page)).toHaveLength(50);
    expect(await listedNames(page)).not.toContain('Larga 1');
  });

  test('takes no later wish with it', async () => {
    const { id } = await makeLead(server, ana, { nombre: 'Ada Aprisa' });
    const page = await openCrm(ana);
    const row = rowOf(page, 'Ada Aprisa');
    const { asked, answer } = await delayAnswer(page, `**/api/leads/${id}`);
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
    page.on('requestfinished', (request) => {
      if (request.method() === 'PATCH') answered++;
    });
    answer();
    await expect.poll(() => answered).toBe(3);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await seen.jsonValue()).toEqual([]);
    await row.getByRole('button', { name: 'Contactado', exact: true }).waitFor();
  });
});
