import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureOverflow } from '../support/browser';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { newWord } from '../support/new-word';
import { makeLead, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { button, openActions, openCrm, openStage, PHONE, server } from '../support/stage';

/** Part of each lead's name in this file, and so of each list. */
const word = newWord();
const CHILE = `De Chile ${word}`;

openStage();
const ana = providePerson(server, { name: `Ana ${word}` });
const beto = providePerson(server, { name: 'Beto Luna' });
beforeAll(async () => {
  await makeLead(server, ana, { nombre: `Iris Vega ${word}`, pais: 'Chile' });
  await makeLead(server, ana, { nombre: `Omar Paz ${word}`, pais: 'México' });
});
// The team may have twenty.
afterAll(() =>
  withDatabase(server, (db) => db.prepare('DELETE FROM saved_views WHERE author_id IN (?, ?)').run(ana.id, beto.id)),
);

const lists = (page: Page) => page.getByRole('navigation', { name: 'Vistas' });
const viewOf = (page: Page, name: string) => lists(page).getByRole('link', { name, exact: true });
const countOf = (page: Page, name: string) =>
  lists(page).locator('li').filter({ hasText: name }).locator('span').innerText();
const saving = (page: Page) => page.getByRole('dialog', { name: 'Guardar vista' });

async function saveView(page: Page, name: string): Promise<void> {
  await button(page, 'Guardar vista').click();
  await saving(page).getByLabel('Nombre').fill(name);
  await page.keyboard.press('Enter');
  await viewOf(page, name).waitFor();
}

test('a list is saved for the team, counts by itself, and a colleague opens it; own views are renamed, moved and removed', async () => {
  const page = await openCrm(ana, `/panel?q=${word}&pais=Chile`);
  const dialog = saving(page);
  const save = () => dialog.getByRole('button', { name: 'Guardar' }).click();
  await button(page, 'Guardar vista').click();
  await save();
  await dialog.getByText('Nombre: escribí uno para la vista.').waitFor();
  await dialog.getByLabel('Nombre').fill(CHILE);
  await dialog.getByLabel('Compartir con el equipo').check();
  await save();
  await page.getByText(`Vista guardada: ${CHILE}`).waitFor();
  await expect.poll(() => viewOf(page, CHILE).getAttribute('aria-current')).toBe('page');
  await expect.poll(() => button(page, 'Guardar vista').count()).toBe(0);

  // A taken name is reported, and the input stays.
  await page.getByLabel('País').selectOption('México');
  await button(page, 'Guardar vista').click();
  await dialog.getByLabel('Nombre').fill(`de chilé ${word}`);
  await dialog.getByLabel('Compartir con el equipo').check();
  await save();
  await expect.poll(() => dialog.innerText()).toContain(`ya hay una vista que se llama «${CHILE}»`);
  await expect.poll(() => dialog.getByLabel('Nombre').inputValue()).toBe(`de chilé ${word}`);

  // The rail is server-rendered.
  const { text } = await call(server, '/panel', { cookie: beto.cookie });
  expect(text).toMatch(new RegExp(`<a href="/panel\\?q=${word}&amp;pais=Chile"[^>]*>${CHILE}</a>`));
  const colleague = await openCrm(beto, `/panel?q=${word}`);
  await expect.poll(() => countOf(colleague, CHILE)).toBe('1');
  await makeLead(server, ana, { nombre: `Lara Soto ${word}`, pais: 'Chile' });
  await expect.poll(() => countOf(colleague, CHILE)).toBe('2');
  await viewOf(colleague, CHILE).click();
  await rowOf(colleague, 'Lara Soto').waitFor();
  await rowOf(colleague, 'Omar Paz').waitFor({ state: 'detached' });
  await colleague.getByText('2 leads', { exact: true }).waitFor();

  await colleague.getByLabel('Estado').selectOption('Nuevo');
  await saveView(colleague, 'Uno');
  await colleague.getByLabel('Estado').selectOption('Ganado');
  await saveView(colleague, 'Dos');
  await button(colleague, 'Ordenar vistas').click();
  // A shared view is edited by its author only: the colleague sees whose it is, and no field.
  await colleague.getByText(`De ${ana.name}`).waitFor();
  await expect.poll(() => colleague.getByLabel(`Nombre de la vista ${CHILE}`).count()).toBe(0);
  const own = colleague.getByRole('region', { name: 'Tuyas' });
  const names = () => own.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await own.getByRole('button', { name: 'Subir Dos' }).click();
  await expect.poll(names).toEqual(['Dos', 'Uno']);
  await own.getByLabel('Nombre de la vista Uno').fill('Primera');
  await colleague.keyboard.press('Enter');
  await expect.poll(names).toEqual(['Dos', 'Primera']);
  await own.getByRole('button', { name: 'Eliminar vista Dos' }).click();
  await colleague.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(names).toEqual(['Primera']);
});

test('what is found beyond the usual filters is a chip, and a view opens without a filter that is no more, also on a phone', async () => {
  withDatabase(server, (db) => {
    const save = db.prepare(
      `INSERT INTO saved_views (author_id, name, query, position, created_at)
       VALUES (?, ?, ?, 9, '2026-01-01T00:00:00.000Z')`,
    );
    save.run(ana.id, 'De antes', `q=${word}&pais=Chile&zona=norte`);
    save.run(ana.id, 'De México', `q=${word}&pais=México`);
  });
  const page = await openCrm(ana, `/panel?q=${word}`);
  await button(page, 'Más filtros').click();
  await page.getByLabel('Sin actividad').selectOption('30');
  await page.getByText('No hay leads registrados con estos filtros').waitFor();
  await page.getByLabel('Plan de interés').selectOption({ label: 'Chat con IA' });
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe(`?q=${word}&plan=chat-ia&idle=30`);
  const plan = page.getByRole('button', { name: /Plan de interés: Chat con IA/ });
  await plan.click();
  await expect.poll(() => new URL(page.url()).search).toBe(`?q=${word}&idle=30`);
  // It goes a frame later, and its neighbours move into its place.
  await plan.waitFor({ state: 'detached' });
  await button(page, 'Quitar filtros').click();
  await rowOf(page, `Omar Paz ${word}`).waitFor();

  await viewOf(page, 'De antes').click();
  await page.getByText('Esta vista usaba filtros que ya no existen (zona). Se abre con los demás.').waitFor();
  await rowOf(page, `Iris Vega ${word}`).waitFor();
  await rowOf(page, `Omar Paz ${word}`).waitFor({ state: 'detached' });

  await page.setViewportSize(PHONE);
  await (await openActions(page)).getByRole('link', { name: 'De México' }).click();
  await page.getByText('1 lead', { exact: true }).waitFor();
  await expect.poll(() => measureOverflow(page)).toBe(0);
});
