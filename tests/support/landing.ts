import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { newContext, watchConsoleErrors } from './browser';
import { validEnquiry } from './http';
import { browser, DESKTOP, PHONE, server } from './stage';

export type Visit = {
  page: Page;
  /** The page's errors so far. */
  complaints: string[];
  /** The requested URLs, by resource type. */
  requests: { type: string; url: string }[];
};

/** Viewports for the landing. */
export const SIZES = [PHONE, { width: 768, height: 1024 }, DESKTOP, { width: 1920, height: 1080 }];

/** An address that lays out every section of the landing, including those far from the viewport. */
export const WHOLE = '/#inicio';

/** Opens the landing in a fresh profile with reduced motion, because tests check final states, not animations. */
export async function visitLanding(
  options: BrowserContextOptions & {
    before?: (page: Page) => Promise<unknown>;
    path?: string;
    /** A browser other than the stage's. */
    reader?: Browser;
  } = {},
): Promise<Visit> {
  const { before, path = '/', reader = browser, ...contextOptions } = options;
  const context = await newContext(reader, server, { reducedMotion: 'reduce', ...contextOptions });
  const page = await context.newPage();
  const complaints = watchConsoleErrors(page);
  const requests: Visit['requests'] = [];
  page.on('request', (request) => requests.push({ type: request.resourceType(), url: request.url() }));
  await before?.(page);
  await goTo(page, path);
  return { page, complaints, requests };
}

/**
 * Opens a public page and waits for its display face, which is asked for after the first frame: below the first screen
 * it may need other lines than its stand-in.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    [...document.fonts].every(({ family, status }) => !/^"?Zaguan"?$/.test(family) || /^(loaded|error)$/.test(status)),
  );
}

/** Distance from the top of the viewport in CSS pixels. */
export function topOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));
}

/** Waits for smooth scrolling to end; it would override a jump made meanwhile. */
export function standStill(page: Page): Promise<unknown> {
  return page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const before = scrollY;
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(scrollY === before)));
      }),
  );
}

/** Resolves when the contact dialog's code has come. */
export async function waitForLiveDialog(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-island=contact]') ?? {}).some((key) => key.startsWith('__react')),
  );
}

/** Fills in the enquiry form in `place` with valid values, except for `values`. */
export async function fillEnquiry(place: Page | Locator, values: Partial<typeof validEnquiry> = {}): Promise<void> {
  const { pais, ...texts } = { ...validEnquiry, ...values };
  for (const [name, value] of Object.entries(texts)) await place.locator(`[name=${name}]`).fill(value);
  await place.locator('[name=pais]').selectOption(pais);
}
