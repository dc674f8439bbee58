import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
  type Route,
} from 'playwright';
import type { Person } from './accounts.ts';
import { findBrowser } from './find-browser.ts';
import type { TestServer } from './server.ts';
import { WAIT_TIMEOUT_MS } from './timeouts.ts';
import { within } from './within.ts';

/** Chromium without telemetry; as root it needs --no-sandbox. `notifies`: one that can show notifications. */
export function launchBrowser(
  extraArgs: readonly string[] = [],
  { backForwardCache = false, notifies = false } = {},
): Promise<Browser> {
  const whole = backForwardCache || notifies;
  const executablePath = findBrowser({ whole });
  // Playwright's own headless shell needs no path.
  const isOwn = executablePath === chromium.executablePath() && !whole;
  return chromium.launch({
    // Playwright disables this cache by default.
    ...(backForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    ...(executablePath && !isOwn && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...extraArgs,
    ],
  });
}

/** A fresh browser profile, signed in as `person` if given. */
export async function newContext(
  browser: Browser,
  server: TestServer,
  { person, ...options }: BrowserContextOptions & { person?: Person } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'es-AR', ...options });
  context.setDefaultTimeout(WAIT_TIMEOUT_MS);
  if (process.env.SLOW_PAGES) slowDown(context, JSON.parse(`[${process.env.SLOW_PAGES}]`));
  if (person) await signIn(context, server.url, person);
  return context;
}

/** Finds tests that count on an order: `SLOW_PAGES=8,300` slows every page's scripts 8 × and its answers by 300 ms. */
function slowDown(context: BrowserContext, [rate = 1, latency = 0]: number[]): void {
  const sessions: CDPSession[] = [];
  // The page was closed meanwhile, or the browser is another one.
  const ignore = () => {};
  const setNetwork = (session: CDPSession, offline: boolean) =>
    session
      .send('Network.emulateNetworkConditions', { offline, latency, downloadThroughput: -1, uploadThroughput: -1 })
      .catch(ignore);
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page).catch(ignore);
    if (!session) return;
    sessions.push(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate }).catch(ignore);
    if (latency > 0) await setNetwork(session, false);
  });
  if (latency === 0) return;
  const setOffline = context.setOffline.bind(context);
  // What these sessions say of the network outweighs what Playwright says.
  context.setOffline = async (offline) => {
    await Promise.all(sessions.map((session) => setNetwork(session, offline)));
    await setOffline(offline);
  };
}

/** Signs a browser profile in at `url`. */
export async function signIn(context: BrowserContext, url: string, { cookie }: Person): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

/**
 * page.route that is active once this resolves. On an open page Chromium confirms too early, and a request right after
 * could still reach the server.
 */
export async function intercept(page: Page, ...routing: Parameters<Page['route']>): Promise<void> {
  await page.route(...routing);
  if (page.url() === 'about:blank') return;
  const probe = '/favicon.svg?probe';
  let isInForce = false;
  const arrive = (route: Route) => {
    isInForce = true;
    return route.fulfill();
  };
  await page.route(`**${probe}`, arrive);
  const probing = async () => {
    while (!isInForce) await page.evaluate((path) => fetch(path, { cache: 'no-store' }), probe);
  };
  await within(probing(), () => `the browser to intercept ${routing[0]}`);
  await page.unroute(`**${probe}`, arrive);
}

/** Collects console errors (including CSP violations) and uncaught exceptions. */
export function watchConsoleErrors(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser reports, too, that the server refuses what was typed into a lead.
    const isRefusal = /422/.test(message.text()) && /\/api\/leads\/\d+$/.test(message.location().url);
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** By how many CSS pixels the page overflows its viewport. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * All axe violations on the page (WCAG 2.2 AA and best practices), plus those of contrast in the dark theme, one line
 * each.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // Evaluated, because the page's CSP would block an added script.
  await page.evaluate(axeSource);
  const light = await runAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await runAxe(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: null });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  const { violations } = await page.evaluate((only) => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    return axe.run({ resultTypes: ['violations'], preload: false, ...(only && { runOnly: only }) });
  }, rules);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 5)
        .join(' | ')}`,
  );
}
