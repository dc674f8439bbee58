import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { watchConsoleErrors } from '../support/browser';
import { connectWhatsapp } from '../support/meta';
import { type Contact, deliverStatus, personWrites, waitForInbox } from '../support/meta-webhooks';
import { nameOf } from '../support/panel';
import { provideMeta, providePerson } from '../support/provide';
import { button, openCrm, openStage, server } from '../support/stage';

const meta = provideMeta();
openStage(() => ({ env: { WHATSAPP_API_URL: meta.url } }));

const ana = providePerson(server, { name: 'Ana Ríos', roles: ['admin'] });
beforeAll(async () => {
  await connectWhatsapp(server, meta, ana);
});

const DAY_MS = 24 * 60 * 60 * 1000;

async function write(from: Contact, text: string, at = new Date()) {
  await personWrites(server, meta, from, text, { at });
  await waitForInbox(server);
}

/** Opens the lead's story; resolves to the sheet. */
async function openStory(page: Page, nombre: string): Promise<Locator> {
  await nameOf(page, nombre).click();
  const sheet = page.getByRole('dialog', { name: nombre, exact: true });
  await sheet.getByRole('tab', { name: /^Notas/ }).click();
  await sheet.getByRole('radio', { name: 'Nota' }).waitFor();
  return sheet;
}

const bubble = (sheet: Locator, text: string) => sheet.getByRole('listitem').filter({ hasText: text });

test('a message arrives in an open story, is answered from there, and its ticks come by themselves', async () => {
  const marta = { number: '5491155554444', name: 'Marta Díaz' };
  await write(marta, 'Hola, quiero saber más del plan Chat con IA.');
  const page = await openCrm(ana);
  const complaints = watchConsoleErrors(page);
  const views = page.getByRole('navigation', { name: 'Vistas' }).filter({ visible: true });
  await views.getByRole('link', { name: 'Esperan respuesta', description: '1' }).waitFor();
  const sheet = await openStory(page, 'Marta Díaz');
  await bubble(sheet, 'Hola, quiero saber más').waitFor();
  await expect.poll(() => sheet.getByText('Mensaje inicial').count(), { message: 'told once' }).toBe(0);
  // Who awaits an answer is answered.
  await expect.poll(() => sheet.getByRole('radio', { name: 'WhatsApp' }).isChecked()).toBe(true);
  await sheet.getByText(/^Podés escribir hasta (mañana a )?las \d\d:\d\d$/).waitFor();

  await write(marta, '¿Cuánto sale por mes?');
  await bubble(sheet, '¿Cuánto sale por mes?').waitFor();

  const box = sheet.getByRole('textbox', { name: 'Mensaje de WhatsApp' });
  await box.fill('USD 49 por mes, Marta.');
  await sheet.getByRole('button', { name: 'Enviar' }).click();
  const own = bubble(sheet, 'USD 49 por mes, Marta.');
  await own.getByText('Ana Ríos', { exact: true }).waitFor();
  await expect.poll(() => box.inputValue()).toBe('');
  await meta.waitForSends(1);
  const [sent] = meta.sent;
  expect(sent).toMatchObject({ to: marta.number, text: { body: 'USD 49 por mes, Marta.' } });
  await own.getByText('Enviado', { exact: true }).waitFor();
  if (sent) await deliverStatus(server, meta, sent, 'read');
  await own.getByText('Leído', { exact: true }).waitFor();
  // Nobody waits any more; the message was the first contact, of which nobody is asked.
  await sheet.getByText('Contactado', { exact: true }).first().waitFor();
  await expect.poll(() => sheet.getByText('¿Hubo contacto?').count()).toBe(0);
  await expect.poll(() => sheet.getByText(/^(Espera respuesta )?hace <?\d+ min$/).count()).toBe(0);

  // 'N' is for a note; the message being written is kept.
  await box.fill('Y otra cosa');
  await sheet.getByRole('heading', { name: 'Marta Díaz' }).click();
  await page.keyboard.press('n');
  const note = sheet.getByRole('textbox', { name: 'Nueva nota' });
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  await sheet.getByRole('radio', { name: 'WhatsApp' }).check();
  await expect.poll(() => box.inputValue()).toBe('Y otra cosa');

  await sheet.getByRole('checkbox', { name: 'Solo notas' }).check();
  await expect.poll(() => own.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('once WhatsApp takes no free text, a template is filled in from the lead and sent', async () => {
  const rosa = { number: '5491155557777', name: 'Rosa Paz' };
  await write(rosa, '¿Siguen ahí?', new Date(Date.now() - 2 * DAY_MS));
  const page = await openCrm(ana);
  const sheet = await openStory(page, 'Rosa Paz');
  await sheet.getByText(/^Fuera de las 24 horas de su último mensaje/).waitFor();
  await expect.poll(() => sheet.getByRole('textbox', { name: 'Mensaje de WhatsApp' }).count()).toBe(0);
  const before = meta.sent.length;

  await sheet.getByRole('button', { name: 'Elegir plantilla' }).click();
  const form = page.getByRole('dialog', { name: 'Retomar consulta' });
  await form.getByText('Hola Rosa, te escribimos por tu consulta sobre ‹Dato 2›. ¿Seguimos?').waitFor();
  await form.getByRole('button', { name: 'Enviar plantilla' }).click();
  await form.getByText('Escribí qué va acá').waitFor();
  await form.getByLabel('Dato 2').fill('el plan Chat con IA');
  await form.getByText('te escribimos por tu consulta sobre el plan Chat con IA').waitFor();
  await form.getByRole('button', { name: 'Enviar plantilla' }).click();
  await form.waitFor({ state: 'detached' });
  await bubble(sheet, 'Hola Rosa, te escribimos por tu consulta sobre el plan Chat con IA').waitFor();
  await meta.waitForSends(before + 1);
  expect(meta.sent.at(-1)).toMatchObject({ to: rosa.number, template: { name: 'retomar_consulta' } });
  await expect.poll(() => button(page, 'Elegir plantilla').isVisible(), { message: 'for the next one' }).toBe(true);
});
