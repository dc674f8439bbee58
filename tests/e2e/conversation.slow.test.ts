import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { confirmNow } from '../support/accounts';
import { watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { waitForIslands } from '../support/hydrated';
import { connectWhatsapp } from '../support/meta';
import {
  answering,
  type Contact,
  deliverStatus,
  deliverWebhook,
  echoesChange,
  echoOf,
  everyType,
  messagesChange,
  personWrites,
  reactionOf,
  waitForInbox,
} from '../support/meta-webhooks';
import { makeLead, nameOf } from '../support/panel';
import { provideMeta, providePerson } from '../support/provide';
import { button, openCrm, openPage, openStage, PHONE, server, toast } from '../support/stage';
import { SIZES, SWEEP_TIMEOUT_MS, sweep } from '../support/sweep';

const meta = provideMeta();
openStage(() => ({ env: { WHATSAPP_API_URL: meta.url } }));

const ana = providePerson(server, { name: 'Ana Ríos', roles: ['admin'] });

const bubble = (sheet: Locator, text: string) => sheet.getByRole('listitem').filter({ hasText: text });

async function openStory(page: Page, nombre: string): Promise<Locator> {
  await nameOf(page, nombre).click();
  const sheet = page.getByRole('dialog', { name: nombre, exact: true });
  await sheet.getByRole('tab', { name: /^Notas/ }).click();
  return sheet;
}

async function heard(from: Contact, messages: object[]) {
  await deliverWebhook(server, meta, messagesChange(meta, { contacts: [from], messages }));
  await waitForInbox(server);
}

test('without a number nothing of WhatsApp is in the story or among the views; an administrator connects one and disconnects it', async () => {
  await makeLead(server, ana, { nombre: 'Nadie Escribe', whatsapp: '+5491155550001' });
  const page = await openCrm(ana);
  const complaints = watchConsoleErrors(page);
  const sheet = await openStory(page, 'Nadie Escribe');
  await sheet.getByRole('textbox', { name: 'Nueva nota' }).waitFor();
  await sheet.getByText('No hay notas para este lead').waitFor();
  await expect.poll(() => sheet.getByRole('radio').count()).toBe(0);
  await expect.poll(() => page.getByText('Esperan respuesta').count()).toBe(0);

  await page.goto('/users?vista=integraciones');
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
  await page.getByRole('heading', { name: 'Conectar un número' }).waitFor();
  await waitForIslands(page);
  confirmNow(server, ana);
  await page.getByLabel('Id del número').fill(meta.number.id);
  await page.getByLabel('Token', { exact: true }).fill(meta.token);
  await page.getByLabel('Clave secreta de la app').fill(meta.appSecret);
  await button(page, 'Conectar').click();
  await page.getByText('Conectado como Costanera Propiedades, +54 9 11 5555-0000.').waitFor();
  await page.getByText('Todavía no llegó ningún aviso').waitFor();
  const address = await page.getByRole('textbox', { name: 'Dirección' }).inputValue();
  expect(new URL(address).pathname).toBe('/api/whatsapp/webhook');
  const token = await page.getByRole('textbox', { name: 'Token de verificación' }).inputValue();
  const asked = `hub.mode=subscribe&hub.verify_token=${encodeURIComponent(token)}&hub.challenge=1158201444`;
  expect(await (await fetch(`${server.url}/api/whatsapp/webhook?${asked}`)).text()).toBe('1158201444');
  await expect.poll(() => page.content()).not.toContain(meta.token);

  const moves = page.getByRole('checkbox', { name: 'Cuando respondemos, «Nuevo» pasa a «Contactado»' });
  await expect.poll(() => moves.isChecked()).toBe(true);
  await moves.uncheck();
  await toast(page, 'Guardado');
  await page.reload();
  await waitForIslands(page);
  await expect.poll(() => moves.isChecked()).toBe(false);

  await button(page, 'Desconectar').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desconectar' }).click();
  await page.getByRole('heading', { name: 'Conectar un número' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a token that Meta refuses is said at its field, and nothing is connected', async () => {
  withDatabase(server, (db) => db.prepare('DELETE FROM whatsapp_connection').run());
  const page = await openCrm(ana, '/users/whatsapp');
  confirmNow(server, ana);
  await page.getByLabel('Id del número').fill(meta.number.id);
  await page.getByLabel('Token', { exact: true }).fill('EAAvencido');
  await page.getByLabel('Clave secreta de la app').fill(meta.appSecret);
  await button(page, 'Conectar').click();
  await page.getByText('Meta no aceptó este token').waitFor();
  const token = page.getByLabel('Token', { exact: true });
  await expect.poll(() => token.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect
    .poll(() => page.getByLabel('Clave secreta de la app').inputValue(), { message: 'typed once' })
    .toBe(meta.appSecret);
});

test('kinds without text are told in words, files are opened in their own tab while Meta has them, replies and reactions are where they belong', async () => {
  await connectWhatsapp(server, meta, ana);
  const marta = { number: '5491155554444', name: 'Marta Díaz' };
  const first = await personWrites(server, meta, marta, '¿Tienen algo en https://maps.example.com/x?');
  const echo = answering(echoOf(meta, marta, 'text', { body: 'Sí, mirá.' }), first, meta.number.id);
  await deliverWebhook(server, meta, echoesChange(meta, [echo]));
  const photo = meta.storeFile(Buffer.from('no es una foto'), 'image/jpeg');
  const { image, location, unsupported } = everyType(marta, photo);
  await heard(marta, [image, location, unsupported, reactionOf(marta, echo.id, '👍')].filter(Boolean) as object[]);
  const page = await openCrm(ana);
  const sheet = await openStory(page, 'Marta Díaz');
  const reply = bubble(sheet, 'Sí, mirá.').first();
  await reply.getByText('Desde el teléfono', { exact: true }).waitFor();
  await expect.poll(() => reply.getByRole('blockquote').textContent()).toMatch(/Marta Díaz\s*¿Tienen algo/);
  await reply.getByText('Reacción: 👍').waitFor();
  await sheet.getByText('Un mensaje que WhatsApp no muestra acá: miralo en el teléfono').waitFor();
  await bubble(sheet, 'Ubicación').first().waitFor();
  await expect
    .poll(() => sheet.getByRole('link', { name: /maps/ }).count(), { message: 'addresses stay text' })
    .toBe(0);

  const link = sheet.getByRole('link', { name: 'Ver foto' });
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await opened.waitForLoadState();
  expect(new URL(opened.url()).pathname).toMatch(/^\/api\/leads\/\d+\/messages\/\d+$/);
  await opened.close();
  meta.forgetFile(photo);
  const [gone] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await gone.getByText('Ya no está disponible.').waitFor();
});

test('a message that was not delivered says why in its place, and is sent again from there; what is refused stays typed', async () => {
  const ivan = { number: '5491155556666', name: 'Iván Prado' };
  await personWrites(server, meta, ivan, '¿Me pasan el precio?');
  await waitForInbox(server);
  const page = await openCrm(ana);
  const sheet = await openStory(page, 'Iván Prado');
  const box = sheet.getByRole('textbox', { name: 'Mensaje de WhatsApp' });
  const before = meta.sent.length;
  await box.fill('USD 49 por mes');
  await page.keyboard.press('Control+Enter');
  await meta.waitForSends(before + 1);
  const [sent] = meta.sent.slice(before);
  if (sent) await deliverStatus(server, meta, sent, 'failed', { code: 131026 });
  const failed = bubble(sheet, 'No se envió').first();
  await failed.getByText('WhatsApp no lo pudo entregar: puede que ese número no tenga WhatsApp.').waitFor();
  await failed.getByRole('button', { name: 'Reintentar' }).click();
  await meta.waitForSends(before + 2);
  expect(meta.sent.at(-1)).toMatchObject({ to: ivan.number, text: { body: 'USD 49 por mes' } });
  await failed.getByRole('button', { name: 'Reintentar' }).waitFor({ state: 'detached' });

  await box.fill('Sin conexión no se pierde');
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('No se envió el mensaje').waitFor();
  await expect.poll(() => box.inputValue()).toBe('Sin conexión no se pierde');
  await page.context().setOffline(false);
  await page.reload();
  await waitForIslands(page);
  await sheet.getByRole('tab', { name: /^Notas/ }).click();
  await expect.poll(() => box.inputValue()).toBe('Sin conexión no se pierde');
});

test('‘No es una consulta’ takes a stranger’s lead away and silences the number, until it is undone or heard again', async () => {
  const spam = { number: '5491155559999', name: 'Promo Ya' };
  await personWrites(server, meta, spam, 'Ganá dinero desde tu casa');
  await waitForInbox(server);
  const page = await openCrm(ana);
  await nameOf(page, 'Promo Ya').click();
  const sheet = page.getByRole('dialog', { name: 'Promo Ya' });
  await sheet.getByRole('button', { name: 'No es una consulta' }).click();
  await page.getByText('Ese número quedó silenciado').waitFor();
  await nameOf(page, 'Promo Ya').waitFor({ state: 'detached' });
  await button(page, 'Deshacer').click();
  await nameOf(page, 'Promo Ya').waitFor();
  await sheet.getByRole('button', { name: 'No es una consulta' }).click();
  await nameOf(page, 'Promo Ya').waitFor({ state: 'detached' });

  const settings = await openCrm(ana, '/users/whatsapp');
  const item = settings.getByRole('listitem').filter({ hasText: '5555 9999' });
  await item.getByRole('button', { name: /^Volver a oír/ }).click();
  await item.waitFor({ state: 'detached' });
});

test('on a phone the switch and the template’s button are pressed where they stand', async () => {
  const rosa = { number: '5491155557777', name: 'Rosa Paz' };
  await personWrites(server, meta, rosa, 'Hola', { at: new Date(Date.now() - 48 * 60 * 60 * 1000) });
  await waitForInbox(server);
  const page = await openPage({ person: ana, viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto('/panel');
  await waitForIslands(page);
  const sheet = await openStory(page, 'Rosa Paz');
  await sheet.getByRole('radio', { name: 'Nota' }).tap();
  await sheet.getByRole('textbox', { name: 'Nueva nota' }).waitFor();
  await sheet.getByRole('radio', { name: 'WhatsApp' }).tap();
  await sheet.getByRole('button', { name: 'Elegir plantilla' }).tap();
  await page.getByRole('dialog', { name: 'Retomar consulta' }).waitFor();
});

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  '%s axe finds nothing wrong with a conversation, and nothing is wider than its window',
  async (size) => {
    const story = (nombre: string, reach?: (page: Page) => Promise<unknown>) => ({
      path: '/panel',
      who: ana,
      reach: async (page: Page) => {
        const sheet = await openStory(page, nombre);
        await sheet.getByRole('radio', { name: 'WhatsApp' }).waitFor();
        await reach?.(page);
      },
    });
    expect(
      await sweep(size, {
        'of all kinds': story('Marta Díaz'),
        'with a failure': story('Iván Prado'),
        'with a template': story('Rosa Paz', async (page) => {
          await button(page, 'Elegir plantilla').click();
          await page.getByRole('dialog', { name: 'Retomar consulta' }).waitFor();
        }),
        connected: { path: '/users/whatsapp', who: ana },
        'of who awaits an answer': { path: '/panel?contacto=respuesta', who: ana },
      }),
    ).toEqual([]);
  },
  SWEEP_TIMEOUT_MS,
);
