import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright';
import type { Person } from '../support/accounts.ts';
import { newContext } from '../support/browser.ts';
import { focusFirstLead } from '../support/panel.ts';
import type { TestServer } from '../support/server.ts';
import { serveFloor } from './panel-load.ts';
import {
  changeStatus,
  contextOptions,
  createLead,
  DESK,
  openPanel,
  PHONE,
  type Row,
  type Screen,
  SLOW_LAPTOP,
  throttle,
} from './panel-setup.ts';

const ROUNDS = Number(process.env.BENCH_RUNS ?? 3);
/** The interval of another user's changes; every twentieth, one a second, is a new lead. */
const LIVE_EVERY_MS = 50;
const NEW_LEAD_EVERY = 20;
/** The browser does not report shorter interactions. */
const MIN_REPORTED_MS = 16;
/** How long an element must rest before a press, as nobody is faster, and when to give up. */
type StillnessLimits = { restMs: number; mostMs: number };
/** What somebody answers by hand has been seen for this long. */
const REST_MS = 200;
/** Between two letters, or two times the same key: faster than most people type. */
const KEY_EVERY_MS = 60;
/** After this time a press in the list without target or effect is repeated. */
const MAX_WAIT_MS = 2000;
/** By then no toast covers anything. */
const TOAST_GONE_MS = 20_000;

type Interaction = { what: string; ms: number };

/** Runs in the page. Records the longest event of each interaction, from the press to the frame with its effect. */
function watchInteractions(leastTold: number): void {
  const longest = new Map<number, { at: number; ms: number }>();
  const steps: { at: number; what: string }[] = [];
  Object.assign(globalThis, { interactions: { longest, steps } });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      const known = longest.get(entry.interactionId)?.ms ?? 0;
      if (entry.interactionId > 0 && entry.duration > known) {
        longest.set(entry.interactionId, { at: entry.startTime, ms: entry.duration });
      }
    }
  }).observe({ type: 'event', durationThreshold: leastTold, buffered: true } as PerformanceObserverInit);
}

type Watched = {
  interactions: { longest: Map<number, { at: number; ms: number }>; steps: { at: number; what: string }[] };
};

/**
 * Runs in the page. Resolves to the centre of an element that has been still and uncovered for `restMs`. Presses by
 * Playwright's locators hit-test within the press, which takes a slow phone a third of a frame and would count as the
 * page's time.
 */
function findPlace(element: Element, { restMs, mostMs }: StillnessLimits): Promise<{ x: number; y: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let before = '';
    let since = began;
    const look = () => {
      const now = performance.now();
      const { left, top, width, height } = element.getBoundingClientRect();
      const place = { x: left + width / 2, y: top + height / 2 };
      if (JSON.stringify(place) !== before) {
        before = JSON.stringify(place);
        since = now;
      } else if (now - since >= restMs) {
        if (element.contains(document.elementFromPoint(place.x, place.y))) return resolve(place);
        element.scrollIntoView({ block: 'center' });
        since = now;
      }
      if (now - began > mostMs) return reject(new Error('It moves, or is covered.'));
      requestAnimationFrame(look);
    };
    look();
  });
}

/** The reported interactions, and the number of all. Unreported ones count with the shortest reportable time. */
function readInteractions(page: Page): Promise<{ told: Interaction[]; count: number }> {
  return page.evaluate(() => {
    const { longest, steps } = (globalThis as unknown as Watched).interactions;
    const told = [...longest.values()].map(({ at, ms }) => ({
      ms,
      what: steps.findLast((step) => step.at <= at)?.what ?? '',
    }));
    return { told, count: (performance as unknown as { interactionCount: number }).interactionCount };
  });
}

/**
 * Half a minute of a user's work, in a loop. Presses are real browser input, never handler calls. Elements are found by
 * CSS: on a slow phone, look-ups by role and label take the page longer than most presses.
 */
async function work(page: Page, { isPhone = false }: Screen): Promise<void> {
  const dialog = page.locator('[role=dialog]');
  const sheet = page.locator('.sheet');
  const press = async (target: Locator, mostMs = TOAST_GONE_MS) => {
    const { x, y } = await target.evaluate(findPlace, { restMs: REST_MS, mostMs });
    await (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  };
  /** Keys in answer to what is shown. */
  const type = async (...keys: string[]) => {
    await page.waitForTimeout(REST_MS);
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(KEY_EVERY_MS);
    }
  };
  /** New leads move the rows, so a press without effect is repeated, and one that opened another lead closes that. */
  const pressInList = async (target: Locator, effect: Locator) => {
    for (;;) {
      await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const isDone = await press(target, MAX_WAIT_MS)
        // Covered by now, if the press before took effect late.
        .catch(() => {})
        .then(() => effect.waitFor({ timeout: MAX_WAIT_MS }))
        .then(
          () => true,
          () => false,
        );
      if (isDone) return;
      if ((await sheet.count()) > 0) await type('Escape');
    }
  };
  const step = (what: string) =>
    page.evaluate((name) => {
      (globalThis as unknown as Watched).interactions.steps.push({ at: performance.now(), what: name });
    }, what);
  const choices = page.locator('.filters-choice select');
  const estado = choices.first();
  const clear = page.locator('.lead-list-head > button');
  const search = page.locator('.filters-search input');
  const row = (n: number) => page.locator('[data-lead-id]').nth(n);
  /** The list takes the room of a closed lead a frame after it. */
  const closed = async () => {
    await dialog.waitFor({ state: 'detached' });
    await page.locator('html[data-beside]').waitFor({ state: 'detached' });
  };
  /** The list with as many filters is there. */
  const listed = async (filters: number) => {
    await page.waitForFunction((count) => document.querySelectorAll('.filter-chip').length === count, filters);
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  };

  for (let round = 0; round < ROUNDS; round++) {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await step('moverse con J y K');
    await focusFirstLead(page);
    await type(...'jjjjkkkk');
    await step('abrir un lead con Enter');
    await type('Enter');
    await sheet.locator('[role=tabpanel] dl').first().waitFor();
    await step('pasar al siguiente con J');
    await type(...'jjk');
    await step('abrir las notas');
    await press(sheet.locator('[role=tab]').nth(1));
    await sheet.locator('.note-box').waitFor();
    await step('escribir una nota');
    await press(sheet.locator('.note-box'));
    await page.keyboard.type('Llamar el lunes.', { delay: KEY_EVERY_MS });
    await step('guardar la nota');
    await press(sheet.locator('.sheet-foot .btn-primary'));
    await sheet.locator('[role=tabpanel] li').first().waitFor();
    await step('cerrar el lead');
    await press(sheet.locator('[aria-label=Cerrar]:visible').first());
    await closed();
    await step('abrir el menú del estado');
    await pressInList(row(2).locator('.lead-status'), page.locator('#menu-estado'));
    await step('cambiar el estado');
    await press(page.locator('#menu-estado [aria-pressed=false]').first());
    await step('abrir un lead');
    await pressInList(row(1).locator('a').first(), sheet.locator('[role=tabpanel] dl').first());
    await step('cerrar con Escape');
    await type('Escape');
    await closed();
    if (!(await estado.isVisible())) {
      await step('desplegar los filtros');
      await press(page.locator('.filters-open'));
    }
    await step('filtrar');
    await estado.focus();
    await type('ArrowDown');
    // The search of the round before is a filter, too.
    const searches = round > 0 ? 1 : 0;
    await listed(searches + 1);
    await choices.nth(1).focus();
    await type('ArrowDown');
    await listed(searches + 2);
    if (isPhone) {
      await step('plegar los filtros');
      await press(page.locator('.filters-done'));
      await estado.waitFor({ state: 'hidden' });
    }
    await step('quitar los filtros');
    await press(clear);
    await listed(0);
    await step('buscar');
    await search.focus();
    await page.keyboard.type('marta gim', { delay: KEY_EVERY_MS });
    await listed(1);
    await type('Escape');
    // The on-screen keyboard hides the bar with this button.
    await search.blur();
    await step('abrir «Crear Lead»');
    await press(page.locator('.frame-create:visible'));
    await dialog.locator('[name=nombre]').waitFor();
    await type('Escape');
    await dialog.waitFor({ state: 'detached' });
    await step('eliminar y cancelar');
    // Not the first row: a new lead would push it from under the press.
    const question = page.locator('[role=alertdialog]');
    if (isPhone) {
      // On a phone it is in the lead.
      await pressInList(row(3).locator('a').first(), sheet.locator('[role=tabpanel] dl').first());
      await press(sheet.getByRole('button', { name: 'Eliminar lead', exact: true }));
      await question.waitFor();
    } else await pressInList(page.locator('.lead-remove').nth(3), question);
    await press(question.locator('.btn-secondary'));
    await question.waitFor({ state: 'detached' });
    if (isPhone) await press(sheet.locator('[aria-label=Cerrar]:visible').first());
    await dialog.waitFor({ state: 'detached' });
  }
}

/** Another user at work until stopped: changes leads of the first page, and adds new ones. */
function changeLeadsMeanwhile(server: TestServer, person: Person): { stop: () => Promise<number> } {
  let isOver = false;
  let events = 0;
  const recent: number[] = [];
  async function run() {
    while (!isOver) {
      const next = new Promise((resolve) => setTimeout(resolve, LIVE_EVERY_MS));
      const id = recent[events % 8];
      if (events % NEW_LEAD_EVERY === 0 || id === undefined) {
        recent[((events / NEW_LEAD_EVERY) % 8) | 0] = await createLead(server, person, `Vivo ${events}`);
      } else {
        await changeStatus(server, person, id, events);
      }
      events += 1;
      await next;
    }
  }
  const running = run();
  return {
    stop: async () => {
      isOver = true;
      await running;
      return events;
    },
  };
}

/** The 98th percentile of presses that toggle a native popover on the page without scripts. */
async function measureFloor(browser: Browser, server: TestServer, ana: Person, screen: Screen): Promise<number> {
  const floor = await serveFloor(server, ana);
  const url = `http://localhost:${(floor.address() as AddressInfo).port}`;
  const page = await (await newContext(browser, { ...server, url }, contextOptions(screen))).newPage();
  await page.goto('/panel');
  try {
    await throttle(page.context(), page, screen);
    await page.evaluate(watchInteractions, MIN_REPORTED_MS);
    const opener = page.locator('.lead-status').first();
    const popover = page.locator('#menu-estado');
    for (let round = 0; round < 10 * ROUNDS; round++) {
      const { x, y } = await opener.evaluate(findPlace, { restMs: REST_MS, mostMs: TOAST_GONE_MS });
      await (screen.isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await popover.waitFor({ state: round % 2 === 0 ? 'visible' : 'hidden' });
    }
    const { told, count } = await readInteractions(page);
    return percentile(told, count, 0.98);
  } finally {
    await page.context().close();
    floor.close();
  }
}

/**
 * Measures how soon the panel shows the effect of a press, on each screen, alone and with others at work, against the
 * same page without scripts.
 */
export async function measureInteractions(
  browser: Browser,
  server: TestServer,
  { ana, beto }: { ana: Person; beto: Person },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const screen of [DESK, SLOW_LAPTOP, PHONE]) {
    const floor = await measureFloor(browser, server, ana, screen);
    for (const isLive of [false, true]) {
      const page = await openPanel(browser, server, ana, screen);
      await throttle(page.context(), page, screen);
      await page.evaluate(watchInteractions, MIN_REPORTED_MS);
      const others = isLive ? changeLeadsMeanwhile(server, beto) : undefined;
      let events = 0;
      try {
        await work(page, screen);
      } finally {
        events = (await others?.stop()) ?? 0;
      }
      const { told, count } = await readInteractions(page);
      rows.push({
        pantalla: screen.name,
        'CPU ÷': screen.cpu,
        eventos: events,
        ...summarise(told, count, floor),
      });
      await page.context().close();
    }
  }
  return rows;
}

function percentile(told: Interaction[], count: number, share: number): number {
  const sorted = told.toSorted((one, other) => other.ms - one.ms);
  // From the slow end, because the unreported ones are the shortest.
  return sorted[Math.floor(count * (1 - share))]?.ms ?? MIN_REPORTED_MS;
}

function summarise(told: Interaction[], count: number, floor: number): Row {
  const sorted = told.toSorted((one, other) => other.ms - one.ms);
  const p98 = percentile(told, count, 0.98);
  const worst = sorted[0];
  const second = sorted.find(({ what }) => what !== worst?.what);
  return {
    interacciones: count,
    'p50, ms': percentile(told, count, 0.5),
    'p98 (INP), ms': p98,
    'piso, ms': floor,
    cociente: (p98 / floor).toFixed(2),
    'peor, ms': worst?.ms ?? MIN_REPORTED_MS,
    cuál: worst?.what ?? '',
    después: second ? `${second.what}: ${second.ms}` : '',
  };
}
