import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import type { Person } from '../support/accounts.ts';
import { newContext, signIn } from '../support/browser.ts';
import { rowOf } from '../support/panel.ts';
import type { TestServer } from '../support/server.ts';
import {
  changeStatus,
  contextOptions,
  createLead,
  DESK,
  PHONE,
  type Row,
  type Screen,
  SLOW_4G,
  takeMedian,
  throttle,
} from './panel-setup.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 7);
const MAX_WAIT_MS = 60_000;

/** Measured by the page; times in ms since the visit began, NaN if it did not happen. */
type Seen = {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** A click in the first frame has opened a status menu. */
  click: number;
  /** A repeated key has moved the focus into the list. */
  key: number;
  /** Clicks without effect, repeated a frame later. */
  lost: number;
};
type Visit = Seen & { html: number; script: number; files: number };

/** The page without its scripts: a status still opens its native popover. */
export async function serveFloor(server: TestServer, { cookie }: Person): Promise<Server> {
  const html = (await (await fetch(`${server.url}/panel`, { headers: { cookie } })).text()).replace(
    /<script\b[\s\S]*?<\/script>/g,
    '',
  );
  const page = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
  const floor = createServer(({ url = '/' }, response) => {
    response.setHeader('content-encoding', 'br');
    if (url.endsWith('.css')) {
      response.writeHead(200, { 'content-type': 'text/css' });
      response.end(readFileSync(join('dist', 'client', `${url}.br`)));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(url === '/panel' ? page : undefined);
  });
  await new Promise<void>((resolve) => floor.listen(0, '127.0.0.1', resolve));
  return floor;
}

/** Runs in the page ahead of the page's own code. */
function watchPage(): void {
  const seen = { fcp: 0, lcp: 0, tbt: 0, cls: 0, click: Number.NaN, key: Number.NaN, lost: 0 };
  Object.assign(globalThis, { seen });
  const observe = (type: string, add: (entry: PerformanceEntry & Record<string, number | boolean>) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) add(entry as never);
    }).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('longtask', ({ duration }) => {
    seen.tbt += Math.max(0, duration - 50);
  });
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += Number(value);
  });
  let clicks = 0;
  let isKept = false;
  const look = () => {
    const isOpen = document.querySelector(':popover-open') !== null;
    if (isOpen && Number.isNaN(seen.click)) {
      seen.click = performance.now();
      seen.lost = clicks - 1;
    } else if (!isOpen && !isKept && seen.fcp > 0 && Number.isNaN(seen.click)) {
      // Clicks again as a user would, unless the page has queued the click.
      const click = new MouseEvent('click', { bubbles: true, cancelable: true });
      document.querySelector('[aria-haspopup=dialog]')?.dispatchEvent(click);
      clicks += 1;
      isKept = click.defaultPrevented;
    }
    if (seen.fcp > 0 && Number.isNaN(seen.key)) {
      const key = new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true });
      document.dispatchEvent(key);
      if (key.defaultPrevented) seen.key = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const readSeen = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** Opens the page with an empty profile over a slow network, and counts bytes by type. */
async function goThere(browser: Browser, { url, person, screen, fromLogin = false }: Place) {
  const context = await newContext(browser, { url } as TestServer, contextOptions(screen));
  const page = await context.newPage();
  if (fromLogin) await waitAtLogin(page);
  await signIn(context, url, person);
  const cdp = await throttle(context, page, screen);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  const types = new Map<string, string>();
  const bytes = new Map<string, number>();
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other';
    bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength);
  });
  await page.addInitScript(watchPage);
  await page.goto(`${url}/panel`);
  return { context, page, bytes, types };
}

/** With `fromLogin` the visit continues from the sign-in screen, as users do; otherwise the cache is empty. */
type Place = { url: string; person: Person; screen: Screen; fromLogin?: boolean };

/** Waits at the sign-in screen until it has prefetched what the panel needs. */
async function waitAtLogin(page: Page): Promise<void> {
  const last = page.waitForResponse('**/_astro/LeadsPanel.*');
  await page.goto('/login', { waitUntil: 'networkidle' });
  await (await last).finished();
}

/** One visit, until the panel reacts to clicks and keys. */
async function visit(browser: Browser, place: Place, hasKeys: boolean): Promise<Visit> {
  const { context, page, bytes, types } = await goThere(browser, place);
  await page.waitForFunction(
    (keys) => {
      const { click, key } = (globalThis as unknown as { seen: Seen }).seen;
      return click > 0 && (key > 0 || !keys);
    },
    hasKeys,
    { timeout: MAX_WAIT_MS },
  );
  const seen = await readSeen(page);
  const scripts = [...types.values()].filter((type) => type === 'Script').length;
  await context.close();
  return { ...seen, html: bytes.get('Document') ?? 0, script: bytes.get('Script') ?? 0, files: scripts };
}

/** The layout shift (CLS) after each part of a user's work. */
async function measureShifts(
  browser: Browser,
  server: TestServer,
  { ana, beto }: { ana: Person; beto: Person },
  screen: Screen,
): Promise<Row> {
  const { context, page } = await goThere(browser, { url: server.url, person: ana, screen });
  await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.key > 0);
  const row: Row = { pantalla: screen.name };
  let before = 0;
  const note = async (phase: string) => {
    // Shifts are reported a frame later.
    await page.waitForTimeout(600);
    const { cls } = await readSeen(page);
    row[phase] = (cls - before).toFixed(4);
    before = cls;
  };
  await page.keyboard.press('Escape');
  await note('carga');
  const nombre = `Llegada en ${screen.name}`;
  const id = await createLead(server, beto, nombre);
  const name = rowOf(page, nombre).getByRole('link', { name: nombre, exact: true });
  await name.waitFor();
  await note('un lead que llega');
  for (let n = 1; n <= 5; n++) await changeStatus(server, beto, id, n);
  await note('cinco cambios que llegan');
  await name.click();
  await page.getByRole('dialog').getByText('Primer contacto').waitFor();
  await note('abrir');
  await page.getByRole('tab', { name: 'Notas' }).click();
  await page.getByText('No hay notas para este lead').waitFor();
  await note('notas');
  await page.keyboard.press('Escape');
  await note('cerrar');
  const title = page.getByRole('button', { name: 'Filtros' });
  if (await title.isVisible()) await title.click();
  await page.getByLabel('Estado').focus();
  // By keyboard: a value set by script is no user input, so the browser would count the shift.
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Quitar filtros' }).waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await note('filtrar');
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await note('quitar filtros');
  await page.getByRole('button', { name: 'Cargar más' }).click();
  await page.locator('[data-lead-id]').nth(50).waitFor();
  await note('cargar más');
  await context.close();
  return row;
}

/**
 * Measures the panel's first visit on a throttled phone, and the visit after signing in there, in turns with the same
 * page without scripts; then the layout shifts.
 */
export async function measureLoad(
  browser: Browser,
  server: TestServer,
  people: { ana: Person; beto: Person },
): Promise<{ load: Row[]; shifts: Row[] }> {
  const floor = await serveFloor(server, people.ana);
  const floorUrl = `http://localhost:${(floor.address() as AddressInfo).port}`;
  const place = { url: server.url, person: people.ana, screen: PHONE };
  const visits: { floor: Visit[]; first: Visit[]; fromLogin: Visit[] } = {
    floor: [],
    first: [],
    fromLogin: [],
  };
  try {
    for (let run = 0; run < RUNS; run++) {
      visits.floor.push(await visit(browser, { ...place, url: floorUrl }, false));
      visits.first.push(await visit(browser, place, true));
      visits.fromLogin.push(await visit(browser, { ...place, fromLogin: true }, true));
    }
  } finally {
    floor.close();
  }
  const rows: [label: string, read: (one: Visit) => number][] = [
    ['HTML, bytes', ({ html }) => html],
    ['script, bytes', ({ script }) => script],
    ['script, archivos', ({ files }) => files],
    ['FCP, ms', ({ fcp }) => fcp],
    ['LCP, ms', ({ lcp }) => lcp],
    ['responde a un clic, ms', ({ click }) => click],
    ['responde al teclado, ms', ({ key }) => key],
    ['clics perdidos', ({ lost }) => lost],
    ['TBT, ms', ({ tbt }) => tbt],
  ];
  const load = rows.map(([medida, read]) => {
    const [floorMedian, first, fromLogin] = [visits.floor, visits.first, visits.fromLogin].map((seen) =>
      Math.round(takeMedian(seen.map(read))),
    );
    return {
      medida,
      piso: floorMedian ?? Number.NaN,
      'primera visita': first ?? Number.NaN,
      cociente: floorMedian ? ((first ?? Number.NaN) / floorMedian).toFixed(2) : '',
      'tras iniciar sesión': fromLogin ?? Number.NaN,
      'peor tras iniciar sesión': Math.round(Math.max(...visits.fromLogin.map(read))),
    };
  });
  const shifts = [];
  for (const screen of [PHONE, DESK]) shifts.push(await measureShifts(browser, server, people, screen));
  return { load, shifts };
}
