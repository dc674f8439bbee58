import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Person } from './accounts.ts';
import { intercept, newContext } from './browser.ts';
import { waitForIslands } from './hydrated.ts';
import { type ServerOptions, startServer, type TestServer } from './server.ts';
import { hideLeftovers, sharedBrowser, sharedServer } from './shared.ts';

/** Set by `openStage` for the file's tests: the built server and a browser. */
export const server = {} as TestServer;
export let browser: Browser;

/**
 * Prepares both before the file's tests: the worker's shared server, or with `prepare` one of the file's own with these
 * options, stopped afterwards. Pages are closed after each test.
 */
export function openStage(prepare?: () => ServerOptions): void {
  beforeAll(async () => {
    // The module outlives its file, and with it what another server had.
    for (const key of Object.keys(server)) Reflect.deleteProperty(server, key);
    Object.assign(server, prepare ? await startServer(prepare()) : await sharedServer());
    if (!prepare) hideLeftovers(server);
    browser = await sharedBrowser();
  });
  // Open pages would slow down later tests. After a failure their content is printed.
  afterEach(async ({ task }) => {
    for (const context of browser.contexts()) {
      for (const page of context.pages()) {
        if (task.result?.state === 'fail') await describePage(page, task.name);
        // An answer that a test holds may come after it.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      await context.close();
    }
  });
  if (prepare) afterAll(() => server.stop());
}

const MAX_PAGE_TEXT = 1500;

async function describePage(page: Page, test: string): Promise<void> {
  const shown = await page
    .evaluate(() => `focus on ${document.activeElement?.outerHTML.slice(0, 200)}\n${document.body.innerText}`)
    .catch(String);
  process.stderr.write(`\n${test}: ${page.url()}\n${shown.slice(0, MAX_PAGE_TEXT)}\n`);
}

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1440, height: 900 };

/** Options of a browser profile: `person` is signed in, `site` is a server other than the stage's. */
type Visit = BrowserContextOptions & { person?: Person; site?: TestServer };

/** An empty page in a fresh profile. */
export async function openPage({ site = server, ...options }: Visit = {}): Promise<Page> {
  return (await newContext(browser, site, options)).newPage();
}

/** A page of the CRM, signed in and hydrated. */
export async function openCrm(person: Person, path = '/panel', options: Visit = {}): Promise<Page> {
  const page = await openPage({ person, ...options });
  await page.goto(path);
  await waitForIslands(page);
  return page;
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens 'Más acciones' and returns the menu once visible. */
export async function openActions(page: Page): Promise<Locator> {
  const opener = button(page, 'Más acciones');
  const menu = opener.locator('xpath=following-sibling::*[@popover]');
  await opener.click();
  await menu.getByRole('link', { name: 'Papelera' }).waitFor();
  return menu;
}

/** Resolves when a toast shows this text. */
export const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** Resolves when the page's path and query are `path`. */
export const atPath = (page: Page, path: string) =>
  page.waitForURL((url) => url.pathname + url.search === path, { waitUntil: 'load' });

/** Comes back to the page from elsewhere, until it shows what changed meanwhile. */
export const comeBack = (page: Page, shown: () => Promise<unknown>) =>
  expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return shown();
    })
    .toBe(true);

/** Holds the page's requests to these addresses until the returned function is called. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
