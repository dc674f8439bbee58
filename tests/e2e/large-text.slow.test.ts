import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { launchBrowser, measureOverflow, newContext } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { waitForIslands } from '../support/hydrated';
import { visitLanding, WHOLE } from '../support/landing';
import { newWord } from '../support/new-word';
import { makeLead, nameOf } from '../support/panel';
import { browser, openStage, PHONE, server } from '../support/stage';

let large: Browser;

openStage(() => ({}));
beforeAll(async () => {
  large = await launchBrowser(['--blink-settings=defaultFontSize=32']);
});
afterAll(() => large.close());

/** Words broken across lines, and texts that overlap. */
function readFaults(): string[] {
  const LONGEST = 10;
  const MOST = 4;
  const faults: string[] = [];
  const boxes: { text: string; element: Element; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(
    document.querySelector('dialog[open]') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const range = document.createRange();
  const isForScreenReaders = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isForScreenReaders(element.parentElement));
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const element = node.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('.sr, .skip, .trap, script, style, noscript, select, svg, header')) continue;
    if (isForScreenReaders(element)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...others] = range.getClientRects();
      // In a paragraph very long words may be hyphenated.
      const isLong = word.replace(/[^\p{L}]/gu, '').length > LONGEST;
      if (isLong && !element.closest('h1, h2, h3')) continue;
      if (first && others.some(({ top }) => top > first.top + first.height / 2)) faults.push(`broken: ${word}`);
    }
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1) boxes.push({ text: node.data.trim(), element, box });
  }
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (one.element === other.element) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Display type has a line height below its box height.
      const slack = MOST + 0.2 * Math.max(one.box.height, other.box.height);
      if (across > MOST && down > slack) faults.push(`over each other: ${one.text} | ${other.text}`);
    }
  return [...new Set(faults)];
}

test('with text at 200 %, by setting or by root font, no word of the landing is broken, no text lies over another, and chips are 44 px high', async () => {
  // Media queries see the browser setting only, so a large root font is also tested at each wide width.
  const ways = [
    ['setting', large, [360, 390, 768, 1024, 1440]],
    ['root font', browser, [360, 390, 768, 1024, 1280, 1440, 1920]],
  ] as const;
  for (const [how, reader, widths] of ways) {
    const { page } = await visitLanding({ reader, path: WHOLE, hasTouch: true, bypassCSP: true });
    if (reader === browser) await page.addStyleTag({ content: 'html { font-size: 212.5% }' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${how}, ${width} px`;
      expect(await measureOverflow(page), where).toBeLessThanOrEqual(0);
      expect(await page.evaluate(readFaults), where).toEqual([]);
      // On a phone it requires its own width in the window's rem, and stands above the hero.
      if (width < 1024) continue;
      const [bar, hour] = await Promise.all(['.bar', '.hero .hour'].map((part) => page.locator(part).boundingBox()));
      expect(hour?.y, where).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const covered = await page.locator('.agenda li').evaluateAll((tasks) =>
      tasks
        .filter((task) => {
          const { top, right, width, height } = getComputedStyle(task, '::before');
          const own = task.getBoundingClientRect();
          const left = own.right - Number.parseFloat(right) - Number.parseFloat(width);
          const bottom = own.top + Number.parseFloat(top) + Number.parseFloat(height);
          const title = document.createRange();
          title.selectNodeContents(task.querySelector('h3') as Element);
          return [...title.getClientRects()].some((line) => line.right > left && line.top + 0.2 * line.height < bottom);
        })
        .map(({ textContent }) => textContent),
    );
    expect(covered, `${how}, headings under their drawing`).toEqual([]);
    await page.setViewportSize(PHONE);
    const chips = page.locator('.tries label, .pricing label');
    const heights = await chips.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().height));
    expect(Math.min(...heights.filter(Boolean)), how).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'Quiero el Agente de IA' }).click();
    await page.getByRole('dialog', { name: 'Contactanos' }).waitFor();
    expect(await page.evaluate(readFaults), `${how}, dialog`).toEqual([]);
    await page.context().close();
  }
});

test('with text at 200 % nothing of the CRM is out of the window, and no text of the list lies over another', async () => {
  const admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
  const company = makeCompany(server, { name: 'Inmobiliaria Costanera del Litoral' });
  makeAgents(server, company, 2);
  const nombre = `María Fernanda de los Ángeles ${newWord()}`;
  await makeLead(server, admin, {
    nombre,
    email: 'maria.fernanda.de.los.angeles@inmobiliaria-costanera.example.com',
    whatsapp: '+5491155554444',
    pais: 'Argentina',
  });
  const context = await newContext(large, server, {
    person: admin,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const tooWide: string[] = [];
  for (const path of [
    '/panel/papelera',
    '/panel/importar',
    '/users?vista=inmobiliarias',
    '/users?vista=equipo',
    '/users?vista=registro',
    '/users/destinos',
    `/users/company/${company}`,
    '/cuenta',
    '/cuenta/cambiar-contrasena',
    '/panel',
  ]) {
    await page.goto(path);
    await waitForIslands(page);
    if ((await measureOverflow(page)) > 0) tooWide.push(path);
  }
  expect(tooWide).toEqual([]);
  expect(await page.evaluate(readFaults)).toEqual([]);

  await nameOf(page, nombre).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await dialog.getByRole('button', { name: 'Guardar nota' }).scrollIntoViewIfNeeded();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await context.close();

  // Media queries see the browser setting only, so a large root font is also tested at wide widths.
  const wide = await newContext(browser, server, { person: admin, bypassCSP: true });
  const panel = await wide.newPage();
  await panel.goto('/panel');
  await waitForIslands(panel);
  await panel.addStyleTag({ content: 'html { font-size: 200% }' });
  for (const width of [768, 1024, 1440]) {
    await panel.setViewportSize({ width, height: 900 });
    expect(await measureOverflow(panel), `${width} px`).toBeLessThanOrEqual(0);
    expect(await panel.evaluate(readFaults), `${width} px`).toEqual([]);
  }
  await nameOf(panel, nombre).click();
  await panel.getByRole('dialog', { name: nombre }).waitFor();
  await expect.poll(() => measureOverflow(panel)).toBeLessThanOrEqual(0);
  await wide.close();
});
