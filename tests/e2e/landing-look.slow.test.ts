import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { convert } from '~/content/figures';
import { loadContent } from '~/content/load';
import { intercept } from '../support/browser';
import { goTo, SIZES, standStill, topOf, visitLanding, WHOLE } from '../support/landing';
import { DESKTOP, openStage, PHONE } from '../support/stage';

openStage();

const { site } = loadContent();

const WIDTHS = Array.from({ length: 161 }, (_, step) => 320 + step * 10);

/**
 * The line of each word of the headline at each width, two for a broken word, and the headline's height. An iframe
 * takes the width, so that none has to be painted.
 */
async function readHeadlines(before?: (page: Page) => Promise<unknown>) {
  const { page } = await visitLanding({ path: '/robots.txt', ...(before && { before }) });
  await intercept(page, '**/', async (route) => {
    const answer = await route.fetch();
    const headers = { ...answer.headers(), 'content-security-policy': '' };
    await route.fulfill({ response: answer, headers });
  });
  return page.evaluate(async (widths) => {
    const frame = document.createElement('iframe');
    frame.src = '/';
    document.body.append(frame);
    await new Promise((resolve) => {
      frame.onload = resolve;
    });
    const inner = frame.contentDocument as Document;
    while (!inner.querySelector('.painted')) await new Promise(requestAnimationFrame);
    await inner.fonts.load('700 1em Zaguan').catch(() => []);
    const title = inner.querySelector('h1') as HTMLElement;
    const text = title.firstChild as Text;
    return widths.map((width) => {
      frame.style.width = `${width}px`;
      const lines = [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = inner.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return [...new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))];
      });
      const tops = [...new Set(lines.flat())].sort((one, other) => one - other);
      return {
        width,
        lines: lines.map((of) => of.map((top) => tops.indexOf(top))),
        height: Math.round(title.getBoundingClientRect().height),
      };
    });
  }, WIDTHS);
}

test('the headline breaks no word at any width, and the same lines before and after its face comes', async () => {
  const branded = await readHeadlines();
  const plain = await readHeadlines((page) => intercept(page, '**/*.woff2', (route) => route.abort()));
  expect(branded.filter(({ lines }) => lines.some((line) => line.length > 1))).toEqual([]);
  expect(plain).toEqual(branded);
});

/**
 * When each animation of the hero ends, in seconds after first display; read from styles, so independent of when it is
 * called.
 */
const readEnds = (page: Page) =>
  page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map(Number.parseFloat));
    return [...document.querySelectorAll('.hero, .hero *')]
      .flatMap((element) => [undefined, '::before', '::after'].map((part) => getComputedStyle(element, part)))
      .filter(({ animationName }) => animationName !== 'none')
      .map(
        (style) =>
          seconds(style.animationDelay) + seconds(style.animationDuration) * Number(style.animationIterationCount),
      );
  });

test('on a phone the first screen shows what matters; the conversation plays once where motion is welcome, and moves nothing else', async () => {
  const { page } = await visitLanding({ viewport: PHONE, reducedMotion: 'no-preference' });
  const bottom = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bottom('.hero .row'), 'headline and both buttons').toBeLessThan(PHONE.height);
  expect(await topOf(page, '.arch > .chat li:first-child'), 'the conversation').toBeLessThan(PHONE.height);

  const states = () =>
    page.evaluate(() => [
      ...new Set(
        document
          .getAnimations()
          .filter(({ timeline, effect }) => {
            const of = effect instanceof KeyframeEffect ? effect.target : null;
            return timeline instanceof DocumentTimeline && of?.closest('.arch') && !of.closest('.chat > :nth-child(2)');
          })
          .map(({ playState }) => playState),
      ),
    ]);
  expect(await states(), 'nobody sees more than its first answer yet').toEqual(['paused']);
  await page.locator('.homes').scrollIntoViewIfNeeded();
  await expect.poll(states, { message: 'it begins when it is seen' }).not.toContain('paused');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));

  const ends = await readEnds(page);
  expect(ends.length).toBeGreaterThan(5);
  expect(Math.max(...ends)).toBeGreaterThan(3);
  expect(Math.max(...ends)).toBeLessThan(4.5);
  // Animated elements have their final size, and what follows its final place.
  const places = () =>
    page.locator('.hero *').evaluateAll((elements) => ({
      sizes: elements.map(({ clientWidth, clientHeight }) => `${clientWidth} × ${clientHeight}`),
      below: document.querySelector('.tries')?.getBoundingClientRect().top,
    }));
  const playing = await places();
  const running = () =>
    page.evaluate(() => document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline).length);
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.timeline instanceof DocumentTimeline) animation.finish();
  });
  expect(await running()).toBe(0);
  expect(await places()).toEqual(playing);
  // What plays may be over before it is looked for.
  const plays = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('animationstart', ({ target }) => {
          if (target instanceof Element && target.closest('.arch')) resolve(true);
        }),
      ),
  );
  await page.locator('.tries').getByText('¿Aceptan mascotas?').click();
  expect(await plays).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await readEnds(page)).toEqual([]);
});

test('the visit is booked in a laptop’s first screen and one swipe down on a phone, from cards that share their lines, inside the arch', async () => {
  const { page: still } = await visitLanding({ javaScriptEnabled: false, reducedMotion: 'no-preference' });
  const opacity = still.locator('.booked:visible').evaluate((line) => getComputedStyle(line).opacity);
  expect(await opacity, 'without a script the end is there').toBe('1');

  const { page } = await visitLanding({ isMobile: true, hasTouch: true });
  const booked = page.locator('.booked:visible');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await topOf(page, '.arch > .chat .out'), 'that somebody types is in sight').toBeLessThan(844 - 30);
  for (const [width, height, within] of [
    [390, 844, 1.6 * 844],
    [1366, 650, 650],
    [1440, 900, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { y, height: own } = (await booked.boundingBox()) ?? { y: Number.NaN, height: 0 };
    expect(y + own, `${width} × ${height}`).toBeLessThan(within);
  }
  for (const viewport of [{ width: 390, height: 844 }, { width: 1366, height: 650 }, ...SIZES]) {
    await page.setViewportSize(viewport);
    const { lines, outside } = await page.locator('.arch').evaluate((arch) => {
      const [one = [], other = []] = [...arch.querySelectorAll('.homes div')].map((home) =>
        [...home.querySelectorAll('b, span')].map((text) => text.getBoundingClientRect().top),
      );
      const box = arch.getBoundingClientRect();
      const bubble = (arch.querySelector('.chat li') as Element).getBoundingClientRect();
      const style = getComputedStyle(arch);
      const round = Math.min(Number.parseFloat(style.borderTopLeftRadius), box.width / 2);
      const corner = Number.parseFloat(getComputedStyle(arch.querySelector('.chat li') as Element).borderTopLeftRadius);
      const across = box.left + round - bubble.left - corner;
      const down = box.top + round - bubble.top - corner;
      return {
        lines: one.map((top, index) => top - (other[index] ?? Number.NaN)),
        outside: down > 0 && across > 0 ? Math.hypot(across, down) + corner - round : 0,
      };
    });
    expect(lines, `${viewport.width} px`).toEqual([0, 0, 0]);
    expect(outside, `the first bubble lies over the arch’s ring at ${viewport.width} px`).toBeLessThanOrEqual(0);
  }
});

test('the open dialog leaves no light strip where the page’s scroll bar was', async () => {
  const { page } = await visitLanding({ viewport: DESKTOP });
  const gutter = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const [shown, behind] = await Promise.all([
    gutter(),
    page.locator('.hero').evaluate((hero) => getComputedStyle(hero).backgroundColor),
  ]);
  await page.getByRole('button', { name: 'Quiero mi agente inmobiliario IA' }).click();
  await expect.poll(gutter).toBe(behind);
  await page.keyboard.press('Escape');
  await expect.poll(gutter).toBe(shown);
});

test('at every size, anchors land 80 px below the top, from wherever, and what the browser finds comes into sight', async () => {
  const { page } = await visitLanding({ path: '/robots.txt' });
  // Requested after a frame: the browser drops a jump in the same frame as a script's scrolling.
  const jumpTo = (end: 'top' | 'bottom') =>
    page.evaluate((to) => {
      scrollTo({ top: to === 'top' ? 0 : document.documentElement.scrollHeight, behavior: 'instant' });
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, end);
  const distance = (anchor: string) => topOf(page, anchor).then((top) => Math.abs(top - 80));
  for (const viewport of SIZES) {
    const size = `${viewport.width} px`;
    await page.setViewportSize(viewport);
    await page.goto('/robots.txt');
    await goTo(page, '/#academy');
    await expect.poll(() => distance('#academy'), { message: `${size}, opened there` }).toBeLessThanOrEqual(2);

    const follow = async (anchor: string, from: 'top' | 'bottom', key?: string) => {
      const link = page.locator(`.foot a[href="${anchor}"]`);
      await jumpTo(from);
      await link.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }));
      if (key) await page.keyboard.press(key);
      else await link.evaluate((element: HTMLElement) => element.click());
      const message = `${size}, ${anchor} from the ${from}, by ${key ?? 'click'}`;
      await expect.poll(() => distance(anchor), { message }).toBeLessThanOrEqual(2);
    };
    // Smooth scrolling, first over sections not laid out yet.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await goTo(page, '/');
    await follow('#pricing', 'top');
    await standStill(page);
    await follow('#capabilities', 'bottom');
    await standStill(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const anchor of ['#pricing', '#solutions', '#capabilities']) {
      await follow(anchor, 'top');
      await follow(anchor, 'bottom', 'Enter');
    }

    await goTo(page, '/');
    const found = await page.evaluate(() => {
      const { find } = window as unknown as { find: (text: string) => boolean };
      return find('Conexión con tu Drive');
    });
    expect(found, size).toBe(true);
    const isInSight = () =>
      page.evaluate(() => {
        const { top } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? { top: Number.NaN };
        return top > 64 && top < innerHeight;
      });
    await expect.poll(isInSight, { message: `${size}, found` }).toBe(true);
  }
});

test.each([
  [360, 640],
  [390, 844],
  [768, 1024],
  [1366, 650],
  [1440, 900],
])(
  'at %d × %d every way to the prices ends at the recommended one and its button, and a choice changes it there',
  async (width, height) => {
    const { page } = await visitLanding({ viewport: { width, height }, reducedMotion: 'no-preference' });
    const recommended = page.getByRole('article', { name: 'Chat con IA', exact: true });
    const toggle = page.getByRole('radiogroup', { name: 'Facturación' });
    const currency = page.getByRole('combobox', { name: 'Ver también en' });
    const said = recommended.locator(':is(.price, .fx span):visible');
    const expectInSight = async (way: string) => {
      const bar = (await page.getByRole('banner').boundingBox())?.height ?? Number.NaN;
      for (const shown of [
        toggle,
        ...(site.cambio ? [currency] : []),
        said.first(),
        said.last(),
        recommended.getByRole('button'),
      ]) {
        const { x, y, ...box } = (await shown.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
        const place = `${way}: ${await shown.innerText()}, ${JSON.stringify({ x, y, ...box })}`;
        expect(x >= 0 && x + box.width <= width && y >= bar && y + box.height <= height, place).toBe(true);
      }
    };
    const menu = page.getByRole('button', { name: 'Menú' });
    const bar = page.getByRole('navigation', { name: 'Principal' });
    const ways: Record<string, () => Promise<unknown>> = {
      'the hero’s button': () => page.getByRole('button', { name: 'Ver planes y precios' }).click(),
      'the bar’s button': () => bar.getByRole('button', { name: 'Quiero mi agente IA' }).click(),
      'the bar’s link': async () => {
        if (await menu.isVisible()) await menu.click();
        await bar.getByRole('link', { name: 'Precios' }).click();
      },
    };
    for (const [way, follow] of Object.entries(ways)) {
      await goTo(page, '/');
      await follow();
      await expect.poll(() => topOf(page, '#pricing'), { message: way }).toBe(80);
      await expectInSight(way);
    }
    expect(await said.allInnerTexts()).toEqual(['USD 50 por mes\ncon pago anual']);
    await toggle.getByText('Mensual').click();
    const [code, rate] = Object.entries(site.cambio?.monedas ?? {}).at(-1) ?? [];
    if (code) await currency.selectOption(code);
    expect(await said.allInnerTexts()).toEqual([
      'USD 65 por mes\ncon pago mensual, mínimo 3 meses',
      ...(rate ? [`≈ ${code} ${convert(65, rate)}`] : []),
    ]);
    await expectInSight('after both choices');
  },
);

/** A4 at 96 pixels to an inch, without the margins that the page asks for. */
const PAPER = { width: 688, height: 1017 };

test('on paper the page has at most six sheets with all prices on one, no door cuts its words off, and what chooses is not printed', async () => {
  const { page } = await visitLanding({ path: WHOLE, viewport: PAPER });
  const printed = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(6);
  await page.emulateMedia({ media: 'print' });
  const prices = page.locator('.plans');
  expect(await prices.evaluate((list) => getComputedStyle(list).breakInside)).toBe('avoid');
  expect((await prices.boundingBox())?.height).toBeLessThan(PAPER.height);
  expect(await page.locator('.plans .price:visible').count(), 'prices of both billings').toBe(8);
  const cut = await page.locator('.doors h3, .leaf p').evaluateAll((texts) =>
    texts
      .filter((text) => {
        text.scrollIntoView({ block: 'center' });
        const { left, top } = text.getBoundingClientRect();
        // A closed door's handle covers all of it, but nothing outside its arch.
        return !text.closest('li')?.contains(document.elementFromPoint(left + 2, top + 8));
      })
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  for (const control of ['.pricing .head .billing', '.money', '.skip', '.bar'])
    expect(await page.locator(control).isVisible(), control).toBe(false);
});
