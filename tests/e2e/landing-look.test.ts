import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { intercept } from '../support/browser';
import { topOf, visitLanding } from '../support/landing';
import { DESKTOP, openStage, PHONE } from '../support/stage';

openStage();

const SIZES = [PHONE, { width: 768, height: 1024 }, DESKTOP, { width: 1920, height: 1080 }];

const WIDTHS = Array.from({ length: 161 }, (_, step) => 320 + step * 10);

/**
 * The line on which each word of the headline stands at each width, two for a word that was broken, and the headline's
 * height. The page is in a frame that is made that wide, so that no width has to be painted.
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
    await inner.fonts.ready;
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

/** A jump that came while the page still glides would be taken back by it. */
function standStill(page: Page) {
  return page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const before = scrollY;
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(scrollY === before)));
      }),
  );
}

describe('anchors land 80 px below the top', () => {
  test.each(SIZES)('at $width px, from the top, from the bottom and by keyboard', async (viewport) => {
    const { page } = await visitLanding({ viewport, reducedMotion: 'no-preference' });
    // Drawn there: the browser drops a jump asked for in the same frame as a script's own scrolling.
    const goToBottom = () =>
      page.evaluate(() => {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
    const follow = async (anchor: string, act: (link: ReturnType<Page['locator']>) => Promise<unknown>) => {
      await act(page.locator(`.foot a[href="${anchor}"]`));
      await expect
        .poll(() => topOf(page, anchor).then((top) => Math.abs(top - 80)), { message: anchor })
        .toBeLessThanOrEqual(2);
      await standStill(page);
    };
    for (const anchor of ['#pricing', '#solutions', '#capabilities']) {
      await follow(anchor, (link) => link.evaluate((element: HTMLElement) => element.click()));
      await goToBottom();
      await follow(anchor, (link) => link.evaluate((element: HTMLElement) => element.click()));
      await goToBottom();
      await follow(anchor, async (link) => {
        await link.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }));
        await page.keyboard.press('Enter');
      });
    }
  });

  test.each(SIZES)('at $width px, when the page is opened there', async (viewport) => {
    const { page } = await visitLanding({ viewport, path: '/#academy' });
    await expect.poll(() => topOf(page, '#academy').then((top) => Math.abs(top - 80))).toBeLessThanOrEqual(2);
  });

  test.each(SIZES)('at $width px, what the browser finds in the page comes into sight', async (viewport) => {
    const { page } = await visitLanding({ viewport });
    const found = await page.evaluate(() => {
      const { find } = window as unknown as { find: (text: string) => boolean };
      return find('Conexión con tu Drive');
    });
    expect(found).toBe(true);
    const place = () =>
      page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().top ?? Number.NaN);
    await expect.poll(place).toBeGreaterThan(64);
    expect(await place()).toBeLessThan(viewport.height);
  });
});

test('the headline breaks no word at any width, and the same lines before and after its face comes', async () => {
  const branded = await readHeadlines();
  const plain = await readHeadlines((page) => intercept(page, '**/*.woff2', (route) => route.abort()));
  expect(branded.filter(({ lines }) => lines.some((line) => line.length > 1))).toEqual([]);
  expect(plain).toEqual(branded);
});

describe('the first screen', () => {
  test('stands as it will stay, until somebody touches it', async () => {
    const { page } = await visitLanding({ viewport: PHONE, reducedMotion: 'no-preference' });
    const moving = () =>
      page.evaluate(
        () => document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline).length,
      );
    expect(await moving()).toBe(0);
    await page.locator('.tries').getByText('¿Aceptan mascotas?').click();
    expect(await moving()).toBeGreaterThan(0);
  });

  test.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('answers what the visitor asks, in the place of what was said, %s', async (_name, javaScriptEnabled) => {
    for (const viewport of SIZES) {
      const { page } = await visitLanding({ javaScriptEnabled, viewport });
      const conversation = page.locator('.arch');
      const before = await conversation.boundingBox();
      await conversation.getByText('Visita agendada · jueves 18:30').waitFor();
      for (const [question, answer] of [
        ['¿Aceptan mascotas?', 'En el de Villa Morra sí'],
        ['¿Puedo verlo el sábado?', 'Le aviso a Martín'],
        ['¿Cuánto hay que dejar?', 'Un mes de garantía'],
      ] as const) {
        await page.getByRole('radio', { name: question }).check();
        await conversation.getByText(answer).waitFor();
        expect(await conversation.getByText(answer).count()).toBe(1);
        expect(await conversation.getByText('Visita agendada · jueves 18:30').isVisible()).toBe(false);
        expect((await conversation.boundingBox())?.height, `${viewport.width} px: ${question}`).toBe(
          before?.height,
        );
      }
    }
  });
});

test('the clock in the bar shows the hour of the section that is read', async () => {
  const { page } = await visitLanding({ viewport: DESKTOP, reducedMotion: 'no-preference' });
  const minutes = () =>
    page
      .locator('.clock')
      .evaluate((clock) => Number(getComputedStyle(clock).getPropertyValue('--now')) % 1440);
  expect(await minutes()).toBe(23 * 60 + 47);
  await page.getByRole('navigation').getByRole('link', { name: 'Precios' }).click();
  await expect.poll(minutes).toBe(10 * 60 + 15);
  await standStill(page);
  await page.keyboard.press('End');
  await expect.poll(minutes).toBe(23 * 60 + 46);
});

test.each([PHONE, DESKTOP])('the form can be sent without scrolling at $width×$height', async (viewport) => {
  const { page } = await visitLanding({ viewport });
  await page.getByRole('button', { name: 'Quiero mi agente inmobiliario IA' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contactanos' });
  const frame = await dialog.boundingBox();
  const button = await dialog.getByRole('button', { name: 'Enviar consulta' }).boundingBox();
  expect(frame && button && button.y + button.height <= frame.y + frame.height).toBe(true);
});
