import { beforeAll, expect, test } from 'vitest';
import { addDays, DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { makePerson } from '../support/accounts';
import { measureOverflow } from '../support/browser';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { providePerson } from '../support/provide';
import { fillWithRandomLeads } from '../support/random-leads';
import { DESKTOP, openCrm, openPage, openStage, PHONE, server } from '../support/stage';

const today = dayIn(DEFAULT_ZONE, Date.now());

// Its own server, so that nobody else's list has these 300.
openStage(() => ({}));
const staff = providePerson(server, { name: 'Ana' });
beforeAll(() => {
  const first = `${addDays(today, -50)}T00:00:00.000Z`;
  fillWithRandomLeads(server, 300, { first, last: new Date().toISOString() }, [staff.id]);
});

/** The charts, with the initially selected one of origins. */
const FIGURES = ['Consultas por día', 'Ganados por día', 'Por origen'];
const ANSWERS = ['Qué tan rápido contestamos', 'Ganados en el período', 'Qué queda pendiente', 'Quién necesita ayuda'];

test('the numbers fit on a phone and on a desk, also with every table open', async () => {
  for (const options of [{ viewport: PHONE, hasTouch: true, isMobile: true }, { viewport: DESKTOP }]) {
    const page = await openCrm(staff, '/panel/numeros', options);
    await page.getByRole('heading', { name: 'Números', exact: true }).waitFor();
    const { width } = options.viewport;
    await expect.poll(() => measureOverflow(page), { message: `${width} px wide` }).toBeLessThanOrEqual(0);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(tall, 'px of a month').toBeLessThanOrEqual(width === DESKTOP.width ? 1300 : 2600);
    const tables = await page.getByText('Ver como tabla').filter({ visible: true }).all();
    expect(tables.length).toBe(FIGURES.length);
    for (const table of tables) await table.click();
    await expect.poll(() => measureOverflow(page), { message: `the tables, ${width} px wide` }).toBeLessThanOrEqual(0);
  }
});

test('without scripts every chart says in words and in a table what it shows, and paper has no bar', async () => {
  const page = await openPage({ person: staff, javaScriptEnabled: false });
  await page.goto('/panel/numeros');
  for (const name of FIGURES) {
    const figure = page.getByRole('figure', { name, exact: true });
    await expect.poll(() => figure.locator('figcaption').innerText(), { message: name }).toMatch(/\S+ \S+/);
    await figure.getByText('Ver como tabla').click();
    const rows = await figure.locator('details table').getByRole('row').count();
    expect(rows, name).toBeGreaterThan(1);
  }
  for (const name of ANSWERS) {
    const answer = page.getByRole('region', { name, exact: true });
    await expect.poll(() => answer.getByRole('paragraph').last().innerText(), { message: name }).toMatch(/\S+ \S+/);
  }
  for (const name of ['El equipo', 'Ganados por plan', 'Perdidos por motivo'])
    await expect
      .poll(() => page.getByRole('region', { name, exact: true }).getByRole('row').count(), { message: name })
      .toBeGreaterThan(1);

  // Origins share one chart; the arrow keys switch it.
  await page.getByRole('radio', { name: 'Origen' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('figure', { name: 'Por país' }).waitFor();
  await expect.poll(() => page.getByRole('figure', { name: 'Por origen' }).count()).toBe(0);

  // The owner is in the URL, and every link of the page keeps it.
  await page.getByRole('combobox', { name: 'Persona', exact: true }).selectOption('Ana');
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('persona') === staff.id);
  await page.getByText('De: Ana.').waitFor();
  await page.getByRole('link', { name: '7 días' }).click();
  await page.waitForURL(/periodo=7d/);
  await expect.poll(() => new URL(page.url()).searchParams.get('persona')).toBe(staff.id);
  await page.locator('.period-more > summary').click();
  for (const [name, type] of [
    ['Descargar (XLSX)', /spreadsheetml/],
    ['Descargar (CSV)', /^text\/csv/],
  ] as const) {
    const file = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
    const { status, headers } = await call(server, file, { cookie: staff.cookie });
    expect([file, status, headers.get('content-type')]).toEqual([file, 200, expect.stringMatching(type)]);
  }
  await page.getByRole('link', { name: 'Enlace para compartir' }).click();
  await page.waitForURL(/from=/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    from: addDays(today, -6),
    to: today,
    tz: DEFAULT_ZONE,
    persona: staff.id,
  });

  const bar = page.locator('.frame-bar');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => bar.isVisible(), { message: `on paper ${viewport.width} px wide` }).toBe(false);
    const said = await page.locator('.period-said').innerText();
    expect(said).toMatch(/^Del .+ De: Ana\. Los días y las horas son los de .+\.$/);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => bar.isVisible(), { message: `on a screen ${viewport.width} px wide` }).toBe(true);
  }
});

test('a number opens the list of exactly those leads; a link from elsewhere counts as there, and says so', async () => {
  // The panel has stored the time zone that both count by.
  const page = await openCrm(staff);
  const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await page.goto('/panel/numeros?periodo=7d');
  const link = page.getByRole('link', { name: / Más tarde$/ });
  const total = Number((await link.innerText()).replace(/\D/g, ''));
  await link.click();
  await page.waitForURL(/\/panel\?/);
  await waitForIslands(page);
  await page.getByRole('button', { name: /Contactados: después de 60 min/ }).waitFor();
  expect(total).toBeGreaterThan(0);
  await expect.poll(() => page.locator('tr[data-lead-id]').count()).toBe(total);

  for (const tz of ['America/Santiago', 'Asia/Kathmandu']) {
    const list = new URLSearchParams({ from: addDays(today, -9), to: addDays(today, -3), tz });
    const { json } = await call(server, `/api/leads?${list}`, { cookie: staff.cookie });
    await page.goto(`/panel?${list}`);
    await waitForIslands(page);
    await page.getByRole('button', { name: `Hora de ${tz}` }).waitFor();
    await page.getByText(json.total === 1 ? '1 lead' : `${json.total} leads`, { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('tz')).toBe(tz);
    await page.goto(`/panel/numeros?periodo=7d&tz=${tz}`);
    await page.getByText(`Los días y las horas son los de ${tz}.`).waitFor();
    await page.getByRole('link', { name: '30 días' }).click();
    await page.waitForURL(/periodo=30d&tz=/);
    await page.getByRole('link', { name: 'Contar con mi hora' }).click();
    await page.waitForURL((url) => !url.searchParams.has('tz'));
  }

  // The reader's own zone is dropped from the panel's URL, and a zone alone is no filter.
  const searchOf = async (path: string) => {
    await page.goto(path);
    return new URL(page.url()).search;
  };
  expect(await searchOf(`/panel?from=${today}&tz=${own}`)).toBe(`?from=${today}`);
  expect(await searchOf('/panel?estado=nuevo&tz=Asia/Tokyo')).toBe('?estado=nuevo');

  // An impossible period is reported, and the input stays.
  await page.goto(`/panel/numeros?from=${today}&to=${addDays(today, -3)}`);
  await page.getByText('Período: el primer día tiene que ser anterior al último, o el mismo.').waitFor();
  await expect.poll(() => page.getByLabel('Desde', { exact: true }).inputValue()).toBe(today);
  await expect.poll(() => page.getByLabel('Hasta', { exact: true }).inputValue()).toBe(addDays(today, -3));
});

test('the meeting gets one page of paper', async () => {
  const page = await openCrm(staff, '/panel/numeros');
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('administrators set the goal of a month, change their mind, and are told what is none', async () => {
  expect(await (await openCrm(staff, '/panel/numeros')).getByText('Poner una meta mensual').count()).toBe(0);
  const page = await openCrm(makePerson(server, { roles: ['admin'] }), '/panel/numeros');
  const field = page.getByLabel('Meta mensual');
  const save = page.getByRole('button', { name: 'Guardar meta' });
  await page.getByText('Poner una meta mensual').click();
  await field.fill('mucho');
  await save.click();
  await page.getByText('Meta mensual: escribí un número entero de dólares, o dejala vacía.').waitFor();
  await expect.poll(() => field.inputValue()).toBe('mucho');
  await field.fill('3.000');
  await save.click();
  await page.getByText('Meta mensual: USD 3000').click();
  await page.getByText(/al ritmo actual: USD\s/).waitFor();
  await waitForIslands(page);
  await field.fill('');
  await save.click();
  await page.getByText('Poner una meta mensual').waitFor();
  await expect.poll(() => page.getByText(/al ritmo actual/).count()).toBe(0);
});
