import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { submitEnquiry, validEnquiry } from '../support/http';
import { listedNames, makeLead } from '../support/panel';
import { button, openPage, openStage, server, waitForIslands } from '../support/stage';

let ana: Person;

openStage();
beforeAll(async () => {
  ana = makePerson(server);
  for (let n = 1; n <= 9; n++) await makeLead(server, ana, { nombre: `Fila ${n}` });
});

/** The panel, which counts what it hears, with time at a stand and slides of the rows that take as good as for ever. */
async function openStill(): Promise<Page> {
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
  await page.goto('/panel');
  await waitForIslands(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** Resolves once the panel has been told of a new lead of this name. */
async function tellOf(page: Page, nombre: string): Promise<void> {
  const readHeard = () => page.evaluate(() => (globalThis as unknown as { heard: number }).heard);
  const before = await readHeard();
  await submitEnquiry(server, { ...validEnquiry, nombre });
  await expect.poll(readHeard).toBeGreaterThan(before);
}

async function moveTo(page: Page, name: string): Promise<void> {
  const box = await button(page, name).boundingBox();
  if (!box) throw new Error('out of sight');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
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
  await page.getByRole('dialog', { name: 'Fila 6' }).waitFor();
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
  await page.getByRole('dialog', { name: 'Fila 6' }).waitFor();
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
