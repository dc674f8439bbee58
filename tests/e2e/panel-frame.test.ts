import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { watchComplaints } from '../support/browser';
import { call } from '../support/http';
import { listedNames, makeLead, rowOf } from '../support/panel';
import { openCrm, openPage, openStage, server, waitForIslands, withhold } from '../support/stage';

let staff: Person;

openStage();
beforeAll(async () => {
  staff = makePerson(server);
});

/** Keeps the scripts of this name from the page until what it returns is called. */
const withholdScript = (page: Page, name: string) => withhold(page, `**/_astro/${name}*.js`);

test('the style sheet has the line to itself, and no script stands before the end of the list', async () => {
  await makeLead(server, staff, { nombre: 'Ana Primera' });
  const page = await openPage({ person: staff });
  const complaints = watchComplaints(page);
  const answer = await page.goto('/panel');
  await waitForIslands(page);
  const html = (await answer?.text()) ?? '';
  expect(html.indexOf('<script', html.indexOf('<body'))).toBeGreaterThan(html.lastIndexOf('data-lead-id'));
  const arrived = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, startTime, responseEnd } = entry as PerformanceResourceTiming;
      return { type: new URL(name).pathname.split('.').pop(), startTime, responseEnd };
    }),
  );
  const styled = Math.max(
    ...arrived.filter(({ type }) => type === 'css').map(({ responseEnd }) => responseEnd),
  );
  const scripts = arrived.filter(({ type }) => type === 'js');
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter(({ startTime }) => startTime < styled)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('what is pressed before the panel is alive is done once it is', async () => {
  const page = await openPage({ person: staff });
  const release = await withholdScript(page, 'CreateLeadButton');
  await page.goto('/panel', { waitUntil: 'load' });
  const create = page.getByRole('button', { name: 'Crear Lead' });
  await create.click();
  expect(await create.getAttribute('data-pressed')).toBe('');
  expect(await page.getByRole('dialog').count()).toBe(0);
  release();
  await page.getByRole('dialog', { name: 'Crear Lead Manual' }).waitFor();
});

test('what is typed and chosen before the panel is alive counts once it is', async () => {
  await makeLead(server, staff, { nombre: 'Zoe Paz', pais: 'Chile' });
  await makeLead(server, staff, { nombre: 'Zoe Sosa', pais: 'Perú' });
  await makeLead(server, staff, { nombre: 'Ana Paz', pais: 'Chile' });
  const page = await openPage({ person: staff });
  const release = await withholdScript(page, 'LeadsPanel');
  await page.goto('/panel', { waitUntil: 'load' });
  await page.getByLabel('Buscar').fill('zoe');
  await page.getByLabel('País').selectOption('Chile');
  release();
  await expect.poll(() => listedNames(page)).toEqual(['Zoe Paz']);
  const { search } = new URL(page.url());
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ q: 'zoe', pais: 'Chile' });
});

test.each(['before', 'once'])(
  'the statuses open without the panel, and one can be chosen %s it is alive',
  async (when) => {
    const [nombre, neighbour] = [`Se elige ${when}`, `Queda ${when}`];
    const { id } = await makeLead(server, staff, { nombre });
    await makeLead(server, staff, { nombre: neighbour });
    const page = await openPage({ person: staff });
    const release = await withholdScript(page, 'LeadsPanel');
    await page.goto('/panel', { waitUntil: 'load' });
    await rowOf(page, neighbour).getByRole('button', { name: 'Nuevo', exact: true }).click();
    const menu = page.locator(':popover-open');
    await menu.getByText('Cambiar estado a:').waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, nombre).getByRole('button', { name: 'Nuevo', exact: true }).click();
    if (when === 'before') {
      await menu.getByText('Ganado').click();
      release();
    } else {
      release();
      await waitForIslands(page);
      const dialog = page.getByRole('dialog', { name: 'Cambiar estado a:' });
      await dialog.getByRole('button', { name: 'Nuevo', pressed: true }).waitFor();
      await dialog.getByText('Ganado').click();
    }
    const badge = rowOf(page, nombre).getByRole('button', { name: 'Ganado', exact: true });
    await badge.waitFor();
    await expect.poll(() => menu.count()).toBe(0);
    expect(await badge.evaluate((element) => element === document.activeElement)).toBe(true);
    // The row shows it before the server has it.
    const estado = async () =>
      (await call(server, `/api/leads/${id}`, { cookie: staff.cookie })).json.lead.estado;
    await expect.poll(estado).toBe('ganado');
    await rowOf(page, neighbour).getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
  },
);

test('a link that is followed in place opens in another tab where the key for that is held, alive or not', async () => {
  const page = await openPage();
  const release = await withholdScript(page, 'LoginScreen');
  const openInTab = async () => {
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Crear cuenta' }).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.getByRole('heading', { name: 'Crear cuenta' }).waitFor();
    await tab.close();
  };
  await page.goto('/login', { waitUntil: 'load' });
  await openInTab();
  release();
  await waitForIslands(page);
  await openInTab();
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
});

test('a notice from the address is shown once, stays while it has the focus, and leaves', async () => {
  const page = await openCrm(staff, '/login');
  await page.clock.install();
  await page.goto('/panel?aviso=sin-permiso');
  const toast = page.getByText('No tienes permisos para acceder a esta sección');
  await toast.waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.keyboard.press('Alt+t');
  await page.clock.runFor(20_000);
  expect(await toast.count()).toBe(1);
  await page.getByLabel('Buscar').focus();
  await page.clock.runFor(6000);
  await toast.waitFor({ state: 'detached' });
});
