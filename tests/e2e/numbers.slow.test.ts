import { beforeAll, expect, test } from 'vitest';
import { addDays, DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { makePerson, type Person } from '../support/accounts';
import { measureOverflow } from '../support/browser';
import { call } from '../support/http';
import { DESKTOP, openCrm, openPage, openStage, PHONE, server, waitForIslands } from '../support/stage';
import { fillWithWork } from '../support/worked-leads';

let staff: Person;
const today = dayIn(DEFAULT_ZONE, Date.now());

// One of its own, so that nobody else's list has these 300.
openStage(() => ({}));
beforeAll(() => {
  staff = makePerson(server, { name: 'Ana' });
  const first = `${addDays(today, -50)}T00:00:00.000Z`;
  fillWithWork(server, 300, { first, last: new Date().toISOString() }, [staff.id]);
});

test('the numbers fit on a phone and on a desk, also with every table open', async () => {
  for (const options of [{ viewport: PHONE, hasTouch: true, isMobile: true }, { viewport: DESKTOP }]) {
    const page = await openCrm(staff, '/panel/numeros', options);
    await page.getByRole('heading', { name: 'Números', exact: true }).waitFor();
    const { width } = options.viewport;
    expect(await measureOverflow(page), `${width} px wide`).toBeLessThanOrEqual(0);
    const tables = await page.getByText('Ver como tabla').all();
    expect(tables).toHaveLength(12);
    for (const table of tables) await table.click();
    expect(await measureOverflow(page), `the tables, ${width} px wide`).toBeLessThanOrEqual(0);
  }
});

test('without scripts every plot says in words and in a table what it shows, and paper has no bar', async () => {
  const page = await openPage({ person: staff, javaScriptEnabled: false });
  await page.goto('/panel/numeros');
  const figures = await page.getByRole('figure').all();
  expect(figures.length).toBe(12);
  for (const figure of figures) {
    expect(await figure.locator('figcaption').innerText()).toMatch(/\S+ \S+/);
    await figure.getByText('Ver como tabla').click();
    expect(await figure.getByRole('row').count()).toBeGreaterThan(1);
    const file = await figure.getByRole('link', { name: /^Descargar CSV/ }).getAttribute('href');
    const { status, headers, text } = await call(server, file ?? '', { cookie: staff.cookie });
    expect([file, status, headers.get('content-type')]).toEqual([file, 200, 'text/csv; charset=utf-8']);
    expect(text.trim().split('\r\n').length, `rows of ${file}`).toBe(await figure.getByRole('row').count());
  }

  const bar = page.locator('.frame-bar');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ media: 'print' });
    expect(await bar.isVisible(), `on paper ${viewport.width} px wide`).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    expect(await bar.isVisible(), `on a screen ${viewport.width} px wide`).toBe(true);
  }
});

test('a number opens the list of exactly those leads; a link from elsewhere counts as there, and says so', async () => {
  // Whoever has been in the panel has left the zone by which both count.
  const page = await openCrm(staff);
  const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await page.goto('/panel/numeros?periodo=7d');
  const link = page.getByRole('link', { name: /^Más tarde: / });
  const total = Number(((await link.getAttribute('aria-label')) ?? '').replace(/\D/g, ''));
  await link.click();
  await page.waitForURL(/\/panel\?/);
  await waitForIslands(page);
  await page.getByRole('button', { name: /Contactados: después de 60 min/ }).waitFor();
  expect(total).toBeGreaterThan(0);
  await expect.poll(() => page.locator('tr[data-lead-id]').count()).toBe(total);

  for (const [hour, tz] of [
    ['2-21', 'America/Santiago'],
    ['', 'Asia/Kathmandu'],
  ] as const) {
    const list = new URLSearchParams({
      from: addDays(today, -9),
      to: addDays(today, -3),
      ...(hour && { hour }),
      tz,
    });
    const { json } = await call(server, `/api/leads?${list}`, { cookie: staff.cookie });
    await page.goto(`/panel?${list}`);
    await waitForIslands(page);
    await page.getByRole('button', { name: `Hora de ${tz}` }).waitFor();
    await page.getByText(json.total === 1 ? '1 lead' : `${json.total} leads`, { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('tz')).toBe(tz);
    await page.goto(`/panel/numeros?periodo=7d&tz=${tz}`);
    await page.getByText(`Los días y las horas son los de ${tz}.`).waitFor();
    await page.getByRole('link', { name: '30 días' }).click();
    await page.waitForURL(/periodo=30d&tz=/);
    await page.getByRole('link', { name: 'Contar con mi hora' }).click();
    await page.waitForURL((url) => !url.searchParams.has('tz'));
  }

  // One that counts as the reader does names no zone in the panel, and a zone alone is none.
  const searchOf = async (path: string) => {
    await page.goto(path);
    return new URL(page.url()).search;
  };
  expect(await searchOf(`/panel?from=${today}&tz=${own}`)).toBe(`?from=${today}`);
  expect(await searchOf('/panel?estado=nuevo&tz=Asia/Tokyo')).toBe('?estado=nuevo');

  // A period that cannot be is said, and what was typed stays.
  await page.goto(`/panel/numeros?from=${today}&to=${addDays(today, -3)}`);
  await page.getByText('Período: el primer día tiene que ser anterior al último, o el mismo.').waitFor();
  expect(await page.getByLabel('Desde', { exact: true }).inputValue()).toBe(today);
  expect(await page.getByLabel('Hasta', { exact: true }).inputValue()).toBe(addDays(today, -3));
});
