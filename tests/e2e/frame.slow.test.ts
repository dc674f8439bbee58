import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { signIn } from '../support/browser';
import { makeCompany } from '../support/companies';
import { waitForIslands } from '../support/hydrated';
import { openPage, openStage, server } from '../support/stage';

openStage();

/** The bar's visible controls and their positions, without the views, which scroll separately. */
const readBar = (page: Page) =>
  page.locator('header :is(a, button)').evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility() && !control.closest('.lead-views'))
      .map((control) => {
        const { top, bottom, left, right } = control.getBoundingClientRect();
        const isInside = left >= 0 && right <= document.documentElement.clientWidth && bottom <= window.innerHeight;
        return { text: control.textContent?.trim(), height: bottom - top, isInside };
      }),
  );

/** Each screen, its role and its name in the bar. */
const SCREENS = [
  ['/panel', 'admin', 'Leads'],
  ['/panel/papelera', 'admin'],
  ['/panel/importar', 'admin'],
  ['/users', 'admin', 'Inmobiliarias'],
  ['/users?vista=equipo', 'admin', 'Equipo'],
  ['/users/avisos', 'admin', 'Plantillas y avisos'],
  ['/cuenta', 'admin'],
  ['/panel', 'staff', 'Leads'],
  ['/inmobiliaria', 'coordinator'],
] as const;

/** The bar on a phone, in document order. */
const BARS: Record<string, string[]> = {
  admin: ['Crear Lead', 'Leads', 'Números', 'Gestionar CRM', 'Cuenta'],
  staff: ['Crear Lead', 'Leads', 'Números', 'Cuenta'],
  coordinator: ['Mi inmobiliaria', 'Cuenta'],
};

/** Opens each screen as somebody with this role and a long name. */
async function visitScreens(
  page: Page,
  look: (screen: { path: string; role: string; place: string | undefined; name: string }) => Promise<void>,
): Promise<void> {
  for (const [path, role, place] of SCREENS) {
    const person = makePerson(server, {
      name: 'María Fernanda de los Ángeles Etcheverry Santillán',
      email: `${randomUUID()}@inmobiliaria-costanera-del-este.example.com`,
      ...(role !== 'staff' && { roles: [role] }),
      ...(role === 'coordinator' && { companyId: makeCompany(server) }),
    });
    await signIn(page.context(), server.url, person);
    await page.goto(path);
    await waitForIslands(page);
    await look({ path, role, place, name: `${path}, ${role}` });
  }
}

test('on a phone the bar of every screen is in a thumb’s reach and leads out, and every counter has room for its name', async () => {
  const page = await openPage({ hasTouch: true });
  await visitScreens(page, async ({ path, role, name }) => {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const controls = await readBar(page);
      const texts = controls.map(({ text }) => text);
      expect.soft(texts, `${name} at ${width}`).toEqual(BARS[role]);
      const unreachable = controls.filter(({ isInside, height }) => !isInside || height < 44);
      expect.soft(unreachable, `${name} at ${width}`).toEqual([]);
      if (path !== '/panel') continue;
      const cut = await page
        .locator('dl > div')
        .evaluateAll((counters) => counters.map((box) => box.scrollWidth > box.clientWidth));
      expect.soft(cut, `${name} at ${width}: counters that are cut`).toEqual(Array(6).fill(false));
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const end = await page.locator('main').evaluate((main) => {
      const content = document.createRange();
      content.selectNodeContents(main);
      return content.getBoundingClientRect().bottom;
    });
    const bar = await page.getByRole('banner').boundingBox();
    expect.soft(end, `${name}: where the page ends`).toBeGreaterThan(0);
    expect.soft(end, `${name}: what stands last is above the bar`).toBeLessThanOrEqual(bar?.y ?? 0);

    const account = page.getByRole('button', { name: 'Cuenta', exact: true });
    await account.click();
    await page.getByRole('link', { name: /^Mi cuenta: María/ }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'Cerrar sesión' }).count(), { message: name }).toBe(0);
    await account.press('Enter');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });
});

test('on a desk all that the bar offers is in sight on every screen, and it tells where one is', async () => {
  const page = await openPage({ viewport: { width: 1280, height: 720 } });
  await visitScreens(page, async ({ role, place, name }) => {
    const controls = await readBar(page);
    expect
      .soft(
        controls.filter(({ isInside }) => !isInside),
        name,
      )
      .toEqual([]);
    const texts = controls.map(({ text }) => text);
    expect.soft(texts, name).toContain('Cerrar sesión');
    expect.soft(texts.includes('Gestionar CRM'), `${name}: administration`).toBe(role === 'admin');
    expect.soft(texts.includes('Crear Lead'), `${name}: a new lead`).toBe(role !== 'coordinator');
    if (!place) return;
    // The day's views stand between the places.
    const here = page
      .getByRole('navigation', { name: 'Principal' })
      .locator('[aria-current="page"]:visible:not([aria-labelledby="vistas"] *)');
    expect
      .soft(
        (await here.allTextContents()).map((text) => text.trim()),
        name,
      )
      .toEqual([place]);
  });
});

/** Every screen of the frame, by role. */
const PLACES = {
  admin: [
    '/panel',
    '/panel/numeros',
    '/panel/importar',
    '/panel/papelera',
    '/panel/apartadas',
    '/users',
    '/users?vista=equipo',
    '/users?vista=registro',
    '/users/destinos',
    '/users/tokens',
    '/users/whatsapp',
    '/users/mensajes',
    '/users/avisos',
    '/users/company/',
    '/cuenta',
  ],
  staff: ['/panel', '/panel/numeros', '/panel/papelera', '/panel/apartadas', '/cuenta'],
  coordinator: ['/inmobiliaria', '/cuenta'],
};

test.each(Object.entries(PLACES))(
  'every screen of %s has the same edges and the same rail, and is headed by what it is',
  async (role, paths) => {
    const company = makeCompany(server);
    const person = makePerson(server, {
      ...(role !== 'staff' && { roles: [role as 'admin' | 'coordinator'] }),
      ...(role === 'coordinator' && { companyId: company }),
    });
    const page = await openPage({ person });
    const heads = new Set<string>();
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const seen = new Map<string, string>();
      for (const path of paths) {
        await page.goto(path.endsWith('/') ? path + company : path);
        await waitForIslands(page);
        seen.set(path, JSON.stringify(await page.evaluate(readPlaces)));
        heads.add(await page.getByRole('heading', { level: 1 }).innerText());
      }
      const first = seen.get(paths[0] ?? '') ?? '';
      expect
        .soft(Object.fromEntries(seen), `at ${width}`)
        .toEqual(Object.fromEntries(paths.map((path) => [path, first])));
    }
    expect(heads.size, [...heads].join(', ')).toBe(paths.length);
  },
);

/**
 * Edges of everything with a background or border, and the rail's controls. Not the panel's views, nor what is below
 * them and unfolds where one administers. Runs in the page.
 */
function readPlaces() {
  const scrolled = [...document.querySelectorAll('main *')].filter(
    (element) => element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === 'auto',
  );
  const boxes = [...document.querySelectorAll('main *')]
    .filter((element) => !scrolled.some((one) => one.contains(element)))
    .filter((element) => {
      const { backgroundColor, boxShadow, visibility } = getComputedStyle(element);
      const hasLook = backgroundColor !== 'rgba(0, 0, 0, 0)' || boxShadow !== 'none';
      return hasLook && visibility === 'visible';
    })
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 60 && height > 20);
  const rail = [...document.querySelectorAll('.frame-bar :is(a, button):not(.lead-views *, [href^="/users"])')]
    .filter((control) => control.checkVisibility())
    .map((control) => {
      const { left, top } = control.getBoundingClientRect();
      return `${control.textContent?.trim()} ${Math.round(left)} ${Math.round(top)}`;
    });
  return {
    left: Math.round(Math.min(...boxes.map(({ left }) => left))),
    right: Math.round(Math.max(...boxes.map(({ right }) => right))),
    rail,
  };
}

test('a lead is created from any screen', async () => {
  const page = await openPage({ person: makePerson(server) });
  await page.goto('/panel/numeros');
  await page.getByRole('link', { name: 'Crear Lead' }).click();
  await page.getByRole('dialog', { name: 'Crear Lead Manual' }).waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
});
