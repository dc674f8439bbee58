import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { convert, whatsappUrl } from '~/content/figures';
import { loadContent } from '~/content/load';
import { findAxeViolations, measureOverflow } from '../support/browser';
import { visitLanding, WHOLE } from '../support/landing';
import { DESKTOP, openStage, PHONE } from '../support/stage';

openStage();

const { site, plans, comparison, steps } = loadContent();
const rates = Object.entries(site.cambio?.monedas ?? {});

const card = (page: Page, plan: string) => page.getByRole('article', { name: plan, exact: true });

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_name, javaScriptEnabled) => {
  test('prices are also told in the currency that is chosen, for both ways to pay', async () => {
    const { page } = await visitLanding({ javaScriptEnabled });
    const currencies = page.getByRole('group', { name: 'Ver también en' });
    const approximate = async () =>
      Object.fromEntries(
        await Promise.all(
          plans.map(async ({ name }) => [
            name,
            (await card(page, name).locator('.fx span:visible').allInnerTexts()).join(),
          ]),
        ),
      );
    const none = Object.fromEntries(plans.map(({ name }) => [name, '']));
    const note = page.getByText('Valores aproximados, al cambio del');
    expect(await approximate()).toEqual(none);
    expect(await note.isVisible()).toBe(false);
    for (const [code, rate] of rates) {
      await currencies.getByRole('radio', { name: code }).check();
      for (const [billing, priceOf] of [
        ['Anual', (plan: (typeof plans)[number]) => plan.priceAnnual],
        ['Mensual', (plan: (typeof plans)[number]) => plan.priceMonthly],
      ] as const) {
        await page.getByRole('radio', { name: billing }).check();
        expect(await approximate(), `${code}, ${billing}`).toEqual(
          Object.fromEntries(plans.map((plan) => [plan.name, `≈ ${code} ${convert(priceOf(plan), rate)}`])),
        );
      }
      expect(await note.isVisible()).toBe(true);
    }
    await currencies.getByRole('radio', { name: 'Solo USD' }).check();
    expect(await approximate()).toEqual(none);
  });

  test('all plans stand side by side once somebody asks for it', async () => {
    const { page } = await visitLanding({ javaScriptEnabled, viewport: PHONE });
    const table = page.getByRole('table');
    expect(await table.isVisible()).toBe(false);
    await page.getByText('Comparar los planes').click();
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(plans.map(({ name }) => name));
    const cellsOf = (row: string) => table.getByRole('row', { name: row }).getByRole('cell').allInnerTexts();
    expect(await cellsOf('Por mes, con pago anual')).toEqual(
      plans.map(({ priceAnnual }) => `USD ${priceAnnual}`),
    );
    expect(await cellsOf('Por mes, con pago mensual')).toEqual(
      plans.map(({ priceMonthly }) => `USD ${priceMonthly}`),
    );
    expect(await cellsOf('Agenda citas')).toEqual(['No', 'No', 'No', 'Sí']);
    expect(await table.getByRole('row').count()).toBe(1 + 2 + comparison.length);
    // It scrolls by itself; the page does not.
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});

test('a plan says where it has all of the ones above', async () => {
  const { page } = await visitLanding();
  for (const { name, anterior } of plans)
    expect(await card(page, name).getByText('Todo lo anterior, más:').count(), name).toBe(anterior ? 1 : 0);
});

test('WhatsApp is a press away: for each plan, at the end, in the footer, after an enquiry and where a page is missing', async () => {
  const { page } = await visitLanding();
  for (const { name } of plans) {
    const link = card(page, name).getByRole('link', { name: `o por WhatsApp · ${name}` });
    expect(await link.getAttribute('href')).toBe(whatsappUrl(site, name));
  }
  const general = whatsappUrl(site);
  const hrefOf = (name: RegExp | string) => page.getByRole('link', { name }).getAttribute('href');
  expect(await hrefOf('Escribinos por WhatsApp')).toBe(general);
  expect(
    await page.getByRole('contentinfo').getByRole('link', { name: 'WhatsApp' }).getAttribute('href'),
  ).toBe(general);
  await page.goto('/gracias');
  await page.getByText('a más tardar el próximo día hábil').waitFor();
  expect(await hrefOf(/Escribinos por WhatsApp/)).toBe(general);
  await page.goto('/no-existe');
  expect(await hrefOf(/Preguntanos por WhatsApp/)).toBe(general);
});

test('the five minutes are drawn, step by step', async () => {
  const { page } = await visitLanding({ path: WHOLE });
  await page.getByRole('heading', { name: 'Cómo son los 5 minutos' }).waitFor();
  for (const { minuto, titulo } of steps) {
    const step = page.getByRole('listitem').filter({ hasText: titulo });
    expect(await step.getByRole('time').innerText()).toBe(`00:0${minuto}`);
    expect(await step.locator('svg').count()).toBe(1);
  }
});

test.each([
  ['on a phone', PHONE],
  ['on a desktop', DESKTOP],
])('axe finds nothing in the open comparison and the other prices %s', async (_name, viewport) => {
  const { page } = await visitLanding({ viewport, path: WHOLE });
  await page.getByText('Comparar los planes').click();
  await page.getByRole('radio', { name: 'PYG' }).check();
  expect(await findAxeViolations(page)).toEqual([]);
});
