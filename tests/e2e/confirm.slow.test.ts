import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import { intercept, measureOverflow } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { fillWithLeads } from '../support/fill-leads';
import { waitForIslands } from '../support/hydrated';
import { makeLead, openMore } from '../support/panel';
import { codeOf, setUpTotp } from '../support/second-factor';
import { startServer } from '../support/server';
import { button, holdRequests, openCrm, openPage, openStage, PHONE, server, toast } from '../support/stage';

openStage();

/** As if the last sign-in or confirmation were long ago. */
const age = ({ id }: Person, site = server) =>
  withDatabase(site, (db) =>
    db
      .prepare('UPDATE sessions SET created_at = ?, confirmed_at = NULL WHERE user_id = ?')
      .run(new Date(Date.now() - 3_600_000).toISOString(), id),
  );

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirmá que sos vos' });
const password = (page: Page) => question(page).getByLabel('Contraseña', { exact: true });

test('a file to download asks for the password first, by keyboard alone, and comes once it is right', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const agency = `Costanera ${crypto.randomUUID()}`;
  makeCompany(server, { name: agency });
  age(admin);
  const page = await openPage({ person: admin, viewport: PHONE });
  const release = await holdRequests(page, '**/_astro/SignInAgain*.js');
  await page.goto('/users');
  const link = page.getByRole('link', { name: 'Exportar inmobiliarias (CSV)' });
  await link.focus();
  await page.keyboard.press('Enter');
  // The dialog's code has arrived only now.
  release();
  await password(page).and(page.locator(':focus')).waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.keyboard.type('otra cosa');
  await page.keyboard.press('Enter');
  await question(page).getByText('Contraseña: no es la correcta.').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(PASSWORD);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(readFileSync(await download.path(), 'utf8')).toContain(agency);
  await expect.poll(() => question(page).count()).toBe(0);
  // Within five minutes there is no second question.
  await Promise.all([page.waitForEvent('download'), link.click()]);

  age(admin);
  await page.goto('/api/leads/export?format=xlsx');
  await page.getByRole('heading', { name: 'Confirmá que sos vos', level: 1 }).waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await waitForIslands(page);
  await page.getByRole('link', { name: 'Confirmar y descargar' }).press('Enter');
  await password(page).fill(PASSWORD);
  const [leads] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(leads.suggestedFilename()).toMatch(/\.csv$|\.xlsx$/);
});

test('a file to import waits behind the question, and is read once that is answered', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  age(admin);
  const page = await openCrm(admin, '/panel/importar');
  const choose = (people: number) =>
    page.getByLabel('Elegir archivo').setInputFiles({
      name: 'clientes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Apellido y nombre,Notas\n${`Ana,${'nota '.repeat(800)}\n`.repeat(people)}`),
    });
  // 4 MB: the refusal comes while it is still being sent.
  await choose(1000);
  await password(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Qué es la columna Apellido y nombre').waitFor();

  age(admin);
  await page.goto('/panel/importar');
  await waitForIslands(page);
  await choose(1);
  await question(page).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').getByText('Confirmá que sos vos').waitFor();
});

test('what was sent as the cookie changed is sent again; what was typed waits behind the question', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const address = `${crypto.randomUUID()}@vega.example.com`;
  const { id } = await makeLead(server, makePerson(server), { email: address });
  const count = (table: string, column: string) =>
    withDatabase(server, (db) => db.prepare(`SELECT count(*) FROM ${table} WHERE ${column} = ?`).pluck().get(id));
  age(admin);
  const page = await openCrm(admin, `/panel?lead=${id}`);
  const note = page.getByLabel('Nueva nota');
  await page.getByRole('tab', { name: /Notas/ }).click();
  await note.fill('La llamo el lunes');
  let sent = 0;
  // The server's answer to a rotated cookie, after another tab has confirmed.
  await intercept(page, '**/api/leads/*/notes', (route) => {
    if (route.request().method() !== 'POST' || ++sent > 1) return route.continue();
    const error = { code: 'unauthenticated', message: 'Iniciá sesión para seguir.' };
    return route.fulfill({ status: 401, json: { error } });
  });
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  await page.getByText('La llamo el lunes').first().waitFor();
  await expect.poll(() => note.inputValue()).toBe('');
  await expect.poll(() => sent).toBe(2);
  await expect
    .poll(() => page.getByRole('dialog', { name: 'Tu sesión terminó' }).count(), { message: 'nobody is asked' })
    .toBe(0);
  await expect.poll(() => count('lead_notes', 'lead_id')).toBe(1);

  await page.getByRole('tab', { name: 'Información' }).click();
  await openMore(page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Borrar todos sus datos' }).click();
  const erasing = page.getByRole('dialog', { name: 'Borrar todos sus datos' });
  const email = erasing.getByLabel(`Para confirmar, escribí ${address}`);
  await email.fill(address);
  await email.press('Enter');
  await question(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => question(page).count()).toBe(0);
  await expect.poll(() => email.inputValue(), { message: 'left, it is still there' }).toBe(address);
  expect(count('leads', 'id'), 'left, nothing is done').toBe(1);
  await erasing.getByRole('button', { name: 'Borrar para siempre' }).click();
  await password(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Se borró todo lo guardado sobre la persona').waitFor();
  expect(count('leads', 'id'), 'answered, it goes on').toBe(0);
});

test('whoever has a second factor is asked for it and not for the password, by keyboard alone, or a recovery code', async () => {
  const person = makePerson(server, { roles: ['admin'] });
  const { secret, codes, cookie } = await setUpTotp(server, person);
  const page = await openCrm({ ...person, cookie }, '/cuenta', { viewport: PHONE });
  const make = page.getByRole('button', { name: 'Crear dirección' });
  age(person);
  await make.press('Enter');
  const code = question(page).getByLabel('Código', { exact: true });
  await code.and(page.locator(':focus')).waitFor();
  await expect.poll(() => password(page).count()).toBe(0);
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await question(page).getByText('no es el de este momento').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByLabel('Dirección del calendario').waitFor();
  await expect.poll(() => question(page).count()).toBe(0);

  // Forms that ask for the password also ask for the factor.
  age(person);
  await page.goto('/cuenta/verificacion');
  await waitForIslands(page);
  await page.getByRole('button', { name: 'Desactivar' }).press('Enter');
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await question(page).getByRole('link', { name: 'Usar un código de recuperación' }).click();
  await question(page)
    .getByLabel('Código de recuperación')
    .fill(codes[5] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('Verificación en dos pasos desactivada').waitFor();
});

test('shutting somebody out asks, an agency too, and so does a new password where a factor is set', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const colleague = makePerson(server, { name: 'Lucía Ferreyra' });
  const agency = makeCompany(server, { name: 'Casa Sur' });
  const page = await openCrm(admin, '/users?vista=equipo');
  const decide = async (action: string) => {
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
    await password(page).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect.poll(() => question(page).count()).toBe(0);
  };
  age(admin);
  const row = page.getByRole('row').filter({ hasText: colleague.email });
  await row.getByRole('button', { name: 'Acciones para Lucía Ferreyra' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspender' }).click();
  await decide('Suspender');
  await toast(page, 'Persona suspendida');
  await page.goto(`/users/company/${agency}`);
  await waitForIslands(page);
  age(admin);
  await button(page, 'Desactivar').click();
  await decide('Desactivar');
  await page.getByText('Mientras la inmobiliaria está inactiva').waitFor();

  const holder = makePerson(server);
  const { secret, cookie } = await setUpTotp(server, holder);
  const own = await openCrm({ ...holder, cookie }, '/cuenta/cambiar-contrasena', { viewport: PHONE });
  age(holder);
  await own.getByLabel('Contraseña actual').fill(PASSWORD);
  await own.getByLabel('Contraseña nueva', { exact: true }).fill('siete barcos rojos');
  await own.keyboard.press('Enter');
  await question(own).getByLabel('Código', { exact: true }).fill(codeOf(secret));
  await own.keyboard.press('Enter');
  await own.getByText('Contraseña guardada').waitFor();
});

test('whoever has just confirmed stays where they are, although the cookie from before is refused', async () => {
  const person = makePerson(server);
  age(person);
  const page = await openCrm(person, '/cuenta');
  await page.getByRole('button', { name: 'Crear dirección' }).click();
  await password(page).fill(PASSWORD);
  // What is asked while the new cookie is on its way. The confirmation ends the former session, so the page asks, too.
  const { promise: confirmed, resolve: refuse } = Promise.withResolvers<void>();
  const error = { code: 'unauthenticated', message: 'Iniciá sesión para seguir.' };
  let early = 0;
  let late = 0;
  let isRefused = false;
  await intercept(page, '**/api/sessions', async (route) => {
    if (isRefused) {
      late++;
      return route.continue();
    }
    early++;
    await confirmed;
    return route.fulfill({ status: 401, json: { error } });
  });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(() => early).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  const address = page.getByLabel('Dirección del calendario');
  await address.waitFor();
  isRefused = true;
  refuse();
  await expect.poll(() => late, { message: 'it asks again' }).toBeGreaterThan(0);
  // A page that is loaded anew shows it no more.
  expect(await address.count()).toBe(1);
});

test('who has read too much in an hour is asked in the panel, and goes on reading', async () => {
  // Fifty rows an hour.
  const scarce = await startServer({ env: { RATE_LIMIT_SCALE: '0.01' } });
  try {
    fillWithLeads(scarce.databasePath, 300);
    const person = makePerson(scarce);
    age(person, scarce);
    const page = await openPage({ site: scarce, person, viewport: PHONE });
    await page.goto('/panel');
    await waitForIslands(page);
    const rows = page.locator('[data-lead-id]');
    const first = await rows.count();
    expect(first).toBe(50);
    await page.goto('/panel?orden=antiguos');
    await expect.poll(() => rows.count(), { message: 'of the page that is drawn' }).toBe(0);
    await password(page).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(50);
  } finally {
    await scarce.stop();
  }
});
