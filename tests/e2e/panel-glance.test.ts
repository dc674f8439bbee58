import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { call } from '../support/http';
import { listedNames, makeLead, nameOf, rowOf } from '../support/panel';
import { startServer } from '../support/server';
import { button, DESKTOP, openCrm, openStage, PHONE, server, toast } from '../support/stage';

let ana: Person;
let last: { id: number };

openStage();
beforeAll(async () => {
  ana = makePerson(server, { name: 'Ana Activa' });
  for (let n = 1; n <= 24; n++) {
    last = await makeLead(server, ana, {
      nombre: `Persona ${n}`,
      email: `persona.con.un.nombre.largo.${n}@inmobiliaria-costanera-del-este.example.com`,
      whatsapp: '+5491155554444',
      pais: n % 2 ? 'Chile' : 'Perú',
    });
  }
  await call(server, `/api/leads/${last.id}/notes`, { cookie: ana.cookie, body: { body: 'Una nota' } });
});

describe('on a desk', () => {
  test('twenty leads are in sight, each on one line, and a press on a row opens it', async () => {
    const page = await openCrm(ana, '/panel', { viewport: DESKTOP });
    const inSight = await page
      .locator('[data-lead-id]')
      .evaluateAll(
        (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
      );
    expect(inSight).toBeGreaterThanOrEqual(20);
    await rowOf(page, 'Persona 24').getByRole('cell').nth(3).click();
    await page.getByRole('dialog', { name: 'Persona 24' }).waitFor();
  });

  test('a name is a link to its lead, which a key opens in a tab of its own', async () => {
    const page = await openCrm(ana, '/panel', { viewport: DESKTOP });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      nameOf(page, 'Persona 24').click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.getByRole('dialog', { name: 'Persona 24' }).waitFor();
    expect(new URL(tab.url()).search).toBe(`?lead=${last.id}`);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('the list says how many it holds, by what, and chips take that off', async () => {
    const page = await openCrm(ana, '/panel?pais=Chile&estado=nuevo', { viewport: DESKTOP });
    await page.getByText('12 leads', { exact: true }).waitFor();
    const { id } = await makeLead(server, ana, { nombre: 'Otra', pais: 'Chile' });
    await page.getByText('13 leads', { exact: true }).waitFor();
    const change = { method: 'PATCH', cookie: ana.cookie, body: { pais: 'Bolivia' } };
    await call(server, `/api/leads/${id}`, change);
    await page.getByText('12 leads', { exact: true }).waitFor();
    await button(page, 'Quitar filtro País: Chile').click();
    await page.getByText('25 leads', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?estado=nuevo');
    await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: ana.cookie });
  });

  test('presses faster than it is drawn all count', async () => {
    const page = await openCrm(ana, '/panel?pais=Chile&estado=nuevo&creados=7d', { viewport: DESKTOP });
    // As with a mouse, before anything is drawn in between.
    await page.evaluate(() => {
      for (const chip of [...document.querySelectorAll('.filter-chip')].slice(0, 2)) {
        chip.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
      }
    });
    await page.waitForURL('**/panel?pais=Chile');
    await expect.poll(() => page.locator('.filter-chip').count()).toBe(1);
  });

  test('its heads sort it, either way', async () => {
    const page = await openCrm(ana, '/panel', { viewport: DESKTOP });
    const head = page.getByRole('columnheader', { name: 'Notas' });
    await head.getByRole('link').click();
    await page.waitForURL('**/panel?orden=mas_notas');
    await expect.poll(async () => (await listedNames(page))[0]).toBe('Persona 24');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await head.getByRole('link').click();
    await page.waitForURL('**/panel?orden=menos_notas');
    await expect.poll(async () => (await listedNames(page)).at(-1)).toBe('Persona 24');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
  });
});

describe('on a phone', () => {
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };

  test('the first lead can be answered from the first screen', async () => {
    const page = await openCrm(ana, '/panel', phone);
    const chat = await rowOf(page, 'Persona 24')
      .getByRole('link', { name: /WhatsApp/ })
      .boundingBox();
    const bar = await page.getByRole('banner').boundingBox();
    expect((chat?.y ?? Number.NaN) + (chat?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  });

  test('search and filters go out of the way on the way down, and move nothing', async () => {
    const page = await openCrm(ana, '/panel', phone);
    const search = page.getByRole('search');
    const isInSight = () => search.evaluate((row) => row.getBoundingClientRect().bottom > 0);
    const first = page.locator('[data-lead-id]').first();
    const readTop = () => first.evaluate((row) => row.getBoundingClientRect().top + window.scrollY);
    const before = await readTop();
    await page.evaluate(() => window.scrollBy(0, 900));
    await expect.poll(isInSight).toBe(false);
    expect(await readTop()).toBe(before);
    await page.evaluate(() => window.scrollBy(0, -200));
    await expect.poll(isInSight).toBe(true);
    expect(await readTop()).toBe(before);
    await button(page, 'Filtros').click();
    await page.getByLabel('País').selectOption('Perú');
    await page.getByText('12 leads', { exact: true }).waitFor();
  });

  test('the filters say how many leads they leave, and lead to them', async () => {
    const page = await openCrm(ana, '/panel', phone);
    await button(page, 'Filtros').tap();
    await page.getByLabel('País').selectOption('Perú');
    await button(page, 'Ver 12 leads').tap();
    await page.getByLabel('País').waitFor({ state: 'hidden' });
    await page.getByText('12 leads', { exact: true }).waitFor();
    // Also from the further ones, which lie over the others.
    await button(page, 'Filtros (1)').tap();
    await button(page, 'Más filtros').tap();
    await page.getByLabel('Origen').waitFor();
    await page
      .getByRole('group', { name: 'Más filtros' })
      .getByRole('button', { name: 'Ver 12 leads' })
      .tap();
    await page.getByLabel('Origen').waitFor({ state: 'hidden' });
    await page.getByLabel('País').waitFor({ state: 'hidden' });
  });

  test('all filters can be reached on its side, where they are higher than the window', async () => {
    const page = await openCrm(ana, '/panel', { ...phone, viewport: { width: 740, height: 360 } });
    await button(page, 'Filtros').tap();
    const { y = Number.NaN } = (await page.getByText('Estado', { exact: true }).first().boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    await button(page, 'Ver 24 leads').tap();
    await page.getByLabel('País').waitFor({ state: 'hidden' });
  });
});

test('the first day says what to do, and copies the address to share', async () => {
  const empty = await startServer();
  try {
    const admin = makePerson(empty, { roles: ['admin'] });
    const page = await openCrm(admin, '/panel', { site: empty, permissions: ['clipboard-write'] });
    await page.getByText('No hay leads registrados', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Invitar al equipo' }).getAttribute('href')).toBe(
      '/users?vista=equipo&invitar',
    );
    await button(page, 'Copiar enlace').click();
    await toast(page, 'Enlace copiado');
    await button(page, 'Crear el primer lead').click();
    await page.getByRole('dialog', { name: 'Crear Lead Manual' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Buscar').fill('nadie');
    await page.getByText('No hay leads registrados con estos filtros').waitFor();
    await page.getByText('Probá con otra palabra o con menos filtros.').waitFor();
    await button(page, 'Limpiar filtros').click();
    await page.getByText('No hay leads registrados', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Para hoy' }).click();
    await page.getByText('Para hoy no queda nada agendado.').waitFor();
  } finally {
    await empty.stop();
  }
});
