import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { newWord } from '../support/new-word';
import { factOf, makeLead, nameOf, openMore, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { button, DESKTOP, openCrm, openPage, openStage, PHONE, server, toast, waitForIslands } from '../support/stage';

/** The surname of all leads in this file. */
const family = newWord();
const named = (estado: string) => `María Fernanda ${family} ${estado}`;

openStage();
const admin = providePerson(server, { name: 'Ana', roles: ['admin'] });
beforeAll(async () => {
  for (const estado of ['contactado', 'en_seguimiento', 'ganado', 'perdido', 'nuevo']) {
    const { id } = await makeLead(server, admin, {
      nombre: named(estado),
      email: `maria.fernanda.de.los.angeles.${family}@inmobiliaria-costanera.example.com`,
      whatsapp: '+5491155554444',
      pais: 'Argentina',
      mensaje: 'Hola, quiero saber más.',
    });
    if (estado !== 'nuevo') await change(id, { estado });
    await call(server, `/api/leads/${id}/notes`, { cookie: admin.cookie, body: { body: 'Una nota.' } });
  }
  const { id } = await makeLead(server, admin, { nombre: `Borrada ${family}` });
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: admin.cookie });
  await submitEnquiry(server, { ...validEnquiry, sitio_web: 'x' });
});

const change = (id: number, body: object) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: admin.cookie, body });

/** Reports faults of the screens on this page: overflow or complaints. */
function watchScreens(page: Page) {
  const complaints = watchConsoleErrors(page);
  return async (screen: string) => {
    expect.soft(await measureOverflow(page), `${screen}: wider than the window by`).toBeLessThanOrEqual(0);
    expect.soft(complaints.splice(0), `${screen}: complaints`).toEqual([]);
  };
}

/** Opens each layer over the list in turn. */
async function walkLayers(page: Page, hold: (screen: string) => Promise<void>): Promise<void> {
  const row = rowOf(page, named('nuevo'));
  const lead = page.getByRole('dialog', { name: named('nuevo') });

  await row.getByRole('button', { name: 'Nuevo', exact: true }).click();
  await page.getByText('Cambiar estado a:').waitFor();
  await hold('the statuses');
  await page.keyboard.press('Escape');
  await page.getByText('Cambiar estado a:').waitFor({ state: 'hidden' });

  await nameOf(page, named('nuevo')).click();
  await openMore(lead);
  await lead.getByText('Primer contacto').waitFor();
  await hold('a lead');
  await factOf(lead, 'Nombre').click();
  await lead.getByLabel('Nombre').fill('');
  await lead.getByLabel('Nombre').press('Enter');
  await lead.getByText('Nombre y email son obligatorios').waitFor();
  await hold('a lead, edited with an error');
  await lead.getByRole('button', { name: 'Cancelar' }).click();
  await page.keyboard.press('Escape');
  await lead.waitFor({ state: 'detached' });

  await row.getByRole('button', { name: /^Notas de/ }).click();
  await lead.getByText('Una nota.').waitFor();
  await lead.getByText('creó el lead').waitFor();
  await hold('the notes');
  await page.keyboard.press('Escape');
  await lead.waitFor({ state: 'detached' });

  await button(page, 'Crear Lead').click();
  const creation = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await creation.getByRole('button', { name: 'Crear Lead' }).click();
  await toast(page, 'Nombre y email son obligatorios');
  await hold('a new lead with errors');
  await page.keyboard.press('Escape');
  await creation.waitFor({ state: 'detached' });

  // On a phone it is in the lead.
  const isInRow = await row.locator('.lead-remove').isVisible();
  if (!isInRow) await nameOf(page, named('nuevo')).click();
  await (isInRow ? row : lead).getByRole('button', { name: /^Eliminar lead/ }).click();
  await page.getByRole('alertdialog').waitFor();
  await hold('the question before deleting');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

test('on a phone every screen of the panel fits without a complaint, and all in it is big enough for a thumb', async () => {
  const { id } = await makeLead(server, admin, { nombre: `Marta Larga Espera ${family}` });
  const page = await openPage({ person: admin, viewport: PHONE, hasTouch: true, isMobile: true });
  const hold = watchScreens(page);
  const visit = async (path: string) => {
    await page.goto(path);
    await waitForIslands(page);
    await hold(path);
  };
  await visit('/panel');

  // A card keeps its height once contacted, though the status takes more room.
  const card = rowOf(page, 'Marta Larga Espera');
  const waiting = card.getByText(/^hace/);
  await waiting.waitFor();
  const before = (await card.boundingBox())?.height ?? 0;
  await change(id, { estado: 'en_seguimiento' });
  await waiting.waitFor({ state: 'detached' });
  expect(before).toBeGreaterThan(0);
  expect((await card.boundingBox())?.height).toBeCloseTo(before, 2);

  // The name's link covers the card, which opens the lead wherever no other control is.
  const controls = await rowOf(page, named('nuevo')).locator(':is(button, a:not([data-in-place])):visible').all();
  expect(controls.length).toBeGreaterThanOrEqual(3);
  for (const control of controls) {
    // The touch target may exceed the drawn control.
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
    expect.soft(height, await control.innerText()).toBeGreaterThanOrEqual(40);
  }

  await walkLayers(page, hold);
  // A closed layer steps back over its history entry.
  await page.waitForFunction(() => !history.state?.layers);
  await visit(`/panel?q=nadie ${family}`);
  for (const path of ['/panel/papelera', '/panel/apartadas']) {
    await visit(path);
    const back = await page.getByRole('link', { name: 'Volver al panel' }).boundingBox();
    expect(back?.height, `the way back from ${path}`).toBeGreaterThanOrEqual(40);
  }
});

test('on a desk every screen of the panel fits without a complaint, and a name stands in one line in the narrowest table', async () => {
  const page = await openPage({ person: admin, viewport: DESKTOP });
  const hold = watchScreens(page);
  for (const path of ['/panel/papelera', '/panel/apartadas', `/panel?q=nadie ${family}`, '/panel']) {
    await page.goto(path);
    await waitForIslands(page);
    await hold(path);
  }
  await walkLayers(page, hold);
  await page.setViewportSize({ width: 1024, height: 768 });
  expect((await nameOf(page, named('nuevo')).boundingBox())?.height).toBeLessThan(30);
  await expect.poll(() => page.getByRole('columnheader').count()).toBe(8);
});

test('dates are in the zone of whoever reads', async () => {
  withDatabase(server, (db) => {
    const lead = `WHERE nombre = '${named('perdido')}'`;
    // Out of the list and back: the hourly counter of arrivals ignores updates of a lead's time.
    db.exec(`UPDATE leads SET deleted_at = created_at ${lead}`);
    db.exec(`UPDATE leads SET deleted_at = NULL, created_at = '2025-03-01T02:30:00.000Z' ${lead}`);
  });
  for (const [timezoneId, shown] of [
    ['America/Argentina/Buenos_Aires', '28/02/25 23:30'],
    ['America/Mexico_City', '28/02/25 20:30'],
    ['Europe/Madrid', '01/03/25 03:30'],
  ] as const) {
    const page = await openCrm(admin, `/panel?q=${family}`, { timezoneId });
    await rowOf(page, named('perdido')).getByText(shown).waitFor();
    // From then on already as the page comes.
    const cookie = `${admin.cookie}; zona=${timezoneId}`;
    expect((await call(server, `/panel?q=${family}`, { cookie })).text).toContain(`>${shown}</time>`);
  }
  // Somebody who has travelled since.
  const page = await openCrm(admin, `/panel?q=${family}`, { timezoneId: 'Europe/Madrid' });
  const complaints = watchConsoleErrors(page);
  await page.context().addCookies([{ name: 'zona', value: 'America/Mexico_City', url: server.url }]);
  const arrived = await page.goto(`/panel?q=${family}`);
  expect(await arrived?.text()).toContain('>28/02/25 20:30</time>');
  await rowOf(page, named('perdido')).getByText('01/03/25 03:30').waitFor();
  expect(complaints).toEqual([]);
});
