import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { takesAtBest } from '../support/at-best';
import { intercept, watchComplaints } from '../support/browser';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { listedNames, makeLead, readCounter, rowOf } from '../support/panel';
import { startServer } from '../support/server';
import { button, openCrm, openPage, openStage, server, toast, waitForIslands } from '../support/stage';

let staff: Person;

openStage();
beforeAll(async () => {
  staff = makePerson(server, { name: 'Ana' });
  const countries = ['Argentina', 'Chile', 'México'];
  const estados = ['nuevo', 'contactado', 'ganado'];
  for (let n = 1; n <= 60; n++) {
    const { id } = await makeLead(server, staff, {
      nombre: `Persona ${String(n).padStart(2, '0')}`,
      pais: countries[n % 3],
      client_type: n % 2 ? 'inmobiliaria' : null,
      whatsapp: n === 7 ? '+54 9 11 5874-9895' : '',
      mensaje: n === 8 ? 'Ñandú en alquiler' : '',
    });
    if (n % 3) {
      await call(server, `/api/leads/${id}`, {
        method: 'PATCH',
        cookie: staff.cookie,
        body: { estado: estados[n % 3] },
      });
    }
  }
  withDatabase(server, (db) => {
    const old = new Date(Date.now() - 10 * 86_400_000).toISOString();
    const aged = "WHERE nombre IN ('Persona 01', 'Persona 02')";
    // Out of the list and back: what counts arrivals by the hour does not look for a lead that changes its time.
    db.prepare(`UPDATE leads SET deleted_at = created_at ${aged}`).run();
    db.prepare(`UPDATE leads SET deleted_at = NULL, created_at = ? ${aged}`).run(old);
  });
});

describe('the list', () => {
  test('is in the HTML before any script runs, and makes no complaint when it comes alive', async () => {
    const html = await (await fetch(`${server.url}/panel`, { headers: { cookie: staff.cookie } })).text();
    expect(html.match(/data-lead-id=/g)).toHaveLength(50);
    const page = await openCrm(staff, '/login');
    const complaints = watchComplaints(page);
    await page.goto('/panel');
    await waitForIslands(page);
    await button(page, 'Nuevo').first().click();
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
  });

  test('has eight columns and, on demand, the rest', async () => {
    const page = await openCrm(staff);
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Nombre',
      'Email',
      'WhatsApp',
      'País',
      'Estado',
      'Notas',
      'Fecha',
      'Acciones',
    ]);
    expect(await listedNames(page)).toHaveLength(50);
    await page.getByRole('button', { name: 'Cargar más' }).click();
    await expect.poll(() => listedNames(page)).toHaveLength(60);
    await page.getByRole('button', { name: 'Cargar más' }).waitFor({ state: 'detached' });
    expect(new Set(await listedNames(page)).size).toBe(60);
  });

  test('keeps filters, search and order in the address, over reload and steps back', async () => {
    const page = await openCrm(staff);
    await page.getByLabel('País').selectOption('Chile');
    await expect.poll(() => listedNames(page)).toHaveLength(20);
    await page.getByLabel('Tipo de cliente').selectOption('Inmobiliaria');
    await expect.poll(() => listedNames(page)).toHaveLength(10);
    await page.getByLabel('Orden').selectOption('Más antiguos');
    await expect.poll(async () => (await listedNames(page))[0]).toBe('Persona 01');
    expect(new URL(page.url()).search).toBe('?pais=Chile&client_type=inmobiliaria&orden=antiguos');
    await page.reload();
    await waitForIslands(page);
    expect(await listedNames(page)).toHaveLength(10);
    expect(await page.getByLabel('País').inputValue()).toBe('Chile');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => listedNames(page)).toHaveLength(20);
    expect(await page.getByLabel('Tipo de cliente').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await expect.poll(() => listedNames(page)).toHaveLength(50);
  });

  test('is searched without accents and case, and by digits', async () => {
    const page = await openCrm(staff);
    const box = page.getByLabel('Buscar');
    await box.fill('NANDU');
    await expect.poll(() => listedNames(page)).toEqual(['Persona 08']);
    await box.fill('58749895');
    await expect.poll(() => listedNames(page)).toEqual(['Persona 07']);
    expect(new URL(page.url()).searchParams.get('q')).toBe('58749895');
    await box.fill('nadie así');
    await page.getByText('No hay leads registrados con estos filtros').waitFor();
    await box.press('Escape');
    await expect.poll(() => listedNames(page)).toHaveLength(50);
  });

  test.each(['Leads Totales', 'Nuevos (7 días)', 'Contactados', 'En seguimiento', 'Ganados', 'Perdidos'])(
    'behind the counter %s holds as many as it says',
    async (label) => {
      const page = await openCrm(staff);
      await page.getByRole('link', { name: label }).click();
      await page.getByRole('link', { name: label }).and(page.locator('[aria-current]')).waitFor();
      const count = await readCounter(page, label);
      const busy = page.locator('[aria-busy=true]');
      await busy.waitFor({ state: 'detached' });
      const more = page.getByRole('button', { name: 'Cargar más' });
      if (count > 50) await more.click();
      await expect.poll(() => listedNames(page)).toHaveLength(count);
      expect(await more.count()).toBe(0);
    },
  );

  test('of those who wait has the oldest first', async () => {
    const page = await openCrm(staff);
    await page.getByRole('link', { name: 'Sin contactar', exact: true }).click();
    await expect.poll(async () => (await listedNames(page))[0]).toBe('Persona 03');
    expect(await page.getByText(/^sin contactar hace/).count()).toBe((await listedNames(page)).length);
  });

  test('says that it is empty where it is', async () => {
    const empty = await startServer();
    const page = await openCrm(makePerson(empty), '/panel', { site: empty });
    await page.getByText('No hay leads registrados', { exact: true }).waitFor();
    await page.getByLabel('Orden').selectOption('Más antiguos');
    await page.waitForURL('**/panel?orden=antiguos');
    await page.getByText('No hay leads registrados', { exact: true }).waitFor();
    await page.getByLabel('Estado').selectOption('Ganado');
    await page.getByText('No hay leads registrados con estos filtros', { exact: true }).waitFor();
    await empty.stop();
  });

  test('says when it cannot be loaded, and tries again', async () => {
    const page = await openCrm(staff);
    await intercept(page, '**/api/leads?*', (route) => route.abort());
    await page.getByLabel('País').selectOption('Chile');
    await toast(page, 'Error al cargar los leads');
    await page.getByRole('main').getByText('Error al cargar los leads').waitFor();
    expect(await listedNames(page)).toEqual([]);
    await page.unroute('**/api/leads?*');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect.poll(() => listedNames(page)).toHaveLength(20);
  });
});

describe('live updates', () => {
  test('an enquiry appears at the top of every open panel within two seconds, and is counted', async () => {
    const pages = [await openCrm(staff), await openCrm(makePerson(server))];
    const [first] = pages;
    if (!first) throw new Error('no page');
    const total = await readCounter(first, 'Leads Totales');
    const delay = await takesAtBest(2000, async (nth) => {
      await submitEnquiry(server, { ...validEnquiry, nombre: `Vera Viva ${nth}` });
      for (const page of pages) {
        await rowOf(page, `Vera Viva ${nth}`).waitFor();
        expect((await listedNames(page))[0]).toBe(`Vera Viva ${nth}`);
        expect(await readCounter(page, 'Leads Totales')).toBe(total + nth);
      }
    });
    expect(delay).toBeLessThan(2000);
  });

  test('what came while the connection was down is there once it is back', async () => {
    const before = await startServer();
    const page = await openPage({ person: makePerson(before), site: before });
    const STREAM = '**/api/leads/stream*';
    const [stream] = await Promise.all([page.waitForResponse(STREAM), page.goto('/panel')]);
    await intercept(page, STREAM, (route) => route.abort());
    await before.stop({ keep: true });
    await stream.finished();
    const { folder, port } = before;
    const after = await startServer({ folder, port });
    await submitEnquiry(after, { ...validEnquiry, nombre: 'Olga Offline' });
    expect(await listedNames(page)).toEqual([]);
    await page.unroute(STREAM);
    await rowOf(page, 'Olga Offline').waitFor();
    expect(await listedNames(page)).toEqual(['Olga Offline']);
    await after.stop();
  });

  test('a status that somebody else changes, changes; one that leaves the filter, leaves the list', async () => {
    const { id } = await makeLead(server, staff, { nombre: 'Zoe Zeta' });
    const page = await openCrm(staff, '/panel?estado=nuevo');
    await rowOf(page, 'Zoe Zeta').waitFor();
    await call(server, `/api/leads/${id}`, {
      method: 'PATCH',
      cookie: makePerson(server).cookie,
      body: { estado: 'perdido' },
    });
    await rowOf(page, 'Zoe Zeta').waitFor({ state: 'detached' });
  });
});
