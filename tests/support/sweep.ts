import type { BrowserContext, Page } from 'playwright';
import type { Person } from './accounts';
import { findAxeViolations, measureOverflow, newContext, watchConsoleErrors } from './browser';
import { waitForIslands } from './hydrated';
import { browser, DESKTOP, PHONE, server } from './stage';
import { TEST_TIMEOUT_MS } from './timeouts';

export type Screen = {
  path: string;
  who?: Person;
  /** Opens the layer, or makes the mistake, to be examined. */
  reach?: (page: Page, isPhone: boolean) => Promise<unknown>;
  /** How many browser complaints are expected on the way. */
  complaints?: number;
};

export const SIZES = {
  'on a phone': { viewport: PHONE, hasTouch: true, isMobile: true },
  'at a desk': { viewport: DESKTOP },
} as const;

/** Many screens in sequence. */
export const SWEEP_TIMEOUT_MS = 4 * TEST_TIMEOUT_MS;

/**
 * Visits all screens at one size, checking contrast in both themes. Returns axe violations, overflows, links too low for
 * a thumb, and browser complaints.
 */
export async function sweep(size: keyof typeof SIZES, screens: Record<string, Screen>): Promise<string[]> {
  const faults: string[] = [];
  const contexts = new Map<Person | undefined, BrowserContext>();
  for (const [name, { path, who, reach, complaints: expected = 0 }] of Object.entries(screens)) {
    const note = (fault: string) => faults.push(`${name}, ${size}: ${fault}`);
    const context =
      contexts.get(who) ??
      (await newContext(browser, server, {
        ...SIZES[size],
        reducedMotion: 'reduce',
        ...(who && { person: who }),
      }));
    contexts.set(who, context);
    const page = await context.newPage();
    const complaints = watchConsoleErrors(page);
    try {
      await page.goto(path);
      await waitForIslands(page);
      await reach?.(page, size === 'on a phone');
      for (const violation of await findAxeViolations(page)) note(violation);
      const overflow = await measureOverflow(page);
      if (overflow > 0) note(`${overflow} px wider than its window`);
      for (const layer of await findWideLayers(page)) note(layer);
      if (size === 'on a phone')
        for (const link of await page.locator('.text-link').filter({ visible: true }).all())
          if (((await link.boundingBox())?.height ?? 0) < 44)
            note(`a link of less than 44 px: ${await link.innerText()}`);
      if (complaints.length !== expected) note(`complaints: ${complaints.join(' | ')}`);
    } catch (error) {
      note(`is not reached: ${error}`);
    }
    await page.close();
  }
  for (const context of contexts.values()) await context.close();
  return faults;
}

/** Dialogs and popovers that extend beyond the viewport's sides, or overflow: neither widens the page itself. */
function findWideLayers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog], [role=alertdialog], [popover]')].flatMap((layer) => {
      if (!layer.checkVisibility()) return [];
      const { left, right } = layer.getBoundingClientRect();
      const beyond = Math.max(-left, right - window.innerWidth, layer.scrollWidth - layer.clientWidth);
      return beyond >= 1 ? `${Math.round(beyond)} px of the layer out of sight: ${layer.textContent.slice(0, 40)}` : [];
    }),
  );
}
