import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { makeLead, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { button, DESKTOP, openCrm, openStage, PHONE, server, toast } from '../support/stage';

openStage();
const clara = providePerson(server, { name: 'Clara Campo' });
const beto = providePerson(server, { name: 'Beto Bravo' });

const readLead = async (id: number) => (await call(server, `/api/leads/${id}`, { cookie: clara.cookie })).json.lead;

const question = (page: Page, nombre: string) =>
  page.getByRole('group', { name: `¿Contactaste a ${nombre}?`, exact: true });

/** Presses a WhatsApp link, without WhatsApp. */
async function openWhatsapp(page: Page, nombre: string): Promise<void> {
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'ok' }));
  const link = rowOf(page, nombre).getByRole('link', { name: `Abrir WhatsApp de ${nombre}` });
  const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await popup.close();
}

/** At no width is a single answer wrapped onto its own line. */
async function expectTogether(page: Page, asked: Locator): Promise<void> {
  for (const width of [360, 480, 767, 1024, 1440, 1920, DESKTOP.width]) {
    await page.setViewportSize({ width, height: DESKTOP.height });
    const tops = await asked
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size, `lines at ${width}`).toBe(1);
  }
}

test('“¿Hubo contacto?” is asked in the row until it is answered, and yes moves the lead on, at a desk and on a phone', async () => {
  let colleague: Page | undefined;
  for (const [where, viewport] of [
    ['desk', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    const nombre = `LIC. IRIS ${newWord()}`;
    const { id } = await makeLead(server, beto, {
      nombre,
      email: `${newWord()}@x.example.com`,
      whatsapp: '011 15-5874-9895',
      pais: 'Argentina',
    });
    const page = await openCrm(clara, '/panel', { viewport, hasTouch: where === 'phone' });
    const row = rowOf(page, nombre);
    await expect
      .poll(() => row.getByRole('link', { name: `Abrir WhatsApp de ${nombre}` }).getAttribute('href'), {
        message: where,
      })
      .toMatch(/^https:\/\/wa\.me\/5491158749895\?text=Hola%20Iris%2C/);
    await openWhatsapp(page, nombre);
    await question(page, nombre).getByText('WhatsApp abierto recién').waitFor();
    await row.getByTitle('Sin contactar').waitFor();
    await expect
      .poll(() => readLead(id), { message: where })
      .toMatchObject({ estado: 'nuevo', first_contacted_at: null });
    // The colleague gets it with the page, then live.
    const other = colleague ?? (await openCrm(beto));
    colleague = other;
    await rowOf(other, nombre).getByText('Clara Campo · WhatsApp abierto recién').waitFor();
    await expect.poll(() => question(other, nombre).count(), { message: 'the colleague is not asked' }).toBe(0);

    await page.reload();
    await waitForIslands(page);
    await question(page, nombre).getByRole('button', { name: 'No', exact: true }).click();
    await question(page, nombre).waitFor({ state: 'detached' });
    await expect.poll(async () => (await readLead(id)).attempts, { message: where }).toEqual([]);
    await rowOf(colleague, nombre)
      .getByText(/Clara Campo/)
      .waitFor({ state: 'detached' });

    await openWhatsapp(page, nombre);
    await question(page, nombre).waitFor();
    if (where === 'desk') await expectTogether(page, question(page, nombre));
    await question(page, nombre).getByRole('button', { name: 'Sí', exact: true }).click();
    await row.getByRole('button', { name: 'Contactado', exact: true }).waitFor();
    await toast(page, 'Estado actualizado correctamente');
    await expect.poll(async () => (await readLead(id)).first_contacted_at, { message: where }).not.toBeNull();
    await row.getByTitle('Sin contactar').waitFor({ state: 'detached' });

    await button(page, 'Deshacer').click();
    await question(page, nombre).waitFor();
    await expect
      .poll(() => readLead(id), { message: where })
      .toMatchObject({ estado: 'nuevo', first_contacted_at: null });
  }
});

test('the open lead asks after a call and an email, too, and says how a number that gives no link is mended', async () => {
  const nora = `Nora Llamada ${newWord()}`;
  const olga = `Olga Quince ${newWord()}`;
  const email = `${newWord()}@x.example.com`;
  const { id } = await makeLead(server, beto, { nombre: nora, email, whatsapp: '+595981123456' });
  await makeLead(server, clara, {
    nombre: olga,
    email: `${newWord()}@x.example.com`,
    whatsapp: '15 5566 7788',
    pais: 'Argentina',
  });
  const page = await openCrm(clara, `/panel?lead=${id}`);
  // Stops tel: and mailto:, whose system prompt would cover the page.
  await page.evaluate(() =>
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (link && !link.protocol.startsWith('http')) event.preventDefault();
    }),
  );
  const open = page.getByRole('dialog', { name: nora });
  const asked = open.getByRole('group', { name: `¿Contactaste a ${nora}?` });
  const telephone = open.getByRole('link', { name: 'Llamar' }).first();
  await expect.poll(() => telephone.getAttribute('href')).toBe('tel:+595981123456');
  await telephone.click();
  await asked.getByText('Llamada iniciada recién').waitFor();
  await expect.poll(() => question(page, nora).count(), { message: 'it stands in one place' }).toBe(1);
  await expect.poll(() => asked.getByRole('button').allInnerTexts()).toEqual(['Atendió', 'No atendió', 'Dejé mensaje']);
  await asked.getByRole('button', { name: 'No atendió' }).click();
  await asked.waitFor({ state: 'detached' });
  // Next it asks when to follow up, until a colleague's answer withdraws the question.
  await open.getByRole('group', { name: `¿Cuándo seguimos con ${nora}?` }).waitFor();
  await expect.poll(() => readLead(id)).toMatchObject({ estado: 'nuevo', attempts: [] });
  const body = { next_contact_on: '2030-01-15' };
  await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: beto.cookie, body });
  await page.getByRole('group', { name: `¿Cuándo seguimos con ${nora}?` }).waitFor({ state: 'detached' });
  const mail = open.getByRole('link', { name: /^(Escribir email|Email)$/ }).first();
  await expect
    .poll(() => mail.getAttribute('href'))
    .toContain(`mailto:${encodeURIComponent(email)}?subject=Tu%20consulta`);
  await mail.click();
  await asked.getByText('Email abierto recién').waitFor();
  await asked.getByRole('button', { name: 'Sí', exact: true }).click();
  await asked.waitFor({ state: 'detached' });
  await open.getByRole('tab', { name: 'Notas' }).click();
  for (const text of ['llamó: no atendió', 'abrió un email', 'confirmó el contacto']) {
    await open.getByRole('list', { name: 'Historial de notas' }).getByText(text).waitFor();
  }
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });

  const row = rowOf(page, olga);
  await row.getByText('Falta el código de área').waitFor();
  await expect.poll(() => row.getByRole('link', { name: /WhatsApp/ }).count()).toBe(0);
  const mend = { name: `Corregir el WhatsApp de ${olga}` };
  await row.getByRole('button', mend).click();
  const dialog = page.getByRole('dialog', { name: olga });
  const field = dialog.getByRole('textbox', { name: 'WhatsApp' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.press('Escape');
  await dialog.getByText('Falta el código de área: escribilo como +54 9 11 2345 6789.').waitFor();
  await dialog.getByRole('button', mend).click();
  await field.fill('11 15 5566 7788');
  await field.press('Enter');
  await toast(page, 'Datos guardados');
  const link = dialog.getByRole('link', { name: /WhatsApp/ }).first();
  await expect.poll(() => link.getAttribute('href')).toContain('wa.me/5491155667788?');
});
