import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { makeCompany } from '../support/companies';
import { openCrm, openStage, server } from '../support/stage';

openStage();

/** Where each of the header's controls stands. */
const readHeader = (page: Page) =>
  page.locator('header :is(a, button)').evaluateAll((controls) =>
    controls.map((control) => {
      const { top, bottom, height, left, right } = control.getBoundingClientRect();
      const isInside = left >= 0 && right <= document.documentElement.clientWidth;
      return { text: control.textContent?.trim(), middle: (top + bottom) / 2, height, isInside };
    }),
  );

test.each([
  ['/panel', 'admin'],
  ['/panel/papelera', 'admin'],
  ['/users', 'admin'],
  ['/cuenta/sesiones', 'admin'],
  ['/panel', 'staff'],
  ['/inmobiliaria', 'coordinator'],
] as const)('on a phone the header of %s has the way out beside the brand, for %s', async (path, role) => {
  const person = makePerson(server, {
    name: 'María Fernanda de los Ángeles Etcheverry Santillán',
    email: `${role}${path.replaceAll('/', '.')}@inmobiliaria-costanera-del-este.example.com`,
    ...(role !== 'staff' && { roles: [role] }),
    ...(role === 'coordinator' && { companyId: makeCompany(server) }),
  });
  const page = await openCrm(person, path, { hasTouch: true });
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    const controls = await readHeader(page);
    const leave = controls.find(({ text }) => text === 'Cerrar sesión');
    expect(leave?.middle).toBeCloseTo(controls[0]?.middle ?? 0, -1);
    expect(controls.filter(({ isInside, height }) => !isInside || height > 44)).toEqual([]);
    expect(new Set(controls.map(({ middle }) => Math.round(middle / 20))).size).toBeLessThanOrEqual(2);
  }
});

test('every counter has room for its name, however narrow the window', async () => {
  const page = await openCrm(makePerson(server), '/panel', { viewport: { width: 320, height: 740 } });
  const cut = await page
    .locator('dl > div')
    .evaluateAll((counters) => counters.map((box) => box.scrollWidth > box.clientWidth));
  expect(cut).toEqual(Array(6).fill(false));
});
