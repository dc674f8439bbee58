import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { newContext, watchComplaints } from './browser';
import type { TestServer } from './server';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1440, height: 900 };

export type Visit = {
  page: Page;
  /** What the page has complained about so far. */
  complaints: string[];
  /** The URLs that it has asked for, by resource type. */
  requests: { type: string; url: string }[];
};

/** The landing in a fresh profile, without motion: tests look at where things end, not at how they get there. */
export async function visitLanding(
  browser: Browser,
  server: TestServer,
  options: BrowserContextOptions & { before?: (page: Page) => Promise<unknown>; path?: string } = {},
): Promise<Visit> {
  const { before, path = '/', ...contextOptions } = options;
  const context = await newContext(browser, server, { reducedMotion: 'reduce', ...contextOptions });
  const page = await context.newPage();
  const complaints = watchComplaints(page);
  const requests: Visit['requests'] = [];
  page.on('request', (request) => requests.push({ type: request.resourceType(), url: request.url() }));
  await before?.(page);
  await page.goto(path);
  return { page, complaints, requests };
}

/** Distance in CSS pixels from the top of the window. */
export function topOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));
}
