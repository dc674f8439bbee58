import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { nombre } from '~/content/site.yaml';
import { makePerson } from '../support/accounts';
import { findAxeViolations, launchBrowser, measureOverflow } from '../support/browser';
import { withDatabase } from '../support/database';
import { fillEnquiry, topOf, visitLanding, WHOLE } from '../support/landing';
import { startServer } from '../support/server';
import { browser, DESKTOP, openPage, openStage, PHONE, server } from '../support/stage';

openStage();

const ANNUAL = { 'Agente Inicial': 5, 'Chatbot Clásico': 30, 'Chat con IA': 50, 'Agente de IA': 70 };
const MONTHLY = { 'Agente Inicial': 10, 'Chatbot Clásico': 40, 'Chat con IA': 65, 'Agente de IA': 90 };

/** What each card shows, as it is read aloud. */
async function readPrices(page: Page): Promise<Record<string, string>> {
  const prices: Record<string, string> = {};
  for (const plan of Object.keys(ANNUAL)) {
    const card = page.getByRole('article', { name: plan, exact: true });
    prices[plan] = (await card.locator('.price:visible').allInnerTexts()).join(' | ').replace(/\s+/g, ' ');
  }
  return prices;
}

const expected = (prices: Record<string, number>, terms: string) =>
  Object.fromEntries(Object.entries(prices).map(([plan, price]) => [plan, `USD ${price} por mes ${terms}`]));

test('the first frame waits for what follows the hero', async () => {
  const { page } = await visitLanding({});
  const comesAfter = await page.evaluate(() => {
    const link = document.querySelector<HTMLLinkElement>('head link[rel=expect][blocking=render]');
    const awaited = link && document.querySelector(new URL(link.href).hash);
    const hero = document.querySelector('#inicio');
    return Boolean(
      awaited && hero && hero.compareDocumentPosition(awaited) === Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });
  expect(comesAfter).toBe(true);
});

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_name, javaScriptEnabled) => {
  test('the billing toggle switches the price on every card', async () => {
    const { page } = await visitLanding({ javaScriptEnabled, path: '/#pricing' });
    const toggle = page.getByRole('radiogroup', { name: 'Facturación' });
    expect(await toggle.getByRole('radio', { name: 'Anual' }).isChecked()).toBe(true);
    expect(await readPrices(page)).toEqual(expected(ANNUAL, 'con pago anual'));
    await toggle.getByRole('radio', { name: 'Mensual' }).check();
    expect(await readPrices(page)).toEqual(expected(MONTHLY, 'con pago mensual, mínimo 3 meses'));
    if (javaScriptEnabled) {
      const status = page.locator('[data-island=billing] [role=status]');
      await expect.poll(() => status.innerText()).toContain('pago mensual');
    }
    await toggle.getByText('Anual').click();
    expect(await readPrices(page)).toEqual(expected(ANNUAL, 'con pago anual'));
  });

  test('the bar leads to each section, 80 px below the top', async () => {
    const { page } = await visitLanding({
      javaScriptEnabled,
      viewport: DESKTOP,
      reducedMotion: 'no-preference',
    });
    const bar = page.getByRole('navigation', { name: 'Principal' });
    for (const [role, name, anchor] of [
      ['link', 'Características', '#capabilities'],
      ['link', 'Precios', '#pricing'],
      ['link', 'Recursos', '#academy'],
      ['button', 'Quiero mi agente IA', '#pricing'],
    ] as const) {
      await bar.getByRole(role, { name, exact: true }).click();
      await expect.poll(() => topOf(page, anchor), { message: name }).toBe(80);
    }
    await page.getByRole('banner').getByRole('link', { name: nombre }).click();
    await expect.poll(() => topOf(page, 'main')).toBe(0);
    await page.getByRole('button', { name: 'Ver planes y precios' }).click();
    await expect.poll(() => topOf(page, '#pricing')).toBe(80);
  });

  test('the menu works on a phone, and anchors clear the bar', async () => {
    const { page } = await visitLanding({ javaScriptEnabled, viewport: PHONE });
    const academy = page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: 'Recursos' });
    expect(await academy.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menú' }).click();
    await academy.click();
    await expect.poll(() => topOf(page, '#academy')).toBe(80);
    const barHeight = await page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().height);
    expect(barHeight).toBeLessThanOrEqual(80);
    if (javaScriptEnabled) expect(await academy.isVisible()).toBe(false);
  });

  test('the form can be reached and sent', async () => {
    const { page } = await visitLanding({ javaScriptEnabled, path: '/contacto' });
    await fillEnquiry(page, { email: `contacto-${javaScriptEnabled}@x.example.com` });
    await page.getByRole('button', { name: 'Enviar consulta' }).click();
    await page.waitForURL('**/gracias');
    await page.getByRole('heading', { name: '¡Gracias por escribirnos!' }).waitFor();
  });
});

describe('the page', () => {
  test('loads no script file, nothing from another host, and complains of nothing', async () => {
    const { page, complaints, requests } = await visitLanding({ viewport: PHONE });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForLoadState('networkidle');
    expect(requests.filter(({ type }) => type === 'script')).toEqual([]);
    expect(requests.filter(({ url }) => new URL(url).origin !== server.url)).toEqual([]);
    await page.getByRole('radio', { name: 'Mensual' }).check();
    await expect.poll(() => requests.filter(({ type }) => type === 'script').length).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('has nine sections and the footer, one first heading, and no level left out', async () => {
    const { page } = await visitLanding();
    expect(await page.locator('main > section').count()).toBe(9);
    expect(await page.getByRole('contentinfo').count()).toBe(1);
    for (const id of ['solutions', 'capabilities', 'pricing', 'academy']) {
      expect(await page.locator(`section#${id}`).count(), id).toBe(1);
    }
    const levels = await page
      .locator('main :is(h1, h2, h3)')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  test('marks in the bar the section that is being read', async () => {
    const { page } = await visitLanding({ viewport: DESKTOP });
    const current = () => page.locator('nav [aria-current]').allInnerTexts();
    expect(await current()).toEqual([]);
    for (const name of ['Precios', 'Recursos', 'Características']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await expect.poll(current, { message: name }).toEqual([name]);
    }
  });

  test('opens the academy and the portal in a new tab and says so', async () => {
    const { page } = await visitLanding({ path: '/#academy' });
    for (const name of ['Ir a la academia', 'Ver el portal de propiedades']) {
      const link = page.locator('#academy').getByRole('link', { name });
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toBe('noopener');
      expect(await link.innerText()).toContain('se abre en otra pestaña');
    }
  });

  test('shows headline, both buttons and the conversation at once on a phone', async () => {
    const { page } = await visitLanding({ viewport: PHONE });
    const bottom = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await bottom('.hero .row')).toBeLessThan(PHONE.height);
    expect(await topOf(page, '.arch > .chat li:first-child')).toBeLessThan(PHONE.height);
  });

  test('keeps its bar out of the way of what anchors lead to, at every width', async () => {
    const { page } = await visitLanding();
    for (const width of [320, 360, 390, 412, 480, 540, 768, 959, 960, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const { height } = (await page.getByRole('banner').boundingBox()) ?? {};
      expect(height, `${width} px`).toBeLessThanOrEqual(80);
    }
  });

  test('never scrolls sideways, not even for who reads at twice the size', async () => {
    const large = await launchBrowser(['--blink-settings=defaultFontSize=32']);
    try {
      for (const [reader, widths] of [
        [browser, [320, 360, 768, 1024, 1440]],
        [large, [360, 768, 1024, 1440]],
      ] as const) {
        for (const width of widths) {
          const { page } = await visitLanding({
            reader,
            viewport: { width, height: 800 },
            path: WHOLE,
          });
          expect(
            await measureOverflow(page),
            `${width} px${reader === large ? ', large' : ''}`,
          ).toBeLessThanOrEqual(0);
          await page.context().close();
        }
      }
    } finally {
      await large.close();
    }
  });

  test('is complete by keyboard', async () => {
    const { page } = await visitLanding({ viewport: DESKTOP });
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Saltar al contenido');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Quiero mi agente inmobiliario IA');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Ver planes y precios');
    await page.keyboard.press('Space');
    await expect.poll(() => topOf(page, '#pricing')).toBe(80);
    await page.getByRole('radio', { name: 'Anual' }).focus();
    await page.keyboard.press('ArrowRight');
    expect((await readPrices(page))['Chat con IA']).toContain('65');
    await page.getByRole('button', { name: 'Quiero el Chat con IA' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Contactanos' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Marta');
    expect(await page.locator('#contacto [name=nombre]').inputValue()).toBe('Marta');
  });

  test('has targets of 24 px or more', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const { page } = await visitLanding({ viewport, path: WHOLE });
      const targets = page.locator('a:not(p > a), button, input, summary, select');
      expect(await targets.count()).toBeGreaterThan(20);
      const small = await targets.evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility() && !element.closest('.skip, [inert]'))
          .filter((element) => {
            const { width, height } = element.getBoundingClientRect();
            return width < 24 || height < 24;
          })
          .map((element) => element.textContent),
      );
      expect(small).toEqual([]);
    }
  });
});

describe.each([
  ['on a phone', PHONE],
  ['on a desktop', DESKTOP],
])('axe finds nothing %s', (_name, viewport) => {
  test.each([WHOLE, '/contacto', '/gracias', '/no-existe'])('on %s', async (path) => {
    const { page } = await visitLanding({ viewport, path });
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test('on a form that came back to be corrected', async () => {
    const { page } = await visitLanding({ viewport, path: '/contacto' });
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
      form.requestSubmit();
    });
    await page.getByRole('alert').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test('in the open dialog, the open menu and with monthly prices', async () => {
    const { page } = await visitLanding({ viewport, path: WHOLE });
    await page.getByRole('radio', { name: 'Mensual' }).check();
    expect(await findAxeViolations(page)).toEqual([]);
    if (viewport === PHONE) {
      await page.getByRole('button', { name: 'Menú' }).click();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Quiero el Agente de IA' }).click();
    await page.getByRole('dialog', { name: 'Contactanos' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

test('what goes wrong has its page, with a way back', async () => {
  const { page } = await visitLanding({ path: '/no-existe' });
  await page.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).getAttribute('lang')).toBe('en');
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test('an unexpected failure says so, and no more', async () => {
  const broken = await startServer();
  try {
    const person = makePerson(broken);
    withDatabase(broken, (db) => db.exec('ALTER TABLE sessions RENAME TO lost'));
    const page = await openPage({ person, site: broken });
    const response = await page.goto('/panel');
    expect(response?.status()).toBe(500);
    await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('Error 500').waitFor();
    expect(await page.content()).not.toMatch(/no such table|SqliteError|node_modules/);
    expect(await page.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/');
    expect(await findAxeViolations(page)).toEqual([]);
  } finally {
    await broken.stop();
  }
});
