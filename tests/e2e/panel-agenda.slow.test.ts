import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, nextMonday } from '~/shared/leads/days';
import { makePerson, type Person } from '../support/accounts';
import { measureOverflow } from '../support/browser';
import { call } from '../support/http';
import { newWord } from '../support/new-word';
import { makeLead, rowOf } from '../support/panel';
import { openCrm, openStage, server } from '../support/stage';

const ZONE = 'America/Mexico_City';

let ana: Person;
let beto: Person;

openStage();
beforeAll(() => {
  ana = makePerson(server, { name: 'Ana Ruiz' });
  beto = makePerson(server, { name: 'Beto Luna' });
});

const openPanel = (person: Person) => openCrm(person, '/panel', { timezoneId: ZONE });

const today = () => dayIn(ZONE, Date.now());
const read = async (id: number) =>
  (await call(server, `/api/leads/${id}`, { cookie: ana.cookie })).json.lead as Record<string, unknown>;
const toast = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text);
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name, exact: true });
/** An empty view is not shown. */
const countOf = async (page: Page, name: string) =>
  Number(
    (await page.locator('.lead-views li').filter({ hasText: name }).locator('span').allInnerTexts())[0] ?? 0,
  );

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
  expect(await read(id)).toMatchObject({
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
  await page
    .getByRole('dialog', { name: 'Cambiar estado a:' })
    .getByRole('button', { name: 'Ganado' })
    .click();
  await rowOf(colleague, nombre).waitFor({ state: 'detached' });
  await expect.poll(() => countOf(colleague, 'Para hoy')).toBe(due);
  await page.locator('.toasts').getByRole('button', { name: 'Deshacer' }).click();
  await rowOf(colleague, nombre).waitFor();
  expect(await read(id)).toMatchObject({
    estado: 'nuevo',
    next_contact_on: today(),
    next_contact_at: '17:30',
  });
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
  expect(await read(id)).toMatchObject({ next_contact_on: nextMonday(today()), owner_name: 'Beto Luna' });

  const overdue = { next_contact_on: addDays(today(), -2), estado: 'contactado' };
  await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: beto.cookie, body: overdue });
  await view(page, 'Vencidos').click();
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }));
  await rowOf(page, nombre)
    .getByRole('link', { name: `Abrir WhatsApp de ${nombre}` })
    .click();
  const question = rowOf(page, nombre).getByRole('group', { name: `¿Cuándo seguimos con ${nombre}?` });
  await question.getByRole('button', { name: 'Mañana' }).click();
  await rowOf(page, nombre).waitFor({ state: 'detached' });
  expect(await read(id)).toMatchObject({ next_contact_on: addDays(today(), 1) });

  // The open lead says whose it is, when and for what.
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(`/panel?lead=${id}`);
  await sheet.getByRole('combobox', { name: 'Responsable' }).selectOption({ value: ana.id });
  await toast(page, `${nombre} pasó a Ana Ruiz`).waitFor();
  await sheet.getByLabel('Próximo contacto').fill('2027-03-28');
  await toast(page, 'Próximo contacto: 28/03/27').waitFor();
  await sheet.getByRole('combobox', { name: 'Plan de interés' }).selectOption({ label: 'Chat con IA' });
  await sheet.getByText('USD 50 por mes').waitFor();
  expect(await read(id)).toMatchObject({
    owner_name: 'Ana Ruiz',
    next_contact_on: '2027-03-28',
    plan: 'chat-ia',
    billing: 'anual',
  });
  await sheet.getByRole('button', { name: 'Contactado', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByText('Perdido').click();
  await page
    .getByRole('dialog', { name: '¿Por qué se perdió?' })
    .getByRole('button', { name: 'Precio' })
    .click();
  await expect.poll(() => read(id)).toMatchObject({ lost_reason: 'precio', next_contact_on: null });
  await expect.poll(() => sheet.getByRole('combobox', { name: 'Motivo' }).inputValue()).toBe('precio');
  expect(await measureOverflow(page)).toBe(0);
});
