import { beforeAll, expect, test } from 'vitest';
import { watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { makeLead, nameOf, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { openCrm, openPage, openStage, PHONE, server } from '../support/stage';

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

test('on a phone all of a card is big enough for a thumb, a card keeps its height, and the ways back are in reach', async () => {
  const { id } = await makeLead(server, admin, { nombre: `Marta Larga Espera ${family}` });
  const page = await openPage({ person: admin, viewport: PHONE, hasTouch: true, isMobile: true });
  const visit = async (path: string) => {
    await page.goto(path);
    await waitForIslands(page);
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

  for (const path of ['/panel/papelera', '/panel/apartadas']) {
    await visit(path);
    const back = await page.getByRole('link', { name: 'Volver al panel' }).boundingBox();
    expect(back?.height, `the way back from ${path}`).toBeGreaterThanOrEqual(40);
  }
});

test('in the narrowest table a name stands in one line', async () => {
  const page = await openPage({ person: admin, viewport: { width: 1024, height: 768 } });
  await page.goto('/panel');
  await waitForIslands(page);
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
