import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, measureOverflow } from '../support/browser';
import { call } from '../support/http';
import { DESKTOP, openCrm, openPage, openStage, PHONE, server, waitForIslands } from '../support/stage';
import { fillWithWork } from '../support/worked-leads';

let staff: Person;
const today = dayIn(DEFAULT_ZONE, Date.now());

openStage();
beforeAll(() => {
  staff = makePerson(server, { name: 'Ana' });
  const first = `${addDays(today, -50)}T00:00:00.000Z`;
  fillWithWork(server, 300, { first, last: new Date().toISOString() }, [staff.id]);
});

describe.each([
  ['a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
  ['a desk', { viewport: DESKTOP }],
  ['a desk in the dark', { viewport: DESKTOP, colorScheme: 'dark' }],
] as const)('on %s', (_name, options) => {
  test('the numbers fit, and everything has its name', async () => {
    const page = await openCrm(staff, '/panel/numeros', options);
    await page.getByRole('heading', { name: 'Números', exact: true }).waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findAxeViolations(page)).toEqual([]);
    for (const table of await page.getByText('Ver como tabla').all()) await table.click();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

test('without scripts every plot says in words and in a table what it shows', async () => {
  const page = await openPage({ person: staff, javaScriptEnabled: false });
  await page.goto('/panel/numeros');
  const figures = await page.getByRole('figure').all();
  expect(figures.length).toBe(11);
  for (const figure of figures) {
    expect(await figure.locator('figcaption').innerText()).toMatch(/\S+ \S+/);
    await figure.getByText('Ver como tabla').click();
    expect(await figure.getByRole('row').count()).toBeGreaterThan(1);
    const file = await figure.getByRole('link', { name: /^Descargar CSV/ }).getAttribute('href');
    const { status, headers, text } = await call(server, file ?? '', { cookie: staff.cookie });
    expect([file, status, headers.get('content-type')]).toEqual([file, 200, 'text/csv; charset=utf-8']);
    expect(text.trim().split('\r\n').length).toBe(await figure.getByRole('row').count());
  }
});

test.each([PHONE, DESKTOP])('on paper as wide as $width px there is no bar', async (viewport) => {
  const page = await openPage({ person: staff, viewport, javaScriptEnabled: false });
  await page.goto('/panel/numeros');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.frame-bar').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  expect(await page.locator('.frame-bar').isVisible()).toBe(true);
});

test('a number opens the list of exactly those leads', async () => {
  // Whoever has been in the panel has left the zone by which both count.
  const page = await openCrm(staff);
  await page.goto('/panel/numeros?periodo=7d');
  const link = page.getByRole('link', { name: /^Más tarde: / });
  const total = Number(((await link.getAttribute('aria-label')) ?? '').replace(/\D/g, ''));
  await link.click();
  await page.waitForURL(/\/panel\?/);
  await waitForIslands(page);
  await page.getByRole('button', { name: /Contactados: después de 60 min/ }).waitFor();
  expect(total).toBeGreaterThan(0);
  expect(await page.locator('tr[data-lead-id]').count()).toBe(total);
});

test.each([
  ['2-21', 'America/Santiago'],
  ['', 'Asia/Kathmandu'],
])('a link from elsewhere counts as there, and says so (%s, %s)', async (hour, tz) => {
  const page = await openCrm(staff);
  const list = new URLSearchParams({
    from: addDays(today, -9),
    to: addDays(today, -3),
    ...(hour && { hour }),
    tz,
  });
  const { json } = await call(server, `/api/leads?${list}`, { cookie: staff.cookie });
  await page.goto(`/panel?${list}`);
  await waitForIslands(page);
  const chip = page.getByRole('button', { name: `Hora de ${tz}` });
  await chip.waitFor();
  await page.getByText(json.total === 1 ? '1 lead' : `${json.total} leads`, { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('tz')).toBe(tz);
  await page.goto(`/panel/numeros?periodo=7d&tz=${tz}`);
  await page.getByText(`Los días y las horas son los de ${tz}.`).waitFor();
  await page.getByRole('link', { name: '30 días' }).click();
  await page.waitForURL(/periodo=30d&tz=/);
  await page.getByRole('link', { name: 'Contar con mi hora' }).click();
  await page.waitForURL((url) => !url.searchParams.has('tz'));
});

test('a link that counts as the reader does names no zone in the panel, and a zone alone is none', async () => {
  const page = await openCrm(staff);
  const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await page.goto(`/panel?from=${today}&tz=${own}`);
  expect(new URL(page.url()).search).toBe(`?from=${today}`);
  await page.goto('/panel?estado=nuevo&tz=Asia/Tokyo');
  expect(new URL(page.url()).search).toBe('?estado=nuevo');
});

test('a period that cannot be is said, and what was typed stays', async () => {
  const page = await openCrm(staff, `/panel/numeros?from=${today}&to=${addDays(today, -3)}`);
  await page.getByText('Período: el primer día tiene que ser anterior al último, o el mismo.').waitFor();
  expect(await page.getByLabel('Desde', { exact: true }).inputValue()).toBe(today);
  expect(await page.getByLabel('Hasta', { exact: true }).inputValue()).toBe(addDays(today, -3));
});
