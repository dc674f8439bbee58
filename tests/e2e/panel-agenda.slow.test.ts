import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { addDays, addMonths, dayIn, nextMonday } from '~/shared/leads/days';
import { makePerson, type Person } from '../support/accounts';
import { measureOverflow } from '../support/browser';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { newWord } from '../support/new-word';
import { listedNames, makeLead, nameOf, openMore, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { openCrm, openStage, server } from '../support/stage';
import { storeMessage } from '../support/stored-messages';

const ZONE = 'America/Mexico_City';

openStage();
const ana = providePerson(server, { name: 'Ana Ruiz' });
const beto = providePerson(server, { name: 'Beto Luna' });

const openPanel = (person: Person) => openCrm(person, '/panel', { timezoneId: ZONE });

const today = () => dayIn(ZONE, Date.now());
const read = async (id: number) =>
  (await call(server, `/api/leads/${id}`, { cookie: ana.cookie })).json.lead as Record<string, unknown>;
const toast = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text);
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name, exact: true });
/** Empty views are hidden. */
const countOf = async (page: Page, name: string) =>
  Number((await page.locator('.lead-views li').filter({ hasText: name }).locator('span').allInnerTexts())[0] ?? 0);

test('a lead is planned from its row, comes to its view everywhere, and leaves it once it is won', async () => {
  const { id, nombre } = await makeLead(server, ana, { nombre: `Iris ${newWord()}` });
  const page = await openPanel(ana);
  const colleague = await openPanel(beto);
  const due = await countOf(colleague, 'Para hoy');
  await rowOf(page, nombre).hover();
  await page.getByRole('button', { name: `Agendar a ${nombre}` }).click();
  const choice = page.getByRole('dialog', { name: 'Próximo contacto' });
  await choice.getByLabel('Otro día').fill(today());
  await choice.getByLabel('Hora').fill('17:30');
  await choice.getByRole('button', { name: 'Guardar' }).click();
  await toast(page, 'Próximo contacto: hoy 17:30').waitFor();
  await expect
    .poll(() => read(id))
    .toMatchObject({
      next_contact_on: today(),
      next_contact_at: '17:30',
      owner_name: 'Ana Ruiz',
    });
  await expect.poll(() => countOf(colleague, 'Para hoy')).toBe(due + 1);
  await view(colleague, 'Para hoy').click();
  await rowOf(colleague, nombre).getByRole('img', { name: 'Responsable: Ana Ruiz' }).waitFor();
  await colleague.getByText(due === 0 ? '1 lead' : `${due + 1} leads`, { exact: true }).waitFor();
  await view(page, 'Míos').click();
  await rowOf(page, nombre).getByRole('button', { name: 'Nuevo' }).click();
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByRole('button', { name: 'Ganado' }).click();
  const undo = page.locator('.toasts').getByRole('button', { name: 'Deshacer' });
  // Hovering keeps the toast.
  await undo.hover();
  await rowOf(colleague, nombre).waitFor({ state: 'detached' });
  await expect.poll(() => countOf(colleague, 'Para hoy')).toBe(due);
  await undo.click();
  await rowOf(colleague, nombre).waitFor();
  await expect
    .poll(() => read(id))
    .toMatchObject({
      estado: 'nuevo',
      next_contact_on: today(),
      next_contact_at: '17:30',
    });
});

test('one’s day is one list that keys and a thumb walk, what is done leaves it, and it says when it is done', async () => {
  const caro = makePerson(server, { name: 'Caro Díaz' });
  const change = (id: number, body: unknown) =>
    call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: caro.cookie, body });
  const word = newWord();
  const [overdue, due, waiting, reached] = ['Vencida', 'De hoy', 'Espera', 'Atendida'].map(
    (nombre) => `${nombre} ${word}`,
  ) as [string, string, string, string];
  for (const [nombre, day] of [
    [due, today()],
    [overdue, addDays(today(), -1)],
  ] as const) {
    const { id } = await makeLead(server, caro, { nombre, email: `${newWord()}@x.example.com` });
    await change(id, { owner_id: caro.id, next_contact_on: day, estado: 'contactado' });
  }
  for (const nombre of [waiting, reached])
    await submitEnquiry(server, { ...validEnquiry, nombre, email: `${newWord()}@x.example.com` });
  const idOf = (nombre: string) =>
    withDatabase(server, (db) => Number(db.prepare('SELECT id FROM leads WHERE nombre = ?').pluck().get(nombre)));
  for (const nombre of [waiting, reached]) await change(idOf(nombre), { owner_id: caro.id });

  const page = await openPanel(caro);
  await expect.poll(() => countOf(page, 'Mi día')).toBe(4);
  await view(page, 'Mi día').click();
  await expect.poll(() => listedNames(page)).toEqual([overdue, due, waiting, reached]);
  // Once reached it leaves this list; the row stays until the follow-up question is answered.
  await call(server, `/api/leads/${idOf(reached)}/contacts`, {
    cookie: caro.cookie,
    body: { channel: 'email' },
  });
  await rowOf(page, reached).getByRole('button', { name: 'Sí' }).press('Enter');
  await rowOf(page, reached)
    .getByRole('group', { name: `¿Cuándo seguimos con ${reached}?` })
    .getByRole('button', { name: 'El lunes' })
    .press('Enter');
  await expect.poll(() => listedNames(page)).toEqual([overdue, due, waiting]);
  // After two presses the next one takes its place.
  await page.getByRole('button', { name: new RegExp(`Agenda de ${overdue}`) }).click();
  await page.getByRole('dialog', { name: 'Próximo contacto' }).getByRole('button', { name: 'Mañana' }).click();
  await expect.poll(() => listedNames(page)).toEqual([due, waiting]);
  await expect.poll(() => countOf(page, 'Mi día')).toBe(2);

  await page.setViewportSize({ width: 390, height: 844 });
  await nameOf(page, due).click();
  const sheet = page.getByRole('dialog');
  const next = sheet.getByRole('button', { name: 'Lead siguiente' });
  await next.click();
  await sheet.getByRole('heading', { name: waiting }).waitFor();
  await change(idOf(waiting), { estado: 'contactado' });
  await expect.poll(() => listedNames(page)).toEqual([due]);
  // After the last one, skipped leads come up.
  await next.click();
  await sheet.getByRole('heading', { name: due }).waitFor();
  await change(idOf(due), { next_contact_on: addDays(today(), 3) });
  await sheet.getByText('Terminaste tu día').waitFor();
  await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
  await sheet.getByRole('button', { name: 'Cerrar' }).click();
  await page.getByText('No te queda nada vencido ni para hoy, y nadie espera tu respuesta.').waitFor();
  await page.getByText('Terminaste tu día').waitFor();
});

test('a row of one’s day says why it is there, and who was answered elsewhere goes from it', async () => {
  const dora = makePerson(server, { name: 'Dora Paz' });
  const word = newWord();
  const named = (nombre: string) => `${nombre} ${word}`;
  const make = async (nombre: string, change: object) => {
    const { id } = await makeLead(server, dora, { nombre: named(nombre), email: `${newWord()}@x.example.com` });
    const body = { owner_id: dora.id, ...change };
    await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: dora.cookie, body });
    return id;
  };
  await make('Vencida', { estado: 'contactado', next_contact_on: addDays(today(), -2) });
  await make('De hoy', { estado: 'contactado', next_contact_on: today(), next_contact_at: '10:30' });
  await make('Sin nadie', {});
  const wrote = await make('Escribió', { estado: 'en_seguimiento', next_contact_on: addDays(today(), 5) });
  storeMessage(server, { lead: wrote, text: '¿Y?', at: new Date(Date.now() - 4.5 * 3_600_000).toISOString() });
  await make('Mañana', { estado: 'contactado', next_contact_on: addDays(today(), 1) });

  const page = await openPanel(dora);
  await expect.poll(() => countOf(page, 'Mi día')).toBe(4);
  await view(page, 'Mi día').click();
  await expect.poll(() => listedNames(page)).toEqual(['Vencida', 'De hoy', 'Escribió', 'Sin nadie'].map(named));
  const reasons = {
    Vencida: 'vencido hace 2 días',
    'De hoy': 'quedaste en llamar hoy a las 10:30',
    'Sin nadie': /^sin contactar hace (<1|\d+) min$/,
    Escribió: 'escribió hace 4 h',
  };
  for (const [nombre, reason] of Object.entries(reasons))
    await rowOf(page, named(nombre)).getByText(reason, { exact: true }).waitFor();

  const status = rowOf(page, named('Escribió')).getByRole('button', { name: 'En seguimiento' });
  await status.click();
  const menu = page.getByRole('dialog', { name: 'Cambiar estado a:' });
  await menu.getByRole('button', { name: 'Ya respondí' }).click();
  await rowOf(page, named('Escribió')).waitFor({ state: 'detached' });
  await toast(page, 'Ya no espera respuesta').hover();
  await expect.poll(() => countOf(page, 'Mi día')).toBe(3);
  await page.locator('.toasts').getByRole('button', { name: 'Deshacer' }).click();
  await nameOf(page, named('Escribió')).click();
  const sheet = page.getByRole('dialog', { name: named('Escribió') });
  await sheet.getByRole('button', { name: 'Ya respondí' }).click();
  await sheet.getByText('Espera respuesta').waitFor({ state: 'detached' });
  await sheet.getByRole('tab', { name: 'Notas' }).click();
  await sheet.getByText('anotó que ya respondió').first().waitFor();
});

test('a note asks for the next contact, an overdue one that was called for another, and the open lead says it all on a phone, too', async () => {
  const { id, nombre } = await makeLead(server, ana, {
    nombre: `Luz ${newWord()}`,
    whatsapp: '+5491155554444',
  });
  const page = await openPanel(beto);
  await page.getByRole('link', { name: nombre, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: nombre });
  await sheet.getByRole('tab', { name: 'Notas' }).click();
  await sheet.getByLabel('Nueva nota').fill('Pidió que la llame');
  await sheet.getByRole('button', { name: 'Guardar nota' }).click();
  await toast(page, `Ahora sos responsable de ${nombre}`).waitFor();
  await sheet
    .getByRole('group', { name: `¿Cuándo seguimos con ${nombre}?` })
    .getByText('El lunes')
    .click();
  await toast(page, /^Próximo contacto: /).waitFor();
  await expect.poll(() => read(id)).toMatchObject({ next_contact_on: nextMonday(today()), owner_name: 'Beto Luna' });

  const overdue = { next_contact_on: addDays(today(), -2), estado: 'contactado' };
  await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: beto.cookie, body: overdue });
  await view(page, 'Vencidos').click();
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }));
  await rowOf(page, nombre)
    .getByRole('link', { name: `Abrir WhatsApp de ${nombre}` })
    .click();
  // The lead is open beside the list, so only there is it asked.
  const question = page.getByRole('group', { name: `¿Cuándo seguimos con ${nombre}?` });
  await sheet.getByRole('group', { name: `¿Cuándo seguimos con ${nombre}?` }).waitFor();
  await expect.poll(() => question.count()).toBe(1);
  await question.getByRole('button', { name: 'Mañana' }).click();
  await rowOf(page, nombre).waitFor({ state: 'detached' });
  await expect.poll(() => read(id)).toMatchObject({ next_contact_on: addDays(today(), 1) });

  // The open lead shows owner, time and purpose.
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(`/panel?lead=${id}`);
  await sheet.getByRole('combobox', { name: 'Responsable' }).selectOption({ value: ana.id });
  await toast(page, `${nombre} pasó a Ana Ruiz`).waitFor();
  await sheet.getByLabel('Próximo contacto').fill('2027-03-28');
  await toast(page, 'Próximo contacto: 28/03/27').waitFor();
  await openMore(sheet);
  await sheet.getByRole('combobox', { name: 'Plan de interés' }).selectOption({ label: 'Chat con IA' });
  await sheet.getByText('USD 50 por mes').waitFor();
  await expect
    .poll(() => read(id))
    .toMatchObject({
      owner_name: 'Ana Ruiz',
      next_contact_on: '2027-03-28',
      plan: 'chat-ia',
      billing: 'anual',
    });
  await sheet.getByRole('button', { name: 'Contactado', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByText('Perdido').click();
  await page.getByRole('dialog', { name: '¿Por qué se perdió?' }).getByRole('button', { name: 'Más adelante' }).click();
  // Asks for the date in place.
  const later = page.getByRole('dialog', { name: '¿Cuándo seguimos?' });
  await later.getByRole('button', { name: /En 3 meses/ }).click();
  const day = addMonths(today(), 3);
  await expect.poll(() => read(id)).toMatchObject({ lost_reason: 'mas_adelante', next_contact_on: day });
  await expect.poll(() => sheet.getByRole('combobox', { name: 'Motivo' }).inputValue()).toBe('mas_adelante');
  await expect.poll(() => measureOverflow(page)).toBe(0);

  // On that day it is listed with the reason of the loss; it is postponed from its row, which stays during the
  // question.
  const due = { next_contact_on: today() };
  await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: beto.cookie, body: due });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/panel?agenda=hoy');
  await rowOf(page, nombre).getByText('Se perdió: Más adelante').waitFor();
  for (const estado of ['Perdido', 'En seguimiento']) {
    await rowOf(page, nombre).getByRole('button', { name: estado, exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Cambiar estado a:' });
    await menu.getByRole('button', { name: estado === 'Perdido' ? 'En seguimiento' : 'Perdido' }).click();
  }
  // By key: a second press in the same place, this soon, is none.
  const reasons = page.getByRole('dialog', { name: '¿Por qué se perdió?' });
  await reasons.getByRole('button', { name: 'Más adelante' }).press('Enter');
  await later.getByRole('button', { name: /En un mes/ }).click();
  await rowOf(page, nombre).waitFor({ state: 'detached' });
  await expect
    .poll(() => read(id))
    .toMatchObject({ lost_reason: 'mas_adelante', next_contact_on: addMonths(today(), 1) });
});
