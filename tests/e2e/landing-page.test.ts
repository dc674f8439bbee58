import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { convert, whatsappUrl } from '~/content/figures';
import { loadContent } from '~/content/load';
import { makePerson } from '../support/accounts';
import { measureOverflow } from '../support/browser';
import { withDatabase } from '../support/database';
import {
  fillEnquiry,
  goTo,
  SIZES,
  standStill,
  topOf,
  visitLanding,
  WHOLE,
  waitForLiveDialog,
} from '../support/landing';
import { newWord } from '../support/new-word';
import { startServer } from '../support/server';
import { DESKTOP, openPage, openStage, PHONE, server } from '../support/stage';

openStage();

const { site, plans, comparison, steps, solutions, ecosystem } = loadContent();

const ANNUAL = { 'Agente Inicial': 5, 'Chatbot Clásico': 30, 'Chat con IA': 50, 'Agente de IA': 70 };
const MONTHLY = { 'Agente Inicial': 10, 'Chatbot Clásico': 40, 'Chat con IA': 65, 'Agente de IA': 90 };

const BILLINGS = [
  ['Anual', (plan: (typeof plans)[number]) => plan.priceAnnual],
  ['Mensual', (plan: (typeof plans)[number]) => plan.priceMonthly],
] as const;

const card = (page: Page, plan: string) => page.getByRole('article', { name: plan, exact: true });

/** What each card says about this, as read aloud. */
async function readCards(page: Page, selector: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { name } of plans) {
    const shown = await card(page, name).locator(`${selector}:visible`).allInnerTexts();
    texts[name] = shown.join(' | ').replace(/\s+/g, ' ');
  }
  return texts;
}

const expected = (prices: Record<string, number>, terms: string) =>
  Object.fromEntries(Object.entries(prices).map(([plan, price]) => [plan, `USD ${price} por mes ${terms}`]));

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_name, javaScriptEnabled) => {
  test('a visitor on a phone asks, finds their price, compares the plans and writes', async () => {
    const { page, complaints, requests } = await visitLanding({
      javaScriptEnabled,
      viewport: PHONE,
      isMobile: true,
      hasTouch: true,
    });

    const conversation = page.locator('.arch');
    const heights = async () => {
      const all: Record<string, number | undefined> = {};
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        all[`${viewport.width} px`] = (await conversation.boundingBox())?.height;
      }
      return all;
    };
    const said = conversation.getByText('Visita agendada · jueves 18:30');
    await said.waitFor();
    const before = await heights();
    for (const [question, answer] of [
      ['¿Aceptan mascotas?', 'En el de Villa Morra sí'],
      ['¿Puedo verlo el sábado?', 'Le aviso a Martín'],
      ['¿Cuánto hay que dejar?', 'Un mes de garantía'],
    ] as const) {
      await page.getByRole('radio', { name: question }).check();
      await conversation.getByText(answer).waitFor();
      expect(await conversation.getByText(answer).count(), question).toBe(1);
      expect(await said.isVisible(), `${question} takes the place of what was said`).toBe(false);
      expect(await heights(), question).toEqual(before);
    }
    await page.setViewportSize(PHONE);

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForLoadState('networkidle');
    const scripts = () => requests.filter(({ type }) => type === 'script').length;
    expect(scripts(), 'script files before anything needs them').toBe(0);
    const toggle = page.getByRole('radiogroup', { name: 'Facturación' });
    // By anchor: otherwise sections far from the viewport have no layout and no text.
    await goTo(page, '/#pricing');
    await page.setViewportSize({ width: 390, height: 780 });
    const screens = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    await expect.poll(screens, { message: 'as many screens as a phone’s page has' }).toBeLessThanOrEqual(14);
    await page.setViewportSize(PHONE);
    expect(await toggle.getByRole('radio', { name: 'Anual' }).isChecked()).toBe(true);
    expect(await readCards(page, '.price')).toEqual(expected(ANNUAL, 'con pago anual'));
    await toggle.getByRole('radio', { name: 'Mensual' }).check();
    expect(await readCards(page, '.price')).toEqual(expected(MONTHLY, 'con pago mensual, mínimo 3 meses'));
    if (javaScriptEnabled) {
      const status = page.locator('[data-island=billing] [role=status]');
      await expect.poll(() => status.innerText()).toContain('pago mensual');
      expect(scripts(), 'script files').toBe(1);
    }
    await toggle.getByText('Anual').click();
    expect(await readCards(page, '.price')).toEqual(expected(ANNUAL, 'con pago anual'));

    const currency = page.getByRole('combobox', { name: 'Ver también en' });
    const none = Object.fromEntries(plans.map(({ name }) => [name, '']));
    const note = page.getByText('Valores aproximados, al cambio del');
    expect(await readCards(page, '.fx span')).toEqual(none);
    expect(await note.isVisible()).toBe(false);
    const rates = Object.entries(site.cambio?.monedas ?? {});
    for (const [code, rate] of rates) {
      await currency.selectOption(code);
      for (const [billing, priceOf] of BILLINGS) {
        await toggle.getByRole('radio', { name: billing }).check();
        expect(await readCards(page, '.fx span'), `${code}, ${billing}`).toEqual(
          Object.fromEntries(plans.map((plan) => [plan.name, `≈ ${code} ${convert(priceOf(plan), rate)}`])),
        );
      }
      expect(await note.isVisible(), code).toBe(true);
      await currency.selectOption('Solo USD');
      expect(await readCards(page, '.fx span')).toEqual(none);
    }

    const table = page.getByRole('table');
    expect(await table.isVisible()).toBe(false);
    await page.getByText('Comparar los planes').click();
    const cellsOf = (row: string) => table.getByRole('row', { name: row }).getByRole('cell').allInnerTexts();
    const expectCompared = async (shown: typeof plans) => {
      expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(shown.map(({ name }) => name));
      for (const [billing, priceOf] of BILLINGS)
        expect(await cellsOf(`Por mes, con pago ${billing.toLowerCase()}`)).toEqual(
          shown.map((plan) => `USD ${priceOf(plan)}`),
        );
      expect(await cellsOf('Agenda citas')).toEqual(shown.map(({ premium }) => (premium ? 'Sí' : '')));
      expect(await table.getByRole('row').count()).toBe(1 + 2 + comparison.length);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    };
    const compared = page.getByRole('group', { name: 'Comparar los planes' });
    expect(await compared.getByRole('radio', { checked: true }).count()).toBe(1);
    for (const plan of plans) {
      await compared.getByRole('radio', { name: plan.name }).check();
      await expectCompared([plan]);
    }
    await page.setViewportSize(DESKTOP);
    expect(await compared.isVisible(), 'a wide window has room for all').toBe(false);
    await expectCompared(plans);
    await page.setViewportSize(PHONE);

    const academy = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Recursos' });
    expect(await academy.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menú' }).click();
    await academy.click();
    await expect.poll(() => topOf(page, '#academy')).toBe(80);
    if (javaScriptEnabled) expect(await academy.isVisible(), 'the menu closes by itself').toBe(false);

    await page.goto('/contacto');
    await fillEnquiry(page, { email: `${newWord()}@x.example.com` });
    await page.getByRole('button', { name: 'Enviar consulta' }).click();
    await page.waitForURL('**/gracias');
    await page.getByRole('heading', { name: '¡Gracias por escribirnos!' }).waitFor();
    expect(requests.filter(({ url }) => new URL(url).origin !== server.url)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('at a desk the bar leads to each section, 80 px below the top', async () => {
    const { page } = await visitLanding({
      javaScriptEnabled,
      viewport: DESKTOP,
      reducedMotion: 'no-preference',
    });
    const bar = page.getByRole('navigation', { name: 'Principal' });
    const current = () => bar.locator('[aria-current]').allInnerTexts();
    /** The current section's hour, in minutes. */
    const clock = () =>
      page.locator('.clock').evaluate((element) => Number(getComputedStyle(element).getPropertyValue('--now')) % 1440);
    expect(await current()).toEqual([]);
    expect(await clock()).toBe(23 * 60 + 47);
    for (const [role, name, anchor, marked] of [
      ['link', 'Características', '#capabilities', 'Características'],
      ['link', 'Precios', '#pricing', 'Precios'],
      ['link', 'Recursos', '#academy', 'Recursos'],
      ['button', 'Quiero mi agente IA', '#pricing', 'Precios'],
    ] as const) {
      await bar.getByRole(role, { name, exact: true }).click();
      await expect.poll(() => topOf(page, anchor), { message: name }).toBe(80);
      if (javaScriptEnabled) await expect.poll(current, { message: name }).toEqual([marked]);
    }
    await expect.poll(clock).toBe(10 * 60 + 15);
    await page.getByRole('banner').getByRole('link', { name: site.nombre }).click();
    await expect.poll(() => topOf(page, 'main')).toBe(0);
    await page.getByRole('button', { name: 'Ver planes y precios' }).click();
    await expect.poll(() => topOf(page, '#pricing')).toBe(80);
    // Without scripts the end of scrolling cannot be detected.
    if (!javaScriptEnabled) return;
    await standStill(page);
    await page.keyboard.press('End');
    await expect.poll(clock).toBe(23 * 60 + 46);
  });
});

test('the display face is asked for once the first frame is on the screen, however fast the network; without a script, too, it comes', async () => {
  for (let visit = 1; visit <= 3; visit += 1) {
    const { page } = await visitLanding();
    const asked = await page.waitForFunction(() => {
      const face = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'));
      const [frame] = performance.getEntriesByName('first-contentful-paint');
      return face && frame && { face: face.startTime, frame: frame.startTime };
    });
    const { face, frame } = (await asked.jsonValue()) as { face: number; frame: number };
    expect(face).toBeGreaterThan(frame);
    await page.context().close();
  }
  const { page } = await visitLanding({ javaScriptEnabled: false });
  expect(await page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family}: ${status}`))).toContain(
    'Zaguan: loaded',
  );
});

test('a reader finds nine sections, each plan’s terms and WhatsApp, and nothing too small or too wide at any width', async () => {
  const { page } = await visitLanding({ path: WHOLE });
  const comesAfter = await page.evaluate(() => {
    const link = document.querySelector<HTMLLinkElement>('head link[rel=expect][blocking=render]');
    const awaited = link && document.querySelector(new URL(link.href).hash);
    const hero = document.querySelector('#inicio');
    return Boolean(awaited && hero && hero.compareDocumentPosition(awaited) === Node.DOCUMENT_POSITION_FOLLOWING);
  });
  expect(comesAfter, 'the first frame waits for what follows the hero').toBe(true);

  expect(await page.locator('main > section').count()).toBe(9);
  expect(await page.getByRole('contentinfo').count()).toBe(1);
  for (const id of ['solutions', 'capabilities', 'pricing', 'academy'])
    expect(await page.locator(`section#${id}`).count(), id).toBe(1);
  const levels = await page
    .locator('main :is(h1, h2, h3)')
    .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [index, level] of levels.entries())
    expect(level - (levels[index - 1] ?? 0), `heading ${index}`).toBeLessThanOrEqual(1);

  for (const { id, title, hecho } of solutions) {
    const door = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    const leaf = door.locator('.leaf');
    const { width: closed = 0 } = (await leaf.boundingBox()) ?? {};
    expect(await door.getByText(hecho).isVisible(), title).toBe(false);
    await door.getByText('Así le contesta a Julia').press('Enter');
    await door.getByText(hecho).waitFor();
    expect((await leaf.boundingBox())?.width, `${title} swings open`).toBeLessThan(closed / 4);
    const link = door.getByRole('link', {
      name: `Ver el plan ${plans.find((plan) => plan.id === id)?.name}`,
    });
    expect(await link.getAttribute('href')).toBe(`#plan-${id}`);
    await link.click();
    await expect.poll(() => topOf(page, `#plan-${id}`), { message: title }).toBe(80);
  }
  expect(await page.locator('.doors [open]').count(), 'one door at a time').toBe(1);
  for (const { title, pasa } of ecosystem) {
    const room = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    await room.click({ position: { x: 12, y: 12 } });
    await room.getByText(pasa).waitFor();
    expect(await page.locator('.plan [open]').count(), title).toBe(1);
  }

  await page.getByRole('heading', { name: 'Cómo son los 5 minutos' }).waitFor();
  for (const { minuto, titulo } of steps) {
    const step = page.getByRole('listitem').filter({ hasText: titulo });
    expect(await step.getByRole('time').innerText()).toBe(`00:0${minuto}`);
    expect(await step.locator('svg').count(), titulo).toBe(1);
  }
  for (const name of ['Ir a la academia', 'Ver el portal de propiedades']) {
    const link = page.locator('#academy').getByRole('link', { name });
    expect(await link.getAttribute('target'), name).toBe('_blank');
    expect(await link.getAttribute('rel'), name).toBe('noopener');
    expect(await link.innerText()).toContain('se abre en otra pestaña');
  }
  const cards = await page.getByRole('article').getByRole('heading').allInnerTexts();
  const recommended = plans.find(({ featured }) => featured)?.name;
  expect(cards).toEqual([recommended, ...plans.filter(({ featured }) => !featured).map(({ name }) => name)]);
  for (const [index, { name, anterior }] of plans.entries()) {
    const earlier = card(page, name).getByText(/^Todo lo de/);
    expect(await earlier.allInnerTexts(), name).toEqual(anterior ? [`Todo lo de ${plans[index - 1]?.name}, más:`] : []);
    const link = card(page, name).getByRole('link', { name: `o por WhatsApp · ${name}` });
    expect(await link.getAttribute('href')).toBe(whatsappUrl(site, name));
  }

  for (const [width, height, air] of [
    [1366, 650, 0],
    [1280, 640, 0],
    [1024, 700, 0],
    [1440, 720, 60],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { bottom } = await page
      .locator('.hero .btn:first-child')
      .evaluate((button) => button.getBoundingClientRect());
    expect(bottom + air, `the main button is in the first screen of ${width} × ${height}`).toBeLessThan(height);
  }
  for (const width of [320, 360, 390, 412, 480, 540, 768, 959, 960, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { height } = (await page.getByRole('banner').boundingBox()) ?? {};
    expect(height, `the bar covers no anchor at ${width} px`).toBeLessThanOrEqual(80);
    expect(await measureOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  const targets = page.locator('a:not(p > a), button, input, summary, select');
  expect(await targets.count()).toBeGreaterThan(20);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const small = await targets.evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility() && !element.closest('.skip, [inert]'))
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width < 24 || height < 24;
        })
        .map((element) => element.textContent),
    );
    expect(small, `targets under 24 px at ${viewport.width} px`).toEqual([]);
  }

  const general = whatsappUrl(site);
  const hrefOf = (name: RegExp | string) => page.getByRole('link', { name }).getAttribute('href');
  expect(await hrefOf('Escribinos por WhatsApp')).toBe(general);
  expect(await page.locator('#inicio').getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(general);
  await page.getByRole('button', { name: site.boton }).click();
  expect(await page.getByRole('dialog').getByRole('link', { name: 'por WhatsApp' }).getAttribute('href')).toBe(general);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('contentinfo').getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(
    general,
  );
  await page.goto('/gracias');
  await page.getByText('Te contactaremos pronto.').waitFor();
  expect(await hrefOf(/Escribinos por WhatsApp/)).toBe(general);
  await page.goto('/no-existe');
  expect(await hrefOf(/Preguntanos por WhatsApp/)).toBe(general);
  const heading = page.getByRole('heading', { level: 1 });
  expect(await heading.innerText()).toBe('Oops! Page not found');
  expect(await heading.getAttribute('lang')).toBe('en');
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test.each([
  {
    edition: 'mx',
    country: 'es-MX',
    currency: 'MXN',
    own: 'Busco un departamento de 2 recámaras',
    phone: '+525512345678',
  },
  { edition: 'es', country: 'es-ES', currency: 'EUR', own: 'Busco un piso de 2 habitaciones', phone: '+34612345678' },
] as const)(
  'a visitor to /$edition is spoken to as there, sees $currency at once, asks and is thanked',
  async ({ edition, country, currency, own, phone }) => {
    const home = `/${edition}`;
    const { page, complaints } = await visitLanding({ path: home, viewport: PHONE });
    const content = loadContent(edition);
    await page.getByText('Ahora pregunta tú').waitFor();
    expect(content.sections.solutions.pregunta).toContain(own);
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await measureOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
    }
    await goTo(page, `${home}#pricing`);
    expect(await readCards(page, '.price')).toEqual(
      Object.fromEntries(Object.entries(ANNUAL).map(([plan, usd]) => [plan, `USD ${usd} al mes con pago anual`])),
    );
    const rate = content.site.cambio?.monedas[currency] ?? Number.NaN;
    expect(await readCards(page, '.fx span')).toEqual(
      Object.fromEntries(
        plans.map(({ name, priceAnnual }) => [name, `≈ ${currency} ${convert(priceAnnual, rate, country)}`]),
      ),
    );
    const footer = page.getByRole('contentinfo');
    for (const [name, path] of [
      ['Contacto', '/contacto'],
      ['Términos', '/terminos'],
      ['Privacidad', '/privacidad'],
    ] as const)
      expect(await footer.getByRole('link', { name }).getAttribute('href'), name).toBe(home + path);

    await page.getByRole('button', { name: 'Quiero el Agente de IA' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contáctanos' });
    await waitForLiveDialog(page);
    await dialog.getByText('Completa el formulario').waitFor();
    const consent = dialog.getByRole('link', { name: /política de privacidad/ });
    expect(await consent.getAttribute('href')).toBe(`${home}/privacidad`);
    const pais = edition.toUpperCase();
    await fillEnquiry(dialog, { pais, email: `${newWord()}@x.example.com`, telefono: phone });
    await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
    await page.waitForURL(`**${home}/gracias`);
    expect(await page.getByRole('link', { name: '¿Es urgente? Escríbenos por WhatsApp' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Volver al inicio' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(home);
    expect(complaints).toEqual([]);
  },
);

test.each([
  ['/', 'es-MX', '¿Estás en México?', '/mx'],
  ['/', 'es-ES', '¿Estás en España?', '/es'],
  ['/', 'es-AR', null, null],
  ['/', 'es-CO', null, null],
  ['/', 'en-US', null, null],
  ['/mx', 'es-MX', null, null],
  ['/mx', 'es-AR', '¿Estás en Argentina?', '/'],
  ['/es', 'es-MX', '¿Estás en México?', '/mx'],
])('%s asks a browser in %s: %s, in one line that moves nothing', async (path, locale, question, other) => {
  for (const viewport of [{ width: 360, height: 640 }, DESKTOP]) {
    const { page, complaints } = await visitLanding({
      path,
      locale,
      viewport,
      before: (page) =>
        page.addInitScript(() => {
          const shifts: number[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
          }).observe({ type: 'layout-shift' });
        }),
    });
    const line = page.locator('.abroad:visible');
    expect(await line.allInnerTexts()).toEqual(question ? [question] : []);
    if (question) {
      expect(await line.getAttribute('href')).toBe(other);
      const { y = 0, height = 0 } = (await line.boundingBox()) ?? {};
      expect(height).toBeGreaterThanOrEqual(24);
      // One line, between the bar and the headline.
      expect(height).toBeLessThan(40);
      const bar = await page.locator('.bar').boundingBox();
      expect(y).toBeGreaterThanOrEqual(bar?.height ?? Number.NaN);
      expect(y + height).toBeLessThanOrEqual((await page.locator('h1').boundingBox())?.y ?? Number.NaN);
    }
    await standStill(page);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    // The display face, which takes its stand-in's place, is a pixel off.
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.0001);
    const here = page.getByRole('navigation', { name: 'País' }).locator('[aria-current=page]');
    expect(await here.getAttribute('href')).toBe(path);
    expect(complaints).toEqual([]);
  }
});

test('without a script nobody is asked where they are, and the footer leads there', async () => {
  const { page } = await visitLanding({ path: '/', locale: 'es-MX', javaScriptEnabled: false });
  expect(await page.locator('.abroad:visible').count()).toBe(0);
  const countries = page.getByRole('navigation', { name: 'País' }).getByRole('link');
  expect(await countries.allInnerTexts()).toEqual(['Argentina', 'México', 'España']);
  await countries.nth(2).click();
  await page.waitForURL('**/es');
});

test('the page is complete by keyboard', async () => {
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
  expect((await readCards(page, '.price'))['Chat con IA']).toContain('65');
  await page.getByRole('button', { name: 'Quiero el Chat con IA' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Contactanos' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused()).toContain('Escribinos por WhatsApp');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Marta');
  expect(await page.locator('#contacto [name=nombre]').inputValue()).toBe('Marta');
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
  } finally {
    await broken.stop();
  }
});
