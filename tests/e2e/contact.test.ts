import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations } from '../support/browser';
import { call } from '../support/http';
import { makeLead, rowOf } from '../support/panel';
import { button, DESKTOP, openCrm, openStage, PHONE, server, toast, waitForIslands } from '../support/stage';

let clara: Person;
let beto: Person;

openStage();
beforeAll(() => {
  clara = makePerson(server, { name: 'Clara Campo' });
  beto = makePerson(server, { name: 'Beto Bravo' });
});

const readLead = async (id: number) =>
  (await call(server, `/api/leads/${id}`, { cookie: clara.cookie })).json.lead;

const question = (page: Page, nombre: string) =>
  page.getByRole('group', { name: `¿Contactaste a ${nombre}?`, exact: true });

/** Presses a WhatsApp link, without WhatsApp. */
async function openWhatsapp(page: Page, nombre: string): Promise<void> {
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'ok' }));
  const link = rowOf(page, nombre).getByRole('link', { name: `Abrir WhatsApp de ${nombre}` });
  const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await popup.close();
}

describe('“¿Lo contactaste?”', () => {
  test.each([
    ['desk', DESKTOP],
    ['phone', PHONE],
  ])(
    'is asked in the row until it is answered, and yes moves the lead on: on a %s',
    async (where, viewport) => {
      const nombre = `LIC. IRIS ${where}`;
      const { id } = await makeLead(server, beto, {
        nombre,
        whatsapp: '011 15-5874-9895',
        pais: 'Argentina',
      });
      const page = await openCrm(clara, '/panel', { viewport, hasTouch: where === 'phone' });
      const row = rowOf(page, nombre);
      expect(
        await row.getByRole('link', { name: `Abrir WhatsApp de ${nombre}` }).getAttribute('href'),
      ).toMatch(/^https:\/\/wa\.me\/5491158749895\?text=Hola%20Iris%2C/);
      await openWhatsapp(page, nombre);
      await question(page, nombre).getByText('WhatsApp abierto recién').waitFor();
      await row.getByText(/sin contactar/).waitFor();
      expect(await readLead(id)).toMatchObject({ estado: 'nuevo', first_contacted_at: null });

      await page.reload();
      await waitForIslands(page);
      expect(await findAxeViolations(page)).toEqual([]);
      const colleague = await openCrm(beto);
      await rowOf(colleague, nombre).getByText('Clara Campo · WhatsApp abierto recién').waitFor();
      expect(await question(colleague, nombre).count()).toBe(0);

      await question(page, nombre).getByRole('button', { name: 'No', exact: true }).click();
      await question(page, nombre).waitFor({ state: 'detached' });
      await expect.poll(async () => (await readLead(id)).attempts).toEqual([]);
      await rowOf(colleague, nombre)
        .getByText(/Clara Campo/)
        .waitFor({ state: 'detached' });

      await openWhatsapp(page, nombre);
      await question(page, nombre).getByRole('button', { name: 'Sí', exact: true }).click();
      await row.getByRole('button', { name: 'Contactado', exact: true }).waitFor();
      await toast(page, 'Estado actualizado correctamente');
      await expect.poll(async () => (await readLead(id)).first_contacted_at).not.toBeNull();
      expect(await row.getByText(/sin contactar/).count()).toBe(0);

      await button(page, 'Deshacer').click();
      await question(page, nombre).waitFor();
      expect(await readLead(id)).toMatchObject({ estado: 'nuevo', first_contacted_at: null });
    },
  );

  test('is asked in the open lead, too, after a call and an email, which its history tells', async () => {
    const nombre = 'Nora Llamada';
    const { id } = await makeLead(server, beto, { nombre, whatsapp: '+595981123456' });
    const page = await openCrm(clara, `/panel?lead=${id}`);
    // No telephone or mail program is started, whose own question would lie over the page.
    await page.evaluate(() =>
      document.addEventListener('click', (event) => {
        const link = event.target instanceof Element && event.target.closest('a');
        if (link && !link.protocol.startsWith('http')) event.preventDefault();
      }),
    );
    const dialog = page.getByRole('dialog', { name: nombre });
    const asked = dialog.getByRole('group', { name: `¿Contactaste a ${nombre}?` });
    const call = dialog.getByRole('link', { name: 'Llamar' }).first();
    expect(await call.getAttribute('href')).toBe('tel:+595981123456');
    await call.click();
    await asked.getByText('Llamada iniciada recién').waitFor();
    const email = dialog.getByRole('link', { name: /^(Escribir email|Email)$/ }).first();
    expect(await email.getAttribute('href')).toMatch(/^mailto:iris%40x\.example\.com\?subject=Tu%20consulta/);
    await email.click();
    await asked.getByText('Email abierto recién').waitFor();
    await asked.getByRole('button', { name: 'Sí', exact: true }).click();
    await asked.waitFor({ state: 'detached' });
    await dialog.getByRole('tab', { name: 'Historial' }).click();
    for (const text of ['Llamada iniciada', 'Email abierto', 'Contacto confirmado']) {
      await dialog.getByRole('list', { name: 'Historial' }).getByText(text).waitFor();
    }
  });
});

describe('a number that gives no link', () => {
  test('says why beside it and leads to where it is mended', async () => {
    const nombre = 'Olga Quince';
    await makeLead(server, clara, { nombre, whatsapp: '15 5566 7788', pais: 'Argentina' });
    const page = await openCrm(clara);
    const row = rowOf(page, nombre);
    await row.getByText('Falta el código de área').waitFor();
    expect(await row.getByRole('link', { name: /WhatsApp/ }).count()).toBe(0);
    await row.getByRole('button', { name: `Corregir el WhatsApp de ${nombre}` }).click();
    const dialog = page.getByRole('dialog', { name: nombre });
    const field = dialog.getByRole('textbox', { name: 'WhatsApp' });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.getByText('Falta el código de área: escribilo como +54 9 11 2345 6789.').waitFor();
    await dialog.getByRole('button', { name: `Corregir el WhatsApp de ${nombre}` }).click();
    await field.fill('11 15 5566 7788');
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    await toast(page, 'Datos guardados');
    expect(
      await dialog
        .getByRole('link', { name: /WhatsApp/ })
        .first()
        .getAttribute('href'),
    ).toContain('wa.me/5491155667788?');
  });
});
