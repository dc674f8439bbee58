import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { signIn } from '../support/browser';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { listedNames, makeLead, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { holdRequests, openPage, openStage, server } from '../support/stage';

openStage();
const admin = providePerson(server, { roles: ['admin'] });
const staff = providePerson(server);

/** Blocks the scripts of this name until the returned function is called. */
const withholdScript = (page: Page, name: string) => holdRequests(page, `**/_astro/${name}*.js`);

/** The loaded scripts, and the bytes each took over the network. */
const readScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => ({
        script: new URL(entry.name).pathname,
        bytes: (entry as PerformanceResourceTiming).transferSize,
      })),
  );

test('what is pressed, typed and chosen before the panel is alive counts once it is', async () => {
  const zoe = newWord();
  await makeLead(server, staff, { nombre: `${zoe} Paz`, pais: 'Chile' });
  await makeLead(server, staff, { nombre: `${zoe} Sosa`, pais: 'Perú' });
  await makeLead(server, staff, { nombre: 'Ana Paz', pais: 'Chile' });
  const page = await openPage({ person: staff });
  const releasePanel = await withholdScript(page, 'LeadsPanel');
  const releaseButton = await withholdScript(page, 'CreateLeadButton');
  await page.goto('/panel', { waitUntil: 'load' });
  const create = page.getByRole('button', { name: 'Crear Lead' });
  await page.getByLabel('Buscar').fill(zoe);
  await page.getByLabel('País').selectOption('Chile');
  await create.click();
  await expect.poll(() => create.getAttribute('data-pressed')).toBe('');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  releasePanel();
  await expect.poll(() => listedNames(page)).toEqual([`${zoe} Paz`]);
  const { search } = new URL(page.url());
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ q: zoe, pais: 'Chile' });
  releaseButton();
  await page.getByRole('dialog', { name: 'Crear Lead Manual' }).waitFor();
});

test('the statuses open without the panel, and one can be chosen before it is alive and once it is', async () => {
  for (const when of ['before', 'once']) {
    const word = newWord();
    const [nombre, neighbour] = [`Se elige ${when} ${word}`, `Queda ${when} ${word}`];
    const { id } = await makeLead(server, staff, { nombre });
    await makeLead(server, staff, { nombre: neighbour });
    const page = await openPage({ person: staff });
    const release = await withholdScript(page, 'LeadsPanel');
    await page.goto('/panel', { waitUntil: 'load' });
    await rowOf(page, neighbour).getByRole('button', { name: 'Nuevo', exact: true }).click();
    const menu = page.locator(':popover-open');
    await menu.getByText('Cambiar estado a:').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
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
    await menu.getByText('Ahora no').click();
    await expect.poll(() => menu.count()).toBe(0);
    await expect
      .poll(() => badge.evaluate((element) => element === document.activeElement), { message: when })
      .toBe(true);
    // The update is optimistic.
    const estado = async () => (await call(server, `/api/leads/${id}`, { cookie: staff.cookie })).json.lead.estado;
    await expect.poll(estado, { message: when }).toBe('ganado');
    await rowOf(page, neighbour).getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
  }
});

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

test('the sign-in screen fetches what the panel will need; there a notice from the address is shown once, stays while it has the focus, and leaves', async () => {
  const page = await openPage();
  await page.goto('/login');
  const findPanel = async () => (await readScripts(page)).find(({ script }) => /\/LeadsPanel\./.test(script))?.script;
  await expect.poll(findPanel).toBeDefined();
  // The script may be loaded before its imports are.
  await page.evaluate(`import('${await findPanel()}').then(() => {})`);
  await signIn(page.context(), server.url, admin);
  await page.goto('/panel');
  await waitForIslands(page);
  const first = (await readScripts(page)).filter(({ script }) => /\/(LeadsPanel|island-renderer|base)\./.test(script));
  expect(first).toHaveLength(3);
  expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(1024);

  await page.clock.install();
  await page.goto('/panel?aviso=sin-permiso');
  const toast = page.getByText('No tienes permisos para acceder a esta sección');
  await toast.waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.keyboard.press('Alt+t');
  await page.clock.runFor(20_000);
  await expect.poll(() => toast.count()).toBe(1);
  await page.getByLabel('Buscar').focus();
  await page.clock.runFor(6000);
  await toast.waitFor({ state: 'detached' });
});
