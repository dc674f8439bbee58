import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, measureOverflow, signIn, watchComplaints } from '../support/browser';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { makeLead, nameOf, rowOf } from '../support/panel';
import {
  button,
  DESKTOP,
  openCrm,
  openPage,
  openStage,
  PHONE,
  server,
  toast,
  waitForIslands,
} from '../support/stage';

let admin: Person;

openStage();
beforeAll(async () => {
  admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
  for (const estado of ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido']) {
    const { id } = await makeLead(server, admin, {
      nombre: `María Fernanda ${estado}`,
      email: 'maria.fernanda.de.los.angeles@inmobiliaria-costanera.example.com',
      whatsapp: '+5491155554444',
      pais: 'Argentina',
      mensaje: 'Hola, quiero saber más.',
    });
    if (estado !== 'nuevo') {
      const path = `/api/leads/${id}`;
      await call(server, path, { method: 'PATCH', cookie: admin.cookie, body: { estado } });
    }
    await call(server, `/api/leads/${id}/notes`, { cookie: admin.cookie, body: { body: 'Una nota.' } });
  }
  const { id } = await makeLead(server, admin, { nombre: 'Borrada' });
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: admin.cookie });
  await submitEnquiry(server, { ...validEnquiry, sitio_web: 'x' });
});

const SIZES = [
  ['a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
  ['a desk', { viewport: DESKTOP }],
] as const;

const open = (page: Page, name: RegExp | string) =>
  page.getByRole('button', { name, exact: true }).or(page.getByRole('button', { name })).first().click();

const SCREENS: Record<string, { path: string; reach?: (page: Page) => Promise<void> }> = {
  panel: { path: '/panel' },
  'panel without a match': { path: '/panel?q=nadie' },
  'status popover': {
    path: '/panel',
    reach: async (page) => {
      await button(page, 'Nuevo').click();
      await page.getByText('Cambiar estado a:').waitFor();
    },
  },
  'dialog, Información': {
    path: '/panel',
    reach: async (page) => {
      await nameOf(page, 'María Fernanda nuevo').click();
      await page.getByText('Primer contacto').waitFor();
    },
  },
  'dialog, editing': {
    path: '/panel',
    reach: async (page) => {
      await nameOf(page, 'María Fernanda nuevo').click();
      await open(page, 'Editar datos');
      await page.getByLabel('Nombre').fill('');
      await open(page, 'Guardar cambios');
      await page.getByText('Nombre y email son obligatorios').waitFor();
    },
  },
  'dialog, Notas': {
    path: '/panel',
    reach: async (page) => {
      await open(page, /^Notas de/);
      await page.getByText('Una nota.').waitFor();
    },
  },
  'dialog, Historial': {
    path: '/panel',
    reach: async (page) => {
      await open(page, /^Notas de/);
      await page.getByRole('tab', { name: 'Historial' }).click();
      await page.getByText('añadió una nota').waitFor();
    },
  },
  'create dialog with errors': {
    path: '/panel',
    reach: async (page) => {
      await open(page, 'Crear Lead');
      await page.getByRole('dialog').getByRole('button', { name: 'Crear Lead' }).click();
      await toast(page, 'Nombre y email son obligatorios');
    },
  },
  'confirmation of deleting': {
    path: '/panel',
    reach: async (page) => {
      await open(page, /^Eliminar lead/);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  trash: { path: '/panel/papelera' },
  'set aside': { path: '/panel/apartadas' },
};

describe.each(SIZES)('on %s', (_name, options) => {
  test.each(Object.entries(SCREENS))(
    '%s is accessible, fits and makes no complaint',
    async (_screen, { path, reach }) => {
      const page = await openPage({ person: admin, ...options });
      const complaints = watchComplaints(page);
      await page.goto(path);
      await waitForIslands(page);
      await reach?.(page);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    },
  );
});

describe('on a phone', () => {
  test.each(['/panel/papelera', '/panel/apartadas'])(
    'the way back from %s is big enough for a thumb',
    async (path) => {
      const page = await openCrm(admin, path, SIZES[0][1]);
      const box = await page.getByRole('link', { name: 'Volver al panel' }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(40);
    },
  );

  test('a card is as tall once its lead has been contacted, though the status takes more room', async () => {
    const { id } = await makeLead(server, admin, { nombre: 'Marta Larga Espera' });
    const page = await openCrm(admin, '/panel', SIZES[0][1]);
    const card = rowOf(page, 'Marta Larga Espera');
    await card.getByText('sin contactar').waitFor();
    const before = await card.boundingBox();
    await call(server, `/api/leads/${id}`, {
      method: 'PATCH',
      cookie: admin.cookie,
      body: { estado: 'en_seguimiento' },
    });
    await card.getByText('sin contactar').waitFor({ state: 'detached' });
    expect(before?.height).toBeGreaterThan(0);
    expect((await card.boundingBox())?.height).toBeCloseTo(before?.height ?? 0, 2);
    await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: admin.cookie });
  });

  test('everything in a card is big enough for a thumb', async () => {
    const page = await openCrm(admin, '/panel', SIZES[0][1]);
    const card = rowOf(page, 'María Fernanda nuevo');
    const controls = await card.locator('button, a').all();
    expect(controls.length).toBeGreaterThanOrEqual(5);
    for (const control of controls) {
      // What answers to a finger may be larger than what is drawn.
      const height = await control.evaluate((element) => {
        element.scrollIntoView({ block: 'center' });
        const box = element.getBoundingClientRect();
        const middle = box.left + box.width / 2;
        let reach = 0;
        for (let y = box.top - 12; y <= box.bottom + 12; y++) {
          const hit = document.elementFromPoint(middle, y);
          if (hit && (hit === element || element.contains(hit))) reach++;
        }
        return reach;
      });
      expect(height, await control.innerText()).toBeGreaterThanOrEqual(40);
    }
  });
});

test('a name stands in one line where the window is just wide enough for a table', async () => {
  const page = await openCrm(admin, '/panel', { viewport: { width: 1024, height: 768 } });
  const box = await nameOf(page, 'María Fernanda nuevo').boundingBox();
  expect(box?.height).toBeLessThan(30);
  expect(await page.getByRole('columnheader').count()).toBe(8);
});

test('dates are in the zone of whoever reads', async () => {
  withDatabase(server, (db) => {
    db.prepare("UPDATE leads SET created_at = '2026-03-01T02:30:00.000Z' WHERE nombre LIKE '%perdido'").run();
  });
  for (const [timezoneId, shown] of [
    ['America/Argentina/Buenos_Aires', '28/02/2026 23:30'],
    ['America/Mexico_City', '28/02/2026 20:30'],
    ['Europe/Madrid', '01/03/2026 03:30'],
  ] as const) {
    const page = await openCrm(admin, '/panel', { timezoneId });
    await rowOf(page, 'María Fernanda perdido').getByText(shown).waitFor();
  }
});

test('the first load brings at most 130 KiB of compressed script', async () => {
  const page = await openPage({ person: admin });
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname);
  });
  await page.goto('/panel');
  await waitForIslands(page);
  const sizes = [...scripts].map((path) => {
    const file = join('dist/client', path);
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  });
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(130 * 1024);
});

test('the sign-in screen fetches what the panel will need', async () => {
  const page = await openPage();
  await page.goto('/login');
  const arrived = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map((entry) => ({
          script: new URL(entry.name).pathname,
          bytes: (entry as PerformanceResourceTiming).transferSize,
        })),
    );
  const findDialogs = async () => (await arrived()).find(({ script }) => /\/dialogs\./.test(script))?.script;
  await expect.poll(findDialogs).toBeDefined();
  // Itself it may be there before all that it imports.
  await page.evaluate(`import('${await findDialogs()}').then(() => {})`);
  await signIn(page.context(), server.url, admin);
  await page.goto('/panel');
  await waitForIslands(page);
  const scripts = await arrived();
  expect(scripts.some(({ script }) => /\/LeadsPanel\./.test(script))).toBe(true);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(10 * 1024);
});
