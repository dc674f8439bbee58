import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept } from '../support/browser';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { factOf, makeLead, openMore, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { atPath, button, holdRequests, openCrm, openStage, server, toast } from '../support/stage';

openStage();
const ana = providePerson(server, { name: 'Ana Activa', roles: ['admin'] });
const beto = providePerson(server, { name: 'Beto Bravo' });

/** A lead per test, open at its notes. */
async function openNotes(person = ana) {
  const nombre = `Borrador ${newWord()}`;
  const { id } = await makeLead(server, ana, { nombre });
  const page = await openCrm(person);
  await showNotes(page, nombre);
  const dialog = page.getByRole('dialog', { name: nombre });
  return { page, id, nombre, dialog, box: dialog.getByLabel('Nueva nota') };
}

async function showNotes(page: Page, nombre: string) {
  await rowOf(page, nombre)
    .getByRole('button', { name: /^Notas de/ })
    .click();
  await page.getByRole('dialog', { name: nombre }).getByLabel('Nueva nota').waitFor();
}

/** Clicks outside the dialog. */
const pressOutside = (page: Page) => page.mouse.click(3, 3);
const gone = (dialog: Locator) => dialog.waitFor({ state: 'detached' });

const notesOf = (leadId: number) =>
  withDatabase(server, (db) =>
    db.prepare('SELECT body FROM lead_notes WHERE lead_id = ? ORDER BY id').pluck().all(leadId),
  );

/** Lets the next such call reach the server, and drops its answer. */
async function loseAnswer(page: Page, url: string, method = 'POST'): Promise<void> {
  let isLost = false;
  await intercept(page, url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

test('a note that is being written loses nothing while it is saved, outlives what comes between, and is saved once', async () => {
  const { page, id, nombre, box, dialog } = await openNotes();
  const release = await holdRequests(page, '**/api/leads/*/notes');
  await box.fill('Llamar el lunes');
  await box.press('Control+Enter');
  await box.pressSequentially(' y preguntar por el patio');
  release();
  await toast(page, 'Nota añadida');
  await dialog.getByRole('listitem').filter({ hasText: 'Llamar el lunes' }).waitFor();
  await expect.poll(() => box.inputValue()).toBe('y preguntar por el patio');
  await box.press('Control+Enter');
  await expect.poll(() => notesOf(id)).toEqual(['Llamar el lunes', 'y preguntar por el patio']);
  await expect.poll(() => box.inputValue()).toBe('');

  // A draft survives Escape, another tab, another lead and a reload, and is gone once saved.
  await box.fill('No te pierdas');
  await page.keyboard.press('Escape');
  await gone(dialog);
  await showNotes(page, nombre);
  await expect.poll(() => box.inputValue()).toBe('No te pierdas');
  await dialog.getByRole('tab', { name: 'Información' }).click();
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await expect.poll(() => box.inputValue()).toBe('No te pierdas');
  const otherName = `Otra Persona ${newWord()}`;
  await makeLead(server, beto, { nombre: otherName });
  await dialog.getByRole('button', { name: 'Lead anterior' }).click();
  const other = page.getByRole('dialog', { name: otherName });
  await expect.poll(() => other.getByLabel('Nueva nota').inputValue()).toBe('');
  await other.getByRole('button', { name: 'Lead siguiente' }).click();
  await box.waitFor();
  await page.reload();
  // The URL names the lead; its draft is in view.
  await box.waitFor();
  await expect.poll(() => box.inputValue()).toBe('No te pierdas');
  await dialog.getByRole('button', { name: 'Guardar nota' }).click();
  await toast(page, 'Nota añadida');
  await page.reload();
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await expect.poll(() => box.inputValue()).toBe('');

  // After a lost answer there is one note, whether saved again at once or after a reload.
  const saved = notesOf(id);
  const save = dialog.getByRole('button', { name: 'Guardar nota' });
  await box.fill('Una sola vez');
  await loseAnswer(page, '**/api/leads/*/notes');
  await save.click();
  await toast(page, 'Error al añadir la nota');
  await loseAnswer(page, '**/api/leads/*/notes');
  await save.click();
  await page.reload();
  await box.waitFor();
  await expect.poll(() => box.inputValue()).toBe('Una sola vez');
  await save.click();
  await toast(page, 'Nota añadida');
  await expect.poll(() => box.inputValue()).toBe('');
  expect(notesOf(id)).toEqual([...saved, 'Una sola vez']);

  // A text edited since shows the saved version, and the edit stays as a draft.
  await box.fill('Primera');
  await loseAnswer(page, '**/api/leads/*/notes');
  await box.press('Control+Enter');
  await toast(page, 'Error al añadir la nota');
  await box.fill('Primera, corregida');
  await box.press('Control+Enter');
  await toast(page, 'Ya se había guardado antes de tus últimos cambios. Fijate cómo quedó antes de guardar de nuevo.');
  await dialog.getByRole('listitem').filter({ hasText: 'Primera' }).waitFor();
  await expect.poll(() => box.inputValue()).toBe('Primera, corregida');
  expect(notesOf(id)).toEqual([...saved, 'Una sola vez', 'Primera']);
});

test('a note that is one’s own and edited outlives Escape, is thrown away by Cancelar, and comes back after it, or its lead, was deleted', async () => {
  const { page, id, nombre, dialog, box } = await openNotes();
  await call(server, `/api/leads/${id}/notes`, { cookie: ana.cookie, body: { body: 'Vieja' } });
  const edit = dialog.getByLabel('Editar nota');
  await dialog.getByRole('button', { name: 'Editar', exact: true }).click();
  await edit.fill('Nueva');
  await page.keyboard.press('Escape');
  await gone(dialog);
  await showNotes(page, nombre);
  await expect.poll(() => edit.inputValue()).toBe('Nueva');
  const release = await holdRequests(page, '**/api/notes/*');
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
  await edit.press('End');
  await edit.pressSequentially(' y más');
  release();
  await toast(page, 'Nota actualizada');
  await expect.poll(() => edit.inputValue()).toBe('Nueva y más');
  expect(notesOf(id)).toEqual(['Nueva']);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.getByText('Nueva', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await gone(dialog);
  await showNotes(page, nombre);
  await dialog.getByText('Nueva', { exact: true }).waitFor();
  await expect.poll(() => edit.count()).toBe(0);

  await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await toast(page, 'Nota eliminada');
  await dialog.getByText('(nota eliminada)').waitFor();
  await button(page, 'Deshacer').click();
  await toast(page, 'Nota recuperada');
  await dialog.getByText('Nueva', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Editar', exact: true }).waitFor();

  // Even once another toast has replaced that one.
  await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await dialog.getByRole('button', { name: 'Recuperar nota' }).click();
  await dialog.getByText('Nueva', { exact: true }).waitFor();

  // When a colleague deletes the lead, the draft can be copied; it returns with the lead.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await box.fill('A medio escribir');
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: beto.cookie });
  await dialog.getByText('Este lead ya no está: lo eliminó Beto Bravo.').waitFor();
  await expect.poll(() => dialog.getByLabel('Nota sin guardar').inputValue()).toBe('A medio escribir');
  await dialog.getByRole('button', { name: 'Copiar texto' }).click();
  await toast(page, 'Texto copiado');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A medio escribir');
  await dialog.getByRole('button', { name: 'Recuperar' }).click();
  await toast(page, 'Lead recuperado');
  await box.waitFor();
  await expect.poll(() => box.inputValue()).toBe('A medio escribir');

  // Who deleted it is shown even when only the refusal tells, without the stream.
  await intercept(page, '**/api/leads/stream*', (route) => route.abort());
  await page.reload();
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await box.fill('Sin saberlo');
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: beto.cookie });
  await box.press('Control+Enter');
  await dialog.getByText('Este lead ya no está: lo eliminó Beto Bravo.').waitFor();
  await expect.poll(() => dialog.getByLabel('Nota sin guardar').inputValue()).toBe('Sin saberlo');
  await expect.poll(() => rowOf(page, nombre).count()).toBe(0);
});

test('a form for a new lead outlives a press beside it and a reload, and takes nothing while it is sent; Cancelar throws it away', async () => {
  const page = await openCrm(ana);
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  const name = dialog.getByLabel('Nombre *');
  await button(page, 'Crear Lead').click();
  await name.fill('A Medias');
  await dialog.getByLabel('País').selectOption('Chile');
  await dialog.getByLabel('Nadie le habló todavía').check();
  await dialog.getByText('Más', { exact: true }).click();
  await dialog.getByLabel('Próximo contacto').fill('2099-03-04');
  await pressOutside(page);
  await gone(dialog);
  await page.reload();
  await waitForIslands(page);
  await button(page, 'Crear Lead').click();
  await expect.poll(() => name.inputValue()).toBe('A Medias');
  await expect.poll(() => dialog.getByLabel('País').inputValue()).toBe('Chile');
  await expect.poll(() => dialog.getByLabel('Nadie le habló todavía').isChecked()).toBe(true);
  await expect.poll(() => dialog.getByLabel('Próximo contacto').inputValue()).toBe('2099-03-04');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(dialog);
  await button(page, 'Crear Lead').click();
  await expect.poll(() => name.inputValue()).toBe('');

  // The form is locked during submission, and restores the focus after a refusal.
  await dialog.getByLabel('Email *').fill('foco@x.example.com');
  await name.fill('Con Foco');
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await intercept(page, '**/api/leads', async (route) => {
    await refused;
    await route.abort();
  });
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Creando...' }).waitFor();
  await page.keyboard.type('que nadie guarda');
  refuse();
  await toast(page, 'Error al crear el lead');
  await expect.poll(() => name.inputValue()).toBe('Con Foco');
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('a lead’s value that is being changed outlives Escape, and never goes over what a colleague changed meanwhile', async () => {
  const { page, id, dialog } = await openNotes();
  await dialog.getByRole('tab', { name: 'Información' }).click();
  await openMore(dialog);
  await factOf(dialog, 'Empresa').click();
  await dialog.getByLabel('Empresa').fill('La mía');
  await call(server, `/api/leads/${id}`, {
    method: 'PATCH',
    cookie: beto.cookie,
    body: { empresa: 'La de Beto', pais: 'Chile' },
  });
  await page.reload();
  await factOf(dialog, 'País').filter({ hasText: 'Chile' }).waitFor();
  await expect.poll(() => dialog.getByLabel('Empresa').inputValue()).toBe('La mía');
  await dialog.getByLabel('Empresa').press('Enter');
  await dialog.getByText('Otra persona lo cambió a «La de Beto».').waitFor();
  const release = await holdRequests(page, `**/api/leads/${id}`);
  await dialog.getByLabel('Empresa').press('Enter');
  await dialog.getByLabel('Empresa').press('End');
  await dialog.getByLabel('Empresa').pressSequentially(' y de nadie más');
  release();
  await toast(page, 'Datos guardados');
  await expect.poll(() => dialog.getByLabel('Empresa').inputValue()).toBe('La mía y de nadie más');
  // By keyboard: the mouse might hit a toast.
  await dialog.getByLabel('Empresa').press('Enter');
  await dialog.getByText('La mía y de nadie más').waitFor();
  const { json } = await call(server, `/api/leads/${id}`, { cookie: ana.cookie });
  expect(json.lead).toMatchObject({ empresa: 'La mía y de nadie más', pais: 'Chile' });
});

test('a form for a new lead, an agency or an agent makes one of them where the answer was lost, and none keeps a password', async () => {
  const word = newWord();
  const [lead, agency, agent] = [`Lead ${word}`, `Agencia ${word}`, `Agente ${word}`];
  const page = await openCrm(ana);
  const has = (table: string, column: string, name: string) =>
    withDatabase(server, (db) => db.prepare(`SELECT count(*) FROM ${table} WHERE ${column} = ?`).pluck().get(name));
  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nombre *').fill(lead);
  await dialog.getByLabel('Email *').fill(`una.${word}@x.example.com`);
  await loseAnswer(page, '**/api/leads');
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  await toast(page, 'Error al crear el lead');
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  await toast(page, 'Lead creado exitosamente');
  expect(has('leads', 'nombre', lead)).toBe(1);

  await page.goto('/users');
  await waitForIslands(page);
  await button(page, 'Crear Inmobiliaria').click();
  await dialog.getByLabel('Nombre').fill(agency);
  await loseAnswer(page, '**/api/companies');
  await dialog.getByRole('button', { name: 'Crear Inmobiliaria' }).click();
  await toast(page, 'Error al crear la inmobiliaria');
  await dialog.getByRole('button', { name: 'Crear Inmobiliaria' }).click();
  await toast(page, 'Inmobiliaria creada exitosamente');
  expect(has('companies', 'name', agency)).toBe(1);

  const id = makeCompany(server);
  await page.goto(`/users/company/${id}`);
  await waitForIslands(page);
  await button(page, 'Agregar agente').click();
  await dialog.getByLabel('Nombre').fill(agent);
  await dialog.getByLabel('Email').fill(`agente.${word}@x.example.com`);
  await loseAnswer(page, `**/api/companies/${id}/agents`);
  const add = dialog.getByRole('button', { name: 'Agregar agente' });
  await add.click();
  await expect.poll(() => has('agents', 'name', agent)).toBe(1);
  await expect.poll(() => add.getAttribute('aria-disabled')).toBeNull();
  await add.click();
  // The form stays, emptied, for the next one.
  await expect.poll(() => dialog.getByLabel('Nombre').inputValue()).toBe('');
  expect(has('agents', 'name', agent)).toBe(1);
  await page.keyboard.press('Escape');
  await gone(dialog);

  // Passwords are not stored.
  await button(page, 'Crear Coordinador').click();
  await dialog.getByLabel('Nombre').fill('Coordina Después');
  await dialog.getByText('Elegir yo su contraseña inicial').click();
  await dialog.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await dialog.locator('[name=password]').fill('siete barcos rojos');
  await page.keyboard.press('Escape');
  await gone(dialog);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(stored).toContain('Coordina Después');
  expect(stored).not.toContain('barcos');
});

test('a storage that takes nothing stops nobody; signing out asks where something would be lost, and leaves nothing behind', async () => {
  const person = makePerson(server);
  const { page, box, dialog } = await openNotes(person);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await box.fill('Sin lugar');
  await dialog.getByRole('tab', { name: 'Información' }).click();
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await expect.poll(() => box.inputValue()).toBe('Sin lugar');
  const asked = page.waitForEvent('dialog');
  const left = page.close({ runBeforeUnload: true });
  const warning = await asked;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();
  await left;
  await dialog.getByRole('button', { name: 'Guardar nota' }).click();
  await toast(page, 'Nota añadida');

  // This time storage works.
  await page.reload();
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await box.fill('Todavía no');
  await page.keyboard.press('Escape');
  await gone(dialog);
  const question = page.getByRole('alertdialog', { name: 'Hay algo escrito sin guardar' });
  // All else stored for this person goes too; other people's stays.
  await page.evaluate((id) => {
    sessionStorage.setItem(`de-muchos:${id}`, '{}');
    sessionStorage.setItem('borrador:otra:nota', '{}');
  }, person.id);
  await button(page, 'Cerrar sesión').click();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await gone(question);
  await button(page, 'Cerrar sesión').click();
  await question.getByRole('button', { name: 'Descartar y cerrar sesión' }).click();
  await atPath(page, '/');
  const stored = await page.evaluate(() => Object.keys(sessionStorage));
  expect(stored.filter((name) => name.includes(person.id))).toEqual([]);
  expect(stored).toContain('borrador:otra:nota');
});
