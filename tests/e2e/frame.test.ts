import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { makeCompany } from '../support/companies';
import { openCrm, openStage, server } from '../support/stage';

openStage();

/** The bar's controls that are in sight, and where they stand. */
const readBar = (page: Page) =>
  page.locator('header :is(a, button)').evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { top, bottom, left, right } = control.getBoundingClientRect();
        const isInside =
          left >= 0 && right <= document.documentElement.clientWidth && bottom <= window.innerHeight;
        return { text: control.textContent?.trim(), height: bottom - top, isInside };
      }),
  );

const pages = [
  ['/panel', 'admin'],
  ['/panel/papelera', 'admin'],
  ['/panel/importar', 'admin'],
  ['/users', 'admin'],
  ['/cuenta/sesiones', 'admin'],
  ['/panel', 'staff'],
  ['/inmobiliaria', 'coordinator'],
] as const;

function makeOne(path: string, role: (typeof pages)[number][1]) {
  return makePerson(server, {
    name: 'María Fernanda de los Ángeles Etcheverry Santillán',
    email: `${role}${path.replaceAll('/', '.')}@inmobiliaria-costanera-del-este.example.com`,
    ...(role !== 'staff' && { roles: [role] }),
    ...(role === 'coordinator' && { companyId: makeCompany(server) }),
  });
}

test.each(pages)(
  'on a phone the bar of %s is in a thumb’s reach and leads out, for %s',
  async (path, role) => {
    const page = await openCrm(makeOne(path, role), path, { hasTouch: true });
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const controls = await readBar(page);
      expect(controls.length).toBeGreaterThanOrEqual(2);
      expect(controls.filter(({ isInside, height }) => !isInside || height < 44)).toEqual([]);
    }
    // What stands last on the page is not behind it.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const [end, bar] = await Promise.all([
      page.locator('main > :last-child').boundingBox(),
      page.getByRole('banner').boundingBox(),
    ]);
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

    const account = page.getByRole('button', { name: 'Cuenta', exact: true });
    await account.click();
    expect(await page.getByRole('link', { name: /^Mi cuenta: María/ }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Cerrar sesión' }).count()).toBe(0);
    await account.press('Enter');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  },
);

test.each(pages)('on a desk all that the bar of %s offers is in sight, for %s', async (path, role) => {
  const page = await openCrm(makeOne(`${path}/desk`, role), path, { viewport: { width: 1280, height: 720 } });
  const controls = await readBar(page);
  expect(controls.filter(({ isInside }) => !isInside)).toEqual([]);
  const texts = controls.map(({ text }) => text);
  expect(texts).toContain('Cerrar sesión');
  expect(texts.includes('Gestionar CRM')).toBe(role === 'admin');
  expect(texts.includes('Crear Lead')).toBe(path === '/panel');
});

test('the bar tells where one is', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  for (const [path, name] of [
    ['/panel', 'Leads'],
    ['/users', 'Inmobiliarias'],
    ['/users?vista=equipo', 'Equipo'],
  ] as const) {
    const page = await openCrm(admin, path);
    const here = page.getByRole('navigation', { name: 'Principal' }).locator('[aria-current="page"]:visible');
    expect((await here.allTextContents()).map((text) => text.trim())).toEqual([name]);
  }
});

test('every counter has room for its name, however narrow the window', async () => {
  const page = await openCrm(makePerson(server), '/panel', { viewport: { width: 320, height: 740 } });
  const cut = await page
    .locator('dl > div')
    .evaluateAll((counters) => counters.map((box) => box.scrollWidth > box.clientWidth));
  expect(cut).toEqual(Array(6).fill(false));
});
