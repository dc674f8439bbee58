import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { startServer } from '../support/server.ts';
import { measureInLighthouse, type Report } from './lighthouse.ts';
import { filmPage } from './speed-index.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
/** A phone on a slow mobile network. */
const NETWORK = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const CPU_SLOWDOWN = 4;
/** Lighthouse's turns. A quiet machine needs the first; on a busy one the best of more is as good. */
const FEWEST_TURNS = 3;
const MOST_TURNS = 10;
const OPENER = 'Quiero mi agente inmobiliario IA';

type Page = { name: string; url: string; blocked?: string[] };
type Visit = {
  bytes: Record<string, number>;
  requests: number;
  fcp: number;
  lcp: number;
  /** As a multiple of this visit's own first contentful paint; filmed visits only. */
  speedIndex: number;
  tbt: number;
  cls: number;
  /** From the first click on the main button to the frame that shows the dialog. */
  click: number;
};

/** A seeded generator: the same words in each run, in an order that does not compress too well. */
function makeDice(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}

/** Appends paragraphs of the page's own words until the page weighs as much as the landing. */
function fillUp(html: string, bytes: number): string {
  const words = html.replace(/<style>.*?<\/style>|<[^>]+>/g, ' ').split(/\s+/);
  const dice = makeDice();
  let page = html;
  while (brotliCompressSync(page).byteLength < bytes) {
    const paragraph = Array.from({ length: 40 }, () => words[Math.floor(dice() * words.length)]);
    page += `<p>${paragraph.join(' ')}`;
  }
  return page;
}

/**
 * The smallest readable and usable page: the landing's words as plain text with inline CSS and system fonts, its
 * unstyled contact form in a dialog, padded with the same words to the landing's weight. It has the landing's headers:
 * 'Cross-Origin-Opener-Policy' alone makes the browser swap processes, which takes some 40 ms on such a phone.
 */
async function serveFloor(landingUrl: string): Promise<Server> {
  const landing = readFileSync(join('dist', 'client', 'index.html'), 'utf8');
  const text = landing
    .replace(/<(script|style|svg|dialog|head)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(h[1-3])[^>]*>/g, '<$1>')
    .replace(/<(?!\/?(h[1-3]|p|li|ul)\b)[^>]+>/g, ' ')
    .replace(/<(p|li|ul)\b[^>]*>/g, '<$1>')
    .replace(/\s+/g, ' ');
  const form = /<form class="enquiry"[\s\S]*?<\/form>/.exec(landing)?.[0].replace(/ class="[^"]*"/g, '');
  if (!form) throw new Error('the landing has no contact form');
  const html = `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Piso</title><link rel="icon" href="data:,"><style>body{max-width:40rem;margin:auto;padding:1rem;font:1rem/1.5 system-ui}</style><body><button type="button" commandfor="d" command="show-modal">${OPENER}</button><dialog id="d">${form}</dialog>${text}`;
  const body = brotliCompressSync(fillUp(html, brotliCompressSync(landing).byteLength));
  const { headers } = await fetch(landingUrl);
  const own = ['content-length', 'etag', 'connection', 'keep-alive', 'transfer-encoding'];
  const sent = Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...sent, 'content-encoding': 'br' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/**
 * One cold visit, throttled over CDP. Screenshots of each frame cost more the more is drawn, so a filmed visit counts
 * for Speed Index only.
 */
async function visit(browser: Browser, { url, blocked }: Page, isFilmed = false): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (blocked) await cdp.send('Network.setBlockedURLs', { urls: blocked });
  const types = new Map<string, string>();
  const bytes: Record<string, number> = {};
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other';
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { lcp: 0, tbt: 0, cls: 0 };
    Object.assign(globalThis, { seen });
    const observe = (type: string, add: (entry: PerformanceEntry & { value?: number }) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) add(entry);
      }).observe({ type, buffered: true });
    observe('largest-contentful-paint', (entry) => {
      seen.lcp = entry.startTime;
    });
    observe('longtask', (entry) => {
      seen.tbt += Math.max(0, entry.duration - 50);
    });
    observe('layout-shift', (entry) => {
      seen.cls += entry.value ?? 0;
    });
  });
  const endFilm = isFilmed ? await filmPage(cdp) : undefined;
  await page.goto(url);
  // Its face comes after the first frame, and is drawn in the frame after its own.
  await page.evaluate(async () => {
    const isAwaited = ({ family, status }: FontFace) => /^"?Zaguan"?$/.test(family) && !/^(loaded|error)$/.test(status);
    while ([...document.fonts].some(isAwaited)) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  const filmed = await endFilm?.(
    (events) =>
      events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith(url))
        ?.ts ?? 0,
  );
  const seen = await page.evaluate(() => ({
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ...(globalThis as unknown as { seen: { lcp: number; tbt: number; cls: number } }).seen,
  }));
  const speedIndex = filmed === undefined ? Number.NaN : filmed / seen.fcp;
  const requests = types.size;
  const cold = { ...bytes };
  const click = await measureClick();
  await context.close();
  return { bytes: cold, requests, click, speedIndex, ...seen };

  async function measureClick(): Promise<number> {
    await page.evaluate(() => {
      const shown = new Promise<number>((resolve) => {
        addEventListener('click', ({ timeStamp }) => {
          const look = () => {
            if (document.querySelector('dialog[open]'))
              requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            else requestAnimationFrame(look);
          };
          look();
        });
      });
      Object.assign(globalThis, { shown });
    });
    await page.getByRole('button', { name: OPENER }).click();
    return page.evaluate(() => (globalThis as unknown as { shown: Promise<number> }).shown);
  }
}

function takeMedian(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const sum = (bytes: Record<string, number>) => Object.values(bytes).reduce((total, part) => total + part, 0);

/** The medians of one figure; `piso`: those of a text page of the same size. */
export type LandingRow = { medida: string; piso: number; landing: number };

/** A figure, and what it may be at most. */
type Promised = [text: string, figure: number, limit: number];

/**
 * Measures the landing against a text page of the same size, in turns, in the same run: in a throttled browser, and with
 * Lighthouse. What the network alone costs is the same on any machine; the rest depends on how fast this one is and on
 * what else it does: `judgesSpeed` holds it to its limits, too.
 * @throws if a promised ratio is missed.
 */
export async function runLandingBench({ judgesSpeed = true } = {}): Promise<LandingRow[]> {
  const server = await startServer();
  const floor = await serveFloor(server.url);
  const pages: Page[] = [
    { name: 'piso', url: `http://localhost:${(floor.address() as AddressInfo).port}/` },
    { name: 'landing', url: server.url },
  ];
  const urls = pages.map(({ url }) => url);
  try {
    const visits = await visitInTurns(pages);
    const rows = print(pages, visits);
    const observed = tell('Observado en un teléfono lento', promiseObserved(visits), judgesSpeed);
    let turns = 0;
    const whole = await measureInLighthouse(urls, {
      isEnough: (best) => ++turns >= FEWEST_TURNS && promiseSimulated(best).every(isHeld),
      most: judgesSpeed ? MOST_TURNS : FEWEST_TURNS,
    });
    const title = `Simulado por Lighthouse, lo mejor de ${turns} vueltas`;
    const simulated = tell(title, promiseSimulated(whole), judgesSpeed);
    const network = await measureInLighthouse(urls, {
      isEnough: () => false,
      most: FEWEST_TURNS,
      isNetworkAlone: true,
    });
    const counted = tell('Por la red sola, en la misma simulación', promiseCounted(network));
    const { blocking = [] } = network[1] ?? {};
    if (blocking.length > 0) console.log(`Bloquean, para Lighthouse: ${blocking.join(', ')}`);
    if (!observed || !simulated || !counted) process.exitCode = 1;
    return rows;
  } finally {
    floor.close();
    await server.stop();
  }
}

async function visitInTurns(pages: Page[]): Promise<Visit[][]> {
  const browser = await launchBrowser();
  const visits = pages.map((): Visit[] => []);
  try {
    for (let run = 0; run < RUNS; run += 1) {
      for (const [index, page] of pages.entries()) {
        const bare = await visit(browser, page);
        const { speedIndex } = await visit(browser, page, true);
        visits[index]?.push({ ...bare, speedIndex });
      }
    }
  } finally {
    await browser.close();
  }
  return visits;
}

/** Medians of the same run, compared, which cancels out the machine's speed. */
function promiseObserved([floor = [], landing = []]: Visit[][]): Promised[] {
  const median = (list: Visit[], read: (one: Visit) => number) => takeMedian(list.map(read));
  return [
    ['FCP, × del piso', median(landing, ({ fcp }) => fcp) / median(floor, ({ fcp }) => fcp), 1.25],
    ['LCP, × del FCP', median(landing, ({ lcp, fcp }) => lcp / fcp), 1],
    ['LCP, × del piso', median(landing, ({ lcp }) => lcp) / median(floor, ({ lcp }) => lcp), 1.35],
    ['Speed Index, × del FCP', median(landing, ({ speedIndex }) => speedIndex), 1.1],
    ['clic → diálogo, × del piso', median(landing, ({ click }) => click) / median(floor, ({ click }) => click), 2],
  ];
}

function compare([floor, landing]: Report[], read: (one: Report) => number): number {
  return floor && landing ? read(landing) / read(floor) : Number.NaN;
}

function promiseFrames(reports: Report[]): Promised[] {
  return [
    ['FCP, × del piso', compare(reports, ({ fcp }) => fcp), 1.2],
    ['LCP, × del piso', compare(reports, ({ lcp }) => lcp), 1.35],
  ];
}

function promiseSimulated(reports: Report[]): Promised[] {
  return [
    ...promiseFrames(reports),
    ['Speed Index, × del piso', compare(reports, ({ speedIndex }) => speedIndex), 1.2],
  ];
}

function promiseCounted(reports: Report[]): Promised[] {
  const [, landing] = reports;
  return [
    ...promiseFrames(reports),
    ['CLS', landing?.cls ?? Number.NaN, 0.001],
    ['pedidos que bloquean', landing?.blocking.length ?? Number.NaN, 0],
    // The initial congestion window fits 14,000 bytes; the remainder is the editors' reserve.
    ['HTML con su CSS, kB', statSync(join('dist', 'client', 'index.html.br')).size / 1000, 13],
  ];
}

const isHeld = ([, figure, limit]: Promised) => figure <= limit;

/** Returns whether all that is judged is held. */
function tell(title: string, promises: Promised[], judges = true): boolean {
  console.log(`\n${title}${judges ? '' : ' (sin juzgar: depende de la máquina y de lo demás que haga)'}`);
  for (const promise of promises) {
    const [text, figure, limit] = promise;
    console.log(`${isHeld(promise) ? '✓' : judges ? '✗' : '·'} ${text}: ${figure.toFixed(2)} (hasta ${limit})`);
  }
  return !judges || promises.every(isHeld);
}

function print(pages: Page[], visits: Visit[][]): LandingRow[] {
  const rows: [label: string, read: (one: Visit) => number, digits: number][] = [
    ['pedidos', ({ requests }) => requests, 0],
    ['bytes', ({ bytes }) => sum(bytes), 0],
    ['  HTML', ({ bytes }) => bytes.Document ?? 0, 0],
    ['  letra', ({ bytes }) => bytes.Font ?? 0, 0],
    ['  script', ({ bytes }) => bytes.Script ?? 0, 0],
    ['FCP, ms', ({ fcp }) => fcp, 0],
    ['LCP, ms', ({ lcp }) => lcp, 0],
    ['Speed Index, × del FCP', ({ speedIndex }) => speedIndex, 2],
    ['TBT, ms', ({ tbt }) => tbt, 0],
    ['CLS', ({ cls }) => cls, 4],
    ['clic → diálogo, ms', ({ click }) => click, 0],
  ];
  console.log(
    `\nLanding, ${RUNS} visitas en frío a cada una: ${NETWORK.latency} ms, 1,6 Mbit/s, CPU ÷${CPU_SLOWDOWN}; medianas, y × del piso`,
  );
  console.log(`${''.padEnd(24)}${pages.map(({ name }) => name.padStart(22)).join('')}`);
  return rows.map(([label, read, digits]) => {
    const medians = visits.map((list) => takeMedian(list.map(read)));
    const [base = 0] = medians;
    const cells = medians.map((value, index) => {
      const ratio = index > 0 && base > 0 ? `${(value / base).toFixed(2)} ×` : '';
      return `${value.toFixed(digits)}${ratio.padStart(10)}`.padStart(22);
    });
    console.log(`${label.padEnd(24)}${cells.join('')}`);
    const [piso = Number.NaN, landing = Number.NaN] = medians;
    return { medida: label.trim(), piso, landing };
  });
}
