import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD, type Person } from '../support/accounts';
import { intercept, signIn } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { waitForIslands } from '../support/hydrated';
import { makeLead, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { atPath, button, holdRequests, openCrm, openStage, server, toast } from '../support/stage';

const REFUSAL =
  'En este navegador ahora está abierta otra cuenta. Nada se guardó a su nombre, y lo que escribías te espera cuando vuelvas a entrar con la tuya.';

openStage();
const ana = providePerson(server, { name: 'Ana Activa', roles: ['admin'] });
const beto = providePerson(server, { name: 'Beto Bravo' });

/** Ana in a session of this test alone. */
const freshAna = (): Person => ({ ...ana, cookie: openSession(server, ana.id) });

const notes = () =>
  withDatabase(server, (db) =>
    db.prepare('SELECT author_id, body FROM lead_notes WHERE author_id IN (?, ?) ORDER BY id').all(ana.id, beto.id),
  );

const newNote = (page: Page) => page.getByLabel('Nueva nota');

async function openNotes(page: Page, nombre: string): Promise<void> {
  await rowOf(page, nombre)
    .getByRole('button', { name: /^Notas de/ })
    .click();
}

/** A note that Ana is writing about a lead of its own. */
async function write(nombre: string, text: string): Promise<Page> {
  await makeLead(server, beto, { nombre });
  const page = await openCrm(freshAna());
  await openNotes(page, nombre);
  await newNote(page).fill(text);
  return page;
}

/** Signs in through the form, in another tab of the same browser; the former session is not ended. */
async function signInBeside(page: Page, person: Person): Promise<void> {
  const tab = await page.context().newPage();
  await page.context().clearCookies();
  await tab.goto('/login?next=/cuenta');
  await waitForIslands(tab);
  await tab.locator('input[type=email]').fill(person.email);
  await tab.locator('input[type=password]').fill(PASSWORD);
  await tab.keyboard.press('Enter');
  await atPath(tab, '/cuenta');
  await tab.close();
}

/** The header's account link; behind an open lead it has no role. */
const ownerOf = (page: Page) => page.locator('header a[title]');

test('what one person writes is never saved as another’s who signed in beside, and waits for its author', async () => {
  const lead = `Dos Cuentas ${crypto.randomUUID()}`;
  const page = await write(lead, 'De Ana y de nadie más');
  const box = newNote(page);
  // Only the press may detect the other account: these calls would, too, and reload the page first.
  const checks = /\/(presence|sessions)$/;
  await intercept(page, checks, (route) => route.abort());
  await signInBeside(page, beto);
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  await toast(page, REFUSAL);
  await page.unroute(checks);
  await expect.poll(() => ownerOf(page).getAttribute('title')).toBe(beto.email);
  expect(notes()).toEqual([]);
  // The screen is Beto's: the same lead, and nothing of Ana's text.
  const dialog = page.getByRole('dialog', { name: lead });
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await expect.poll(() => box.inputValue()).toBe('');
  await expect.poll(() => page.getByText('De Ana y de nadie más').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Beto signs out, and Ana returns.
  await button(page, 'Cerrar sesión').click();
  await atPath(page, '/');
  await signIn(page.context(), server.url, freshAna());
  await page.goto('/panel');
  await waitForIslands(page);
  await openNotes(page, lead);
  await expect.poll(() => box.inputValue()).toBe('De Ana y de nadie más');
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  await toast(page, 'Nota añadida');
  expect(notes()).toEqual([{ author_id: ana.id, body: 'De Ana y de nadie más' }]);

  // Returning to the tab is enough to get one's own page.
  await box.fill('Sin guardar');
  // Whatever else the panel asks for would tell of the other account, too.
  await holdRequests(page, '**/api/leads/**');
  await signIn(page.context(), server.url, beto);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await toast(page, REFUSAL);
  await expect.poll(() => ownerOf(page).getAttribute('title')).toBe(beto.email);
});

test('where the session has ended and another signs in meanwhile, the same holds, and a coordinator is shown their own agency', async () => {
  const page = await write(`Sin Sesión ${crypto.randomUUID()}`, 'De Ana, tarde');
  // Only the press may detect the other account: this call would, too, and reload the page first.
  await intercept(page, /\/presence$/, (route) => route.abort());
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  const again = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await again.waitFor();
  await signIn(page.context(), server.url, beto);
  await again.getByRole('button', { name: 'Cerrar' }).click();
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  await toast(page, REFUSAL);
  await expect.poll(() => ownerOf(page).getAttribute('title')).toBe(beto.email);
  expect(notes()).not.toContainEqual(expect.objectContaining({ body: 'De Ana, tarde' }));

  const agency = `Agencia Propia ${crypto.randomUUID()}`;
  const companyId = makeCompany(server, { name: agency });
  const coordinator = makePerson(server, { roles: ['coordinator'], companyId });
  const wanted = `De Otra ${crypto.randomUUID()}`;
  // An open panel would detect the next account and reload.
  await page.goto('about:blank');
  await signIn(page.context(), server.url, freshAna());
  await page.goto('/users');
  await waitForIslands(page);
  await button(page, 'Crear Inmobiliaria').click();
  await page.getByRole('dialog').getByLabel('Nombre').fill(wanted);
  await signIn(page.context(), server.url, coordinator);
  await page.getByRole('dialog').getByRole('button', { name: 'Crear Inmobiliaria' }).click();
  await page.getByRole('heading', { name: agency }).waitFor();
  const made = withDatabase(server, (db) =>
    db.prepare('SELECT count(*) FROM companies WHERE name = ?').pluck().get(wanted),
  );
  expect(made).toBe(0);
});
