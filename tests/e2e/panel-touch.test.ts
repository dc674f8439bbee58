import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { intercept } from '../support/browser';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { listedNames, makeLead, readCounter, rowOf } from '../support/panel';
import { button, openPage, openStage, server, toast, waitForIslands } from '../support/stage';

let ana: Person;
let beto: Person;

openStage();
beforeAll(async () => {
  ana = makePerson(server);
  beto = makePerson(server);
  for (let n = 1; n <= 9; n++) await makeLead(server, ana, { nombre: `Fila ${n}` });
});

/** The panel, which counts what it hears, with time at a stand and slides of the rows that take as good as for ever. */
async function openStill(path = '/panel'): Promise<Page> {
  const page = await openPage({ person: ana });
  await page.addInitScript(() => {
    Object.assign(globalThis, { heard: 0 });
    globalThis.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('leads', () => {
          (globalThis as unknown as { heard: number }).heard++;
        });
      }
    };
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      const animation = animate.apply(this, given);
      animation.playbackRate = 0.001;
      return animation;
    };
  });
  await page.clock.install();
  await page.goto(path);
  await waitForIslands(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** Resolves once the panel has been told of what `act` does. */
async function tell(page: Page, act: () => Promise<unknown>): Promise<void> {
  const readHeard = () => page.evaluate(() => (globalThis as unknown as { heard: number }).heard);
  const before = await readHeard();
  await act();
  await expect.poll(readHeard).toBeGreaterThan(before);
}

/** Resolves once the panel has been told of a new lead of this name. */
const tellOf = (page: Page, nombre: string) =>
  tell(page, () => submitEnquiry(server, { ...validEnquiry, nombre }));

async function findLead(nombre: string): Promise<number> {
  const { json } = await call(server, `/api/leads?q=${encodeURIComponent(nombre)}`, { cookie: ana.cookie });
  return json.leads.find((lead: { nombre: string }) => lead.nombre === nombre).id;
}

const patchAs = (person: Person, id: number, estado: string) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: person.cookie, body: { estado } });

async function moveTo(page: Page, name: string): Promise<void> {
  // The page's own way does not wait for rows to stand still.
  await button(page, name).evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  const box = await button(page, name).boundingBox();
  if (!box) throw new Error('out of sight');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

/** Resolves once the lead's dialog is open; its code may still be on the way, and React waits for time to pass too. */
async function waitForDialog(page: Page, name: string): Promise<void> {
  const isOpen = async () => {
    await page.clock.runFor(100);
    return page.getByRole('dialog', { name }).isVisible();
  };
  await expect.poll(isOpen).toBe(true);
}

/** What slides and was not stopped is over, as after a while. */
const letSlide = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.playState === 'running') animation.finish();
    }
  });

const countSlides = (page: Page, state: AnimationPlayState) =>
  page.evaluate(
    (playState) => document.getAnimations().filter((slide) => slide.playState === playState).length,
    state,
  );

test('who comes in while a row is pressed waits until it is released, and the press counts', async () => {
  const page = await openStill();
  await moveTo(page, 'Fila 6');
  await page.mouse.down();
  await tellOf(page, 'Lía Uno');
  await page.clock.runFor(1000);
  expect(await listedNames(page)).not.toContain('Lía Uno');
  await page.mouse.up();
  await waitForDialog(page, 'Fila 6');
  await page.clock.runFor(500);
  await expect.poll(async () => (await listedNames(page))[0]).toBe('Lía Uno');
});

test('who comes in while the mouse is on its way to a row waits, but not for long', async () => {
  const page = await openStill();
  await moveTo(page, 'Fila 6');
  await tellOf(page, 'Lía Dos');
  await page.clock.runFor(100);
  expect(await listedNames(page)).not.toContain('Lía Dos');
  for (let n = 0; n < 16; n++) {
    await page.clock.runFor(100);
    await page.mouse.move(400 + n, 600);
  }
  await expect.poll(async () => (await listedNames(page))[0]).toBe('Lía Dos');
});

test('rows that slide stand still while one of them is pressed, and the press counts', async () => {
  const page = await openStill();
  await tellOf(page, 'Lía Tres');
  await expect.poll(async () => (await listedNames(page))[0]).toBe('Lía Tres');
  await page.clock.runFor(100);
  await expect.poll(() => countSlides(page, 'running')).toBe(1);
  await moveTo(page, 'Fila 6');
  await page.mouse.down();
  await letSlide(page);
  await page.mouse.up();
  await waitForDialog(page, 'Fila 6');
  await page.clock.runFor(500);
  await expect.poll(() => countSlides(page, 'paused')).toBe(0);
});

test('who comes in while rows slide waits until they have made room', async () => {
  const page = await openStill();
  await tellOf(page, 'Lía Cuatro');
  await expect.poll(async () => (await listedNames(page))[0]).toBe('Lía Cuatro');
  await tellOf(page, 'Lía Cinco');
  await page.clock.runFor(100);
  expect((await listedNames(page))[0]).toBe('Lía Cuatro');
  await page.clock.runFor(1000);
  await expect.poll(async () => (await listedNames(page))[0]).toBe('Lía Cinco');
});

test('what moves no row is shown at once: the counters, a colleague’s status', async () => {
  const page = await openStill();
  const first = await findLead('Fila 1');
  const [total, won] = [await readCounter(page, 'Leads Totales'), await readCounter(page, 'Ganados')];
  await moveTo(page, 'Fila 9');
  await page.mouse.down();
  await tellOf(page, 'Lía Seis');
  await tell(page, () => patchAs(beto, first, 'ganado'));
  await rowOf(page, 'Fila 1').getByRole('button', { name: 'Ganado', exact: true }).waitFor();
  await expect.poll(() => readCounter(page, 'Ganados')).toBe(won + 1);
  expect(await readCounter(page, 'Leads Totales')).toBe(total + 1);
  expect(await listedNames(page)).not.toContain('Lía Seis');
});

test('of what waits about one lead only the newest is shown', async () => {
  const page = await openStill('/panel?estado=nuevo');
  const [second, third] = [await findLead('Fila 2'), await findLead('Fila 3')];
  await moveTo(page, 'Fila 9');
  await page.mouse.down();
  // Both would leave the list; one comes back.
  await tell(page, () => patchAs(beto, second, 'ganado'));
  await tell(page, () => patchAs(beto, second, 'nuevo'));
  await tell(page, () => patchAs(beto, third, 'perdido'));
  expect(await listedNames(page)).toEqual(expect.arrayContaining(['Fila 2', 'Fila 3']));
  await page.mouse.up();
  await page.clock.runFor(500);
  await expect.poll(() => listedNames(page)).not.toContain('Fila 3');
  expect(await listedNames(page)).toContain('Fila 2');
});

test('what is done here is counted once, though the panel hears of it before it has its answer', async () => {
  const page = await openStill();
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
  await moveTo(page, 'Fila 9');
  await button(page, 'Eliminar lead Fila 8').click();
  await tell(page, () => page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click());
  answer();
  await toast(page, 'Lead eliminado correctamente');
  await rowOf(page, 'Fila 8').waitFor({ state: 'detached' });
  expect(await readCounter(page, 'Leads Totales')).toBe(total - 1);

  await moveTo(page, 'Fila 9');
  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByLabel('Nombre').fill('Fila 8');
  await dialog.getByLabel('Email').fill('fila8@x.example.com');
  await tell(page, () => dialog.getByRole('button', { name: 'Crear Lead' }).click());
  answer();
  await rowOf(page, 'Fila 8').waitFor();
  expect(await readCounter(page, 'Leads Totales')).toBe(total);
});
