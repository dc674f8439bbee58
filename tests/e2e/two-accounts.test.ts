import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD, type Person } from '../support/accounts';
import { signIn } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { makeLead, rowOf } from '../support/panel';
import { atPath, button, openCrm, openStage, server, toast, waitForIslands } from '../support/stage';

const REFUSAL =
  'En este navegador ahora está abierta otra cuenta. Nada se guardó a su nombre, y lo que escribías te espera cuando vuelvas a entrar con la tuya.';

let ana: Person;
let beto: Person;

openStage();
beforeAll(() => {
  ana = makePerson(server, { name: 'Ana Activa', roles: ['admin'] });
  beto = makePerson(server, { name: 'Beto Bravo' });
});

/** Ana in a session of this test alone. */
const freshAna = (): Person => ({ ...ana, cookie: openSession(server, ana.id) });

const notes = () =>
  withDatabase(server, (db) =>
    db.prepare('SELECT author_id, body FROM lead_notes WHERE body LIKE ?').all('De Ana%'),
  );

/** A note that Ana is writing about a lead of its own. */
async function write(nombre: string, text: string) {
  await makeLead(server, beto, { nombre });
  const page = await openCrm(freshAna());
  await rowOf(page, nombre)
    .getByRole('button', { name: /^Notas de/ })
    .click();
  const box = page.getByLabel('Nueva nota');
  await box.fill(text);
  return { page, box };
}

/** Somebody signs in by the form, in a further tab of the same browser. */
async function signInBeside(page: Page, person: Person): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto('/panel');
  await waitForIslands(tab);
  await button(tab, 'Cerrar sesión').click();
  await atPath(tab, '/');
  await tab.goto('/login');
  await waitForIslands(tab);
  await tab.locator('input[type=email]').fill(person.email);
  await tab.locator('input[type=password]').fill(PASSWORD);
  await tab.keyboard.press('Enter');
  await atPath(tab, '/panel');
  await tab.close();
}

/** The header's link to the account; behind an open lead it has no role. */
const ownerOf = (page: Page) => page.locator('header a[title]');

test('what one person writes is never saved as another’s who signed in beside, and waits for its author', async () => {
  const { page, box } = await write('Dos Cuentas', 'De Ana y de nadie más');
  await signInBeside(page, beto);
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  await toast(page, REFUSAL);
  await expect.poll(() => ownerOf(page).getAttribute('title')).toBe(beto.email);
  expect(notes()).toEqual([]);
  // The screen is Beto's: the same lead, and nothing of what Ana wrote.
  const dialog = page.getByRole('dialog', { name: 'Dos Cuentas' });
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  expect(await box.inputValue()).toBe('');
  expect(await page.getByText('De Ana y de nadie más').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Beto leaves, and Ana is back.
  await button(page, 'Cerrar sesión').click();
  await atPath(page, '/');
  await signIn(page.context(), server.url, freshAna());
  await page.goto('/panel');
  await waitForIslands(page);
  await rowOf(page, 'Dos Cuentas')
    .getByRole('button', { name: /^Notas de/ })
    .click();
  expect(await box.inputValue()).toBe('De Ana y de nadie más');
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  await toast(page, 'Nota añadida');
  expect(notes()).toEqual([{ author_id: ana.id, body: 'De Ana y de nadie más' }]);
});

test('whoever comes back to a page that is no longer theirs sees their own', async () => {
  const { page } = await write('Otra Ventana', 'Sin guardar');
  await signIn(page.context(), server.url, beto);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await toast(page, REFUSAL);
  await expect.poll(() => ownerOf(page).getAttribute('title')).toBe(beto.email);
});

test('a coordinator in the place of an administrator is shown their own agency', async () => {
  const companyId = makeCompany(server, { name: 'Agencia Propia' });
  const coordinator = makePerson(server, { roles: ['coordinator'], companyId });
  const page = await openCrm(freshAna(), '/users');
  await button(page, 'Crear Inmobiliaria').click();
  await page.getByRole('dialog').getByLabel('Nombre').fill('De Otra');
  await signIn(page.context(), server.url, coordinator);
  await page.getByRole('dialog').getByRole('button', { name: 'Crear Inmobiliaria' }).click();
  await page.getByRole('heading', { name: 'Agencia Propia' }).waitFor();
  const made = withDatabase(server, (db) =>
    db.prepare("SELECT count(*) FROM companies WHERE name = 'De Otra'").pluck().get(),
  );
  expect(made).toBe(0);
});

test('where the session has ended and another signs in meanwhile, the same holds', async () => {
  const { page } = await write('Sin Sesión', 'De Ana, tarde');
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
});
