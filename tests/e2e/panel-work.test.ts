import type { Page, Request } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, type Person } from '../support/accounts';
import { intercept } from '../support/browser';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { newWord } from '../support/new-word';
import {
  atRest,
  drawn,
  factOf,
  focusFirstLead,
  listedNames,
  makeLead,
  nameOf,
  openMore,
  readCounter,
  rowOf,
} from '../support/panel';
import { providePerson } from '../support/provide';
import { button, DESKTOP, openActions, openCrm, openStage, server, toast } from '../support/stage';
import { callAs, makeToken } from '../support/tokens';

const word = newWord();
const own = (nombre: string) => `${nombre} ${word}`;
/** One per lead: a shared email would mean one person. */
const emailOf = (nombre: string) => `${nombre.toLowerCase().replaceAll(' ', '.')}@x.example.com`;

openStage();
const ana = providePerson(server, { name: 'Ana Activa' });
const beto = providePerson(server, { name: 'Beto Bravo' });
beforeAll(async () => {
  // Leftovers of other files.
  const { until } = (await call(server, '/api/enquiries/set-aside', { cookie: ana.cookie })).json;
  await call(server, '/api/enquiries/discard-all', { cookie: ana.cookie, body: { until } });
});

const makeOwn = async (nombre: string, fields: Record<string, unknown> = {}) =>
  (await makeLead(server, ana, { nombre: own(nombre), email: emailOf(own(nombre)), ...fields })).id;

const readLead = async (id: number) => (await call(server, `/api/leads/${id}`, { cookie: ana.cookie })).json.lead;

const readByName = async (nombre: string) =>
  (await call(server, `/api/leads?q=${encodeURIComponent(nombre)}`, { cookie: ana.cookie })).json.leads[0];

const patchAsBeto = (id: number, body: unknown) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: beto.cookie, body });

const writeNote = (person: Person, id: number, body: string) =>
  call(server, `/api/leads/${id}/notes`, { cookie: person.cookie, body: { body } });

const NO_PERMISSION = 'No tienes permisos para acceder a esta sección';
const STILL_HERE = 'Lo que escribiste sigue acá: probá de nuevo.';

/** Resolves when a toast says exactly this. */
const saidIs = (page: Page, ...lines: (string | undefined)[]) =>
  expect
    .poll(() => page.getByRole('region', { name: 'Avisos (Alt+T)' }).getByRole('paragraph').allInnerTexts())
    .toEqual(lines.filter(Boolean));

const setAside = (nombre: string) => submitEnquiry(server, { ...validEnquiry, nombre, sitio_web: 'x' });

const statusOf = (page: Page, nombre: string, status: string) =>
  rowOf(page, nombre).getByRole('button', { name: status, exact: true });

async function chooseStatus(page: Page, nombre: string, from: string, to: string) {
  await statusOf(page, nombre, from).click();
  const popover = page.getByRole('dialog', { name: 'Cambiar estado a:' });
  await expect
    .poll(() => popover.getByRole('button').allInnerTexts())
    .toEqual(['Nuevo', 'Contactado', 'En seguimiento', 'Ganado', 'Perdido']);
  await popover.getByRole('button', { name: to }).click();
}

test('a change of status shows at once, moves the counters, and can be undone, whatever becomes of its answer', async () => {
  const [shown, lost, stale] = [own('Mostrado'), own('Perdido'), own('Viejo')];
  const shownId = await makeOwn('Mostrado');
  await patchAsBeto(shownId, { plan: 'chat-ia' });
  const lostId = await makeOwn('Perdido');
  const staleId = await makeOwn('Viejo');
  const page = await openCrm(ana, `/panel?q=${word}`);
  const won = await readCounter(page, 'Ganados');
  await chooseStatus(page, shown, 'Nuevo', 'Ganado');
  await toast(page, 'Estado actualizado correctamente');
  // Hovering keeps the toast.
  await button(page, 'Deshacer').hover();
  await expect.poll(() => readCounter(page, 'Ganados')).toBe(won + 1);
  // Even if the answer is lost.
  await intercept(
    page,
    `**/api/leads/${shownId}/undo`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await button(page, 'Deshacer').click();
  await saidIs(page, 'Estado actualizado correctamente');
  await statusOf(page, shown, 'Nuevo').waitFor();
  await expect.poll(async () => (await readLead(shownId)).first_contacted_at).toBeNull();
  await expect.poll(() => readCounter(page, 'Ganados')).toBe(won);

  // The plan sold is asked next to the status, with the plan of interest focused.
  await chooseStatus(page, shown, 'Nuevo', 'Ganado');
  const sale = page.getByRole('dialog', { name: '¿Qué plan contrató?' });
  const wanted = sale.getByRole('button', { name: 'Chat con IA, Anual: USD 50 por mes' });
  await expect.poll(() => wanted.evaluate((price) => price === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Agente de IA · Mensual · USD 90 por mes').waitFor();
  await expect
    .poll(() => readLead(shownId))
    .toMatchObject({
      estado: 'ganado',
      plan: 'agente-ia',
      billing: 'mensual',
    });
  await chooseStatus(page, shown, 'Ganado', 'Nuevo');
  await expect.poll(async () => (await readLead(shownId)).estado).toBe('nuevo');

  // It is optimistic, and reverted on failure.
  const before = await readCounter(page, 'Perdidos');
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await intercept(page, `**/api/leads/${shownId}`, async (route) => {
    await failing;
    await route.abort();
  });
  await chooseStatus(page, shown, 'Nuevo', 'Perdido');
  await statusOf(page, shown, 'Perdido').waitFor();
  await expect.poll(() => readCounter(page, 'Perdidos')).toBe(before + 1);
  fail();
  await toast(page, 'Error al actualizar el estado');
  await statusOf(page, shown, 'Nuevo').waitFor();
  await expect.poll(() => readCounter(page, 'Perdidos')).toBe(before);

  // After a lost answer it is sent again and reported as done.
  let isLost = false;
  await intercept(page, `**/api/leads/${lostId}`, async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await chooseStatus(page, lost, 'Nuevo', 'Perdido');
  await toast(page, 'Estado actualizado correctamente');
  expect((await readLead(lostId)).estado).toBe('perdido');
  const { json } = await call(server, `/api/leads/${lostId}/timeline`, { cookie: ana.cookie });
  expect(json.events.filter(({ field }: { field: string | null }) => field === 'estado').length).toBe(1);

  // A colleague's concurrent change is shown, not overwritten.
  await intercept(page, '**/api/leads/stream*', (route) => route.abort());
  await page.reload();
  await statusOf(page, stale, 'Nuevo').waitFor();
  await patchAsBeto(staleId, { estado: 'ganado' });
  await chooseStatus(page, stale, 'Nuevo', 'Perdido');
  await saidIs(page, 'Error al actualizar el estado', 'Otra persona lo cambió mientras tanto');
  await statusOf(page, stale, 'Ganado').waitFor();
  expect((await readLead(staleId)).estado).toBe('ganado');
});

test('an open lead shows what is known; a note is its author’s to edit and delete, and outlives the session', async () => {
  const nombre = own('Perla');
  const id = await makeOwn('Perla', { pais: 'Perú', mensaje: 'Hola, quiero saber más.' });
  await patchAsBeto(id, { owner_id: null });
  const page = await openCrm(ana, `/panel?q=${word}`);
  const dialog = page.getByRole('dialog', { name: nombre });
  await nameOf(page, nombre).click();
  await dialog.getByText('Fecha de creación').waitFor();
  // Tabs and the button to the next lead stay in place, whatever the lead shows.
  const readPlaces = () =>
    Promise.all(
      [dialog.getByRole('tab', { name: 'Notas' }), dialog.getByRole('button', { name: 'Lead siguiente' })].map(
        (control) => control.boundingBox(),
      ),
    );
  await atRest(page);
  const places = await readPlaces();
  expect(places).not.toContain(null);
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await dialog.getByText('creó el lead').waitFor();
  expect(await readPlaces()).toEqual(places);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await button(page, `Notas de ${nombre} (0)`).click();
  await dialog.getByText('No hay notas para este lead').waitFor();
  await dialog.getByText('Hola, quiero saber más.').waitFor();
  const save = dialog.getByRole('button', { name: 'Guardar nota' });
  await dialog.getByLabel('Nueva nota').fill('   ');
  await expect.poll(() => save.isDisabled()).toBe(true);
  await dialog.getByLabel('Nueva nota').fill('Llamar el lunes');
  await save.click();
  await toast(page, 'Nota añadida');
  // The button goes with what it saved: the focus moves to the history, not to the page's start.
  await dialog.locator('section[aria-label="Historial de notas"]:focus').waitFor();
  // Undo also reverts what followed from the note.
  await button(page, 'Deshacer').click();
  await saidIs(page, 'Nota eliminada', `${nombre} quedó sin responsable`);
  await dialog.getByRole('button', { name: 'Recuperar nota' }).click();
  await toast(page, 'Nota recuperada');
  const note = dialog.getByRole('listitem').filter({ hasText: /Llamar el|nota eliminada/ });
  await note.getByText('Llamar el lunes').waitFor();
  await note.getByRole('button', { name: 'Editar' }).click();
  await note.getByLabel('Editar nota').fill('Llamar el martes');
  await note.getByRole('button', { name: 'Guardar' }).click();
  await toast(page, 'Nota actualizada');
  await note.getByText('Llamar el martes').waitFor();
  await note.getByText('(editada)').waitFor();
  await note.getByRole('button', { name: 'Eliminar' }).click();
  await toast(page, 'Nota eliminada');
  await note.getByText('Eliminada', { exact: true }).waitFor();
  await note.getByText('(nota eliminada)').waitFor();
  await expect.poll(() => note.getByRole('button').allInnerTexts()).toEqual(['Recuperar nota']);

  // A colleague's appears live, without controls.
  await writeNote(beto, id, 'De Beto');
  const theirs = dialog.getByRole('listitem').filter({ hasText: 'De Beto' });
  await theirs.waitFor();
  await expect.poll(() => theirs.getByRole('button').count()).toBe(0);
  // The newest is at the end, right above the box.
  const notes = dialog.getByRole('listitem').filter({ hasText: /nota eliminada|De Beto/ });
  await expect.poll(() => notes.last().innerText()).toContain('De Beto');

  await dialog.getByRole('tab', { name: 'Información' }).click();
  await dialog.getByText(emailOf(nombre)).waitFor();
  await dialog.getByRole('definition').filter({ hasText: 'Perú' }).waitFor();
  // The specified facts come first, as text.
  const terms = (await dialog.getByRole('term').allInnerTexts()).map((term) => term.split('\n')[0]);
  expect(terms).toEqual([
    ...['Mensaje inicial', 'Email', 'WhatsApp', 'País', 'Estado', 'Próximo contacto', 'Responsable'],
    'Fecha de creación',
  ]);
  await expect.poll(() => dialog.locator('textarea, input:not([type=date], [type=time])').count()).toBe(0);
  await expect.poll(() => dialog.getByRole('tab').allInnerTexts()).toEqual(['Información', 'Notas']);
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await dialog.getByText('eliminó una nota').first().waitFor();
  await note.getByRole('button', { name: 'Recuperar nota' }).click();
  await toast(page, 'Nota recuperada');

  // The session expires: the draft stays, and is saved after signing in again in place.
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await dialog.getByText('eliminó una nota').first().waitFor();
  await dialog.getByLabel('Nueva nota').fill('No te pierdas');
  // Only with the press: what the panel asks for by itself would ask to sign in before it.
  await intercept(
    page,
    `**/api/leads/${id}/notes`,
    async (route) => {
      await page.context().clearCookies();
      await route.continue();
    },
    { times: 1 },
  );
  await save.click();
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page, 'Nota añadida');
  const last = dialog.getByRole('listitem').filter({ hasText: 'No te pierdas' });
  await last.waitFor();

  // Failures use the specification's words, with the reason below.
  for (const [answer, why] of [
    [{ status: 500, body: 'x' }, undefined],
    [{ status: 409, body: JSON.stringify({ error: { code: 'conflict', message: 'Porque no.' } }) }, 'Porque no.'],
    [{ status: 403, body: JSON.stringify({ error: { code: 'forbidden', message: NO_PERMISSION } }) }, NO_PERMISSION],
  ] as const) {
    const route = /\/api\/(leads|notes)\/\d+/;
    await intercept(page, route, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill(answer),
    );
    await dialog.getByLabel('Nueva nota').fill('No se guarda');
    await save.click();
    await saidIs(page, 'Error al añadir la nota', why ?? STILL_HERE);
    await last.getByRole('button', { name: 'Editar' }).click();
    await dialog.getByLabel('Editar nota').fill('Tampoco');
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
    await saidIs(page, 'Error al actualizar la nota', why ?? STILL_HERE);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await last.getByRole('button', { name: 'Eliminar' }).click();
    await saidIs(page, 'Error al eliminar la nota', why);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await chooseStatus(page, nombre, 'Nuevo', 'Ganado');
    await saidIs(page, 'Error al actualizar el estado', why);
    await button(page, `Eliminar lead ${nombre}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await saidIs(page, 'Error al eliminar el lead', why);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.unroute(route);
    await nameOf(page, nombre).click();
    await dialog.getByRole('tab', { name: 'Notas' }).click();
  }
});

test('a lead’s story has its newest in sight, its notes alone also in the next lead, and moves nobody who reads further up', async () => {
  const [nombre, next, long] = [own('Historia Una'), own('Historia Otra'), own('Historia Larga')];
  const id = await makeOwn('Historia Una');
  await writeNote(ana, await makeOwn('Historia Otra'), 'La otra');
  const longId = await makeOwn('Historia Larga');
  for (let n = 1; n <= 55; n++) await writeNote(ana, longId, `Nota ${n}.`);
  const page = await openCrm(ana, `/panel?q=Historia ${word}`);
  await nameOf(page, nombre).click();
  const dialog = page.getByRole('dialog', { name: nombre });
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  const story = dialog.getByRole('list', { name: 'Historial de notas' });
  await story.getByText('creó el lead').waitFor();
  await dialog.getByText('No hay notas para este lead').waitFor();

  await writeNote(beto, id, 'Pidió precios');
  await story.getByText('Pidió precios').waitFor();
  await expect.poll(() => dialog.getByText('No hay notas para este lead').count()).toBe(0);
  await call(server, `/api/leads/${id}/contacts`, { cookie: beto.cookie, body: { channel: 'call' } });
  await story.getByText('inició una llamada').waitFor();
  expect((await story.innerText()).indexOf('Pidió')).toBeLessThan((await story.innerText()).indexOf('una llamada'));
  await dialog.getByRole('checkbox', { name: 'Solo notas' }).check();
  await expect.poll(() => story.getByRole('listitem').count()).toBe(1);

  await page.keyboard.press('k');
  const other = page.getByRole('dialog', { name: next });
  await other.getByText('La otra').waitFor();
  await expect.poll(() => other.getByRole('checkbox', { name: 'Solo notas' }).isChecked()).toBe(true);

  await page.keyboard.press('k');
  const third = page.getByRole('dialog', { name: long });
  await third.getByRole('checkbox', { name: 'Solo notas' }).uncheck();
  await third.getByText('Nota 55.').waitFor();
  const topOf = async (text: string) => (await third.getByText(text, { exact: true }).boundingBox())?.y ?? NaN;
  // Right above the box for the next one.
  const gap = ((await third.getByLabel('Nueva nota').boundingBox())?.y ?? 0) - (await topOf('Nota 55.'));
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(150);
  await third.getByRole('button', { name: 'Ver anteriores' }).scrollIntoViewIfNeeded();
  const before = await topOf('Nota 6.');
  await third.getByRole('button', { name: 'Ver anteriores' }).click();
  await third.getByText('Nota 1.').waitFor();
  expect(await topOf('Nota 6.')).toBeCloseTo(before, 0);
  // The button went with its last press: the focus moves to the scrolled history, not to the page's start.
  await page.locator('section[aria-label="Historial de notas"]:focus').waitFor();
  await writeNote(beto, longId, 'La última.');
  await third.getByRole('button', { name: 'Hay novedades' }).waitFor();
  expect(await topOf('Nota 6.')).toBeCloseTo(before, 0);
  await third.getByRole('button', { name: 'Hay novedades' }).click();
  await third.getByRole('button', { name: 'Hay novedades' }).waitFor({ state: 'detached' });
  await third.getByText('creó el lead').waitFor();
  await expect.poll(() => third.getByRole('button', { name: 'Ver anteriores' }).count()).toBe(0);

  // On a desk both tabs are open: everyday work needs no switching.
  await page.setViewportSize(DESKTOP);
  await third.getByRole('combobox', { name: 'Responsable' }).waitFor();
  await third.getByRole('button', { name: 'En 3 días' }).click();
  await expect.poll(async () => (await readLead(longId)).next_contact_on).not.toBeNull();
  await third.getByLabel('Nueva nota').fill('Sin cambiar de pestaña');
  await third.getByRole('button', { name: 'Guardar nota' }).click();
  await third.getByRole('listitem').filter({ hasText: 'Sin cambiar de pestaña' }).waitFor();
  await expect.poll(() => third.getByRole('tab', { selected: true }).allInnerTexts()).toEqual(['Información', 'Notas']);
});

test('a lead comes into a search by its note; its data are checked, and a colleague’s overwritten only when asked again', async () => {
  const nombre = own('Nora Notada');
  const id = await makeOwn('Nora Notada');
  const page = await openCrm(ana, `/panel?q=zanahorias ${word}`);
  await page.getByText('0 leads', { exact: true }).waitFor();
  await writeNote(ana, id, 'Pregunta por zanahorias y otras raíces.');
  await nameOf(page, nombre).click();

  const dialog = page.getByRole('dialog', { name: nombre });
  await openMore(dialog);
  await dialog.getByLabel('Tipo de cliente').selectOption('Constructora');
  await toast(page, 'Datos guardados');
  expect((await readLead(id)).client_type).toBe('constructora');
  const field = (name: string) => dialog.getByLabel(name);
  // A press turns text into its control, and input is validated in place; Escape cancels.
  await factOf(dialog, 'Email').focus();
  await page.keyboard.press('Enter');
  await field('Email').fill('nada');
  await field('Email').press('Enter');
  await dialog.getByText('Email: escribí una dirección válida, por ejemplo nombre@dominio.com.').waitFor();
  await field('Email').press('Escape');
  await factOf(dialog, 'Email').click();
  const moved = `${'mudada.'.repeat(5)}${emailOf(nombre)}`;
  await field('Email').fill(moved);
  // Leaving the field saves, too.
  await field('Tipo de cliente').focus();
  await dialog.getByText(moved).waitFor();
  // Pressing Empresa turns the email's control back into two lines of text, which moves the target: the press still
  // counts. The email's is by key: a second one in the same place, this soon, is none.
  await factOf(dialog, 'Email').press('Enter');
  await field('Email').waitFor();
  await factOf(dialog, 'Empresa').click();
  await field('Empresa').fill('Casa Sur');
  await field('Empresa').press('Enter');
  await dialog.getByRole('button', { name: 'Casa Sur' }).waitFor();
  await expect
    .poll(() => readLead(id))
    .toMatchObject({
      email: moved,
      empresa: 'Casa Sur',
      nombre,
    });

  await factOf(dialog, 'Empresa').click();
  await field('Empresa').fill('La mía');
  await patchAsBeto(id, { empresa: 'La de Beto', pais: 'Chile' });
  await field('Empresa').press('Enter');
  await dialog.getByText('Otra persona lo cambió a «La de Beto».').waitFor();
  await factOf(dialog, 'País').filter({ hasText: 'Chile' }).focus();
  expect((await readLead(id)).empresa).toBe('La de Beto');
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect.poll(async () => (await readLead(id)).empresa).toBe('La mía');
  expect((await readLead(id)).pais).toBe('Chile');
});

test('a lead is made by hand, is deleted after asking, and comes back; what intake set aside is decided', async () => {
  const nombre = own('Hecha a Mano');
  const page = await openCrm(ana);
  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  const submit = dialog.getByRole('button', { name: 'Crear Lead' });
  await submit.click();
  await toast(page, 'Nombre y email son obligatorios');
  await expect
    .poll(() => dialog.getByLabel('País').locator('option').allInnerTexts())
    .toEqual([
      'Sin especificar',
      'Argentina',
      'Chile',
      'Colombia',
      'México',
      'Perú',
      'Uruguay',
      'España',
      'Paraguay',
      'Bolivia',
      'Otro',
    ]);
  await dialog.getByText('* o WhatsApp').waitFor();
  await dialog.getByLabel('Nombre *').fill(nombre);
  await dialog.getByLabel('Email *').fill(emailOf(nombre));
  // A number sets the country, unless one was chosen.
  const [whatsapp, pais] = [dialog.getByLabel('WhatsApp'), dialog.getByLabel('País')];
  await whatsapp.fill('+54 9 11');
  await expect.poll(() => pais.inputValue()).toBe('Argentina');
  await whatsapp.fill('+595 981');
  await expect.poll(() => pais.inputValue()).toBe('Paraguay');
  await whatsapp.fill('+1 305 555 1234');
  await expect.poll(() => pais.inputValue()).toBe('Otro');
  await pais.selectOption('Chile');
  await whatsapp.fill('+598 94 123 456');
  await expect.poll(() => pais.inputValue()).toBe('Chile');
  await dialog.getByText('Más', { exact: true }).click();
  await expect.poll(() => dialog.getByLabel('Responsable').inputValue()).toBe(ana.id);
  await dialog.getByLabel('Próximo contacto').fill('2099-03-04');
  await intercept(page, '**/api/leads', (route) => route.abort());
  await submit.click();
  await toast(page, 'Error al crear el lead');
  await page.unroute('**/api/leads');
  await submit.click();
  await toast(page, 'Lead creado exitosamente');
  await dialog.waitFor({ state: 'detached' });
  // Hovering keeps the toast: the list is read again after it.
  await button(page, 'Abrir').hover();
  await expect.poll(async () => (await listedNames(page))[0]).toBe(nombre);
  await button(page, 'Abrir').click();
  const opened = page.getByRole('dialog', { name: nombre, exact: true });
  await opened.getByRole('link', { name: 'WhatsApp' }).waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });

  const row = rowOf(page, nombre);
  // A lead made by hand counts as contacted: it does not wait.
  await expect.poll(() => row.getAttribute('class')).not.toContain('lead-waits');
  await expect.poll(() => readByName(nombre)).toMatchObject({ owner_id: ana.id, next_contact_on: '2099-03-04' });
  const total = await readCounter(page, 'Leads Totales');
  const ask = () => button(page, `Eliminar lead ${nombre}`).click();
  const confirmation = page.getByRole('alertdialog');
  await ask();
  await confirmation.getByRole('button', { name: 'Cancelar' }).click();
  await confirmation.waitFor({ state: 'detached' });
  await ask();
  await confirmation.getByRole('button', { name: 'Eliminar' }).click();
  await toast(page, 'Lead eliminado correctamente');
  await button(page, 'Deshacer').hover();
  await expect.poll(() => readCounter(page, 'Leads Totales')).toBe(total - 1);
  await row.waitFor({ state: 'detached' });
  await button(page, 'Deshacer').click();
  await row.waitFor();
  await ask();
  await confirmation.getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(() => readByName(nombre)).toBeUndefined();
  await (await openActions(page)).getByRole('link', { name: 'Papelera' }).click();
  await button(page, `Recuperar lead ${nombre}`).click();
  await toast(page, 'Lead recuperado');
  await page.getByRole('link', { name: 'Volver al panel' }).click();
  await row.waitFor();

  const [person, robot] = [own('Persona Verdadera'), own('Robot Insistente')];
  await setAside(person);
  await setAside(robot);
  await (await openActions(page)).getByRole('link', { name: 'Consultas apartadas (2)' }).click();
  const discard = button(page, `Descartar la consulta de ${robot}`);
  await discard.click();
  await toast(page, 'Consulta descartada');
  await button(page, 'Deshacer').click();
  await toast(page, 'Consulta recuperada');
  await discard.click();
  await discard.waitFor({ state: 'detached' });
  await button(page, `Aceptar como lead la consulta de ${person}`).click();
  await toast(page, 'Consulta aceptada como lead');
  await page.getByText('No hay consultas apartadas.').waitFor();
  await page.getByRole('link', { name: 'Volver al panel' }).click();
  await rowOf(page, person).waitFor();
  await expect.poll(() => rowOf(page, robot).count()).toBe(0);
});

test('a lead with a number and no email says so in its row and has no way to write one; one that nobody has spoken with waits', async () => {
  const [nombre, waits] = [own('Sin Email'), own('Sin Hablar')];
  const body = { nombre, whatsapp: '+5491155550177', pais: 'Argentina' };
  expect((await callAs(server, makeToken(server), '/api/leads', { body })).status).toBe(201);
  const page = await openCrm(ana, `/panel?q=${word}`);
  const cells = rowOf(page, nombre).getByRole('cell');
  expect([await cells.nth(1).innerText(), await cells.nth(2).innerText()]).toEqual(['–', '+54 9 11 5555 0177']);
  await nameOf(page, nombre).click();
  const opened = page.getByRole('dialog', { name: nombre, exact: true });
  await opened.getByRole('link', { name: 'Llamar' }).waitFor();
  await expect.poll(() => opened.getByRole('link', { name: 'Email', exact: true }).count()).toBe(0);
  await opened.getByRole('button', { name: `Elegir mensaje para ${nombre}` }).click();
  const others = page.getByRole('dialog', { name: `Elegir mensaje para ${nombre}` });
  await others.getByText('No tiene email.').waitFor();
  await page.keyboard.press('Escape');
  await others.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });

  await button(page, 'Crear Lead').click();
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await dialog.getByLabel('Nombre *').fill(waits);
  await dialog.getByLabel('Email *').fill(emailOf(waits));
  await dialog.getByLabel('Nadie le habló todavía').check();
  await dialog.getByRole('button', { name: 'Crear Lead' }).click();
  await toast(page, 'Lead creado exitosamente');
  await expect.poll(() => rowOf(page, waits).getAttribute('class')).toContain('lead-waits');
});

test('what was set aside comes in pages, is discarded at once and given back, and follows what others decide', async () => {
  for (let i = 0; i < 53; i++) await setAside(`Robot ${i}`);
  const page = await openCrm(ana, '/panel/apartadas');
  const items = page.getByRole('list', { name: 'Consultas apartadas' }).getByRole('listitem');
  await expect.poll(() => items.count()).toBe(50);
  await page.getByRole('button', { name: 'Cargar más' }).click();
  await page.getByRole('heading', { name: 'Robot 0', exact: true }).waitFor();
  await expect.poll(() => items.count()).toBe(53);

  // The list does not catch up with it by itself under somebody's focus.
  await button(page, 'Descartar todas').focus();
  await setAside('Llegada Después');
  await button(page, 'Descartar todas').click();
  await toast(page, '53 consultas descartadas');
  await page.getByRole('heading', { name: 'Llegada Después' }).waitFor();
  await expect.poll(() => items.count()).toBe(1);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, '53 consultas recuperadas');
  await expect.poll(() => items.count()).toBe(50);

  // Undo survives a failed reload of the list: not the one by which it catches up, but that of the press.
  const calls = /\/api\/enquiries\/(set-aside|discard-all)$/;
  let isPressed = false;
  await intercept(page, calls, (route) => {
    isPressed ||= route.request().method() === 'POST';
    return isPressed && route.request().method() === 'GET' ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Descartar todas' }).click();
  await toast(page, 'Error al cargar las consultas apartadas');
  await page.getByText('54 consultas descartadas').waitFor();
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, '54 consultas recuperadas');

  // Stale answers are dropped.
  let answerNow = () => {};
  const answered = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  const asked = page.waitForRequest('**/api/enquiries/set-aside?cursor=*');
  const ended = new Promise<void>((resolve) => {
    const look = (request: Request) => request.url().includes('?cursor=') && resolve();
    page.on('requestfinished', look).on('requestfailed', look);
  });
  await intercept(page, '**/api/enquiries/set-aside?cursor=*', async (route) => {
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Cargar más' }).click();
  await asked;
  await page.getByRole('button', { name: 'Descartar todas' }).click();
  const none = page.getByText('No hay consultas apartadas.');
  await none.waitFor();
  answerNow();
  await ended;
  await drawn(page);
  await expect.poll(() => none.isVisible()).toBe(true);

  // Changes from elsewhere appear live, but not under a pointer about to decide.
  await page.mouse.move(0, 0);
  const other = await openCrm(ana, '/panel/apartadas');
  const named = (nombre: string) => page.getByRole('heading', { name: nombre });
  await setAside('Robot Primero');
  await named('Robot Primero').waitFor();
  await button(page, 'Descartar la consulta de Robot Primero').focus();
  await setAside('Robot Segundo');
  await page.getByRole('status').getByText('Hay cambios en esta lista.').waitFor();
  await expect.poll(() => named('Robot Segundo').count()).toBe(0);
  await button(page, 'Mostrarlos').click();
  await named('Robot Segundo').waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await button(other, 'Descartar la consulta de Robot Segundo').click();
  await named('Robot Segundo').waitFor({ state: 'detached' });
  await button(page, 'Descartar la consulta de Robot Primero').click();
  await none.waitFor();
});

test('keys move, open, change the status and look for something, but not while typing, and go on through a filter', async () => {
  const [one, two] = [own('Tecla Uno'), own('Tecla Dos')];
  const first = await makeOwn('Tecla Uno');
  const second = await makeOwn('Tecla Dos');
  const page = await openCrm(ana);
  await rowOf(page, two).waitFor();
  await focusFirstLead(page);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByText(two).waitFor();
  await page.keyboard.press('3');
  await expect.poll(async () => (await readLead(second)).estado).toBe('en_seguimiento');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: two }).waitFor();
  await page.keyboard.press('j');
  await dialog.getByRole('heading', { name: one }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByText(one).waitFor();
  await page.keyboard.press('5');
  await expect.poll(async () => (await readLead(first)).estado).toBe('perdido');
  await button(page, 'Sin motivo').click();
  await page.keyboard.press('n');
  await page.keyboard.type('12345 jkw?');
  await expect.poll(() => page.getByLabel('Nueva nota').inputValue()).toBe('12345 jkw?');
  expect((await readLead(first)).estado).toBe('perdido');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type(`tecla ${word}`);
  await expect.poll(() => page.getByLabel('Buscar').inputValue()).toBe(`tecla ${word}`);
  await expect.poll(() => listedNames(page)).toEqual([two, one]);
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-lead-id')))
    .toBe(String(second));
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  // Each status change takes the lead out of the filter; J goes on to the next match.
  const queue = [own('Cola Uno'), own('Cola Dos'), own('Cola Tres')];
  for (const nombre of ['Cola Tres', 'Cola Dos', 'Cola Uno']) await makeOwn(nombre);
  await page.goto(`/panel?q=cola ${word}&estado=nuevo`);
  await focusFirstLead(page);
  await page.keyboard.press('Enter');
  for (const nombre of queue.slice(0, 2)) {
    await dialog.getByRole('heading', { name: nombre }).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: 'Cambiar estado a:' }).waitFor();
    await page.keyboard.press('2');
    await expect.poll(() => listedNames(page)).not.toContain(nombre);
    await page.keyboard.press('j');
  }
  // A key that comes the moment the sheet is gone is meant for the row. The follow-up question comes before that goes.
  await dialog.getByRole('heading', { name: own('Cola Tres') }).waitFor();
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.sheet')) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByText(own('Cola Tres')).waitFor();
  await page.keyboard.press('4');
  await page.getByRole('dialog', { name: '¿Qué plan contrató?' }).getByText(own('Cola Tres')).waitFor();
  await expect.poll(() => listedNames(page)).toEqual([queue[2]]);
  await page.keyboard.press('Escape');
  await expect.poll(() => listedNames(page)).toEqual([]);
});

test('what is typed without a focus changes nothing; the tab Notas takes it', async () => {
  const nombre = own('Oficinas');
  const id = await makeOwn('Oficinas');
  const page = await openCrm(ana, `/panel?q=oficinas ${word}`, { viewport: { width: 1280, height: 800 } });
  await nameOf(page, nombre).click();
  const sheet = page.getByRole('dialog', { name: nombre, exact: true });
  await sheet.getByRole('tab', { name: 'Notas' }).click();
  const box = sheet.getByLabel('Nueva nota');
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('4 oficinas en Maldonado');
  await expect.poll(() => box.inputValue()).toBe('4 oficinas en Maldonado');

  await box.evaluate((element) => (element as HTMLElement).blur());
  const shown = page.url();
  // In one go: after a second's pause a letter would be a command.
  await page.evaluate((text) => {
    for (const key of text) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
  }, '5 sucursales, kiosco y palier: ¿cuáles wifi?');
  await expect.poll(() => page.locator(':popover-open').count()).toBe(0);
  expect(page.url()).toBe(shown);
  expect(page.context().pages()).toHaveLength(1);
  await expect.poll(() => readLead(id)).toMatchObject({ estado: 'nuevo', next_contact_on: null, lost_reason: null });
});

test('a key acts on the lead that one sees: never on the next one when an act took its row away', async () => {
  const names = ['Fila Uno', 'Fila Dos', 'Fila Tres'].map(own);
  for (const nombre of ['Fila Tres', 'Fila Dos', 'Fila Uno']) await makeOwn(nombre);
  const list = `/panel?q=fila ${word}&estado=nuevo`;
  const page = await openCrm(ana, list);
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-lead-id]')?.querySelector('a')?.text);
  await focusFirstLead(page);
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page
    .getByRole('dialog', { name: 'Cambiar estado a:' })
    .getByText(names[1] ?? '')
    .waitFor();
  await page.keyboard.press('2');
  await expect.poll(() => listedNames(page)).toEqual([names[0], names[2]]);
  await page.keyboard.press('p');
  await page.keyboard.press('s');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator(':popover-open, [role=dialog]').count()).toBe(0);
  await page.keyboard.press('j');
  await expect.poll(() => focused()).toBe(names[2]);
  await page.keyboard.press('p');
  const picker = page.getByRole('dialog', { name: 'Próximo contacto' });
  await picker.getByText(names[2] ?? '').waitFor();
  await page.keyboard.press('Escape');

  // Another view begins at its first row.
  await page.getByRole('link', { name: 'Todos', exact: true }).first().click();
  await page.getByLabel('Buscar').fill(`fila ${word}`);
  await expect.poll(() => listedNames(page)).toEqual(names);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('j');
  await expect.poll(() => focused()).toBe(names[0]);
});

test('W claims nobody; a status chosen by key after it asks for the next contact in its row', async () => {
  const nombre = own('Escrita');
  const body = { nombre, whatsapp: '+5491155550178', pais: 'Argentina' };
  const { id } = (await callAs(server, makeToken(server), '/api/leads', { body })).json.lead;
  await patchAsBeto(id, { owner_id: null });
  const page = await openCrm(ana, `/panel?q=escrita ${word}&estado=nuevo`);
  await page.evaluate(() => {
    window.open = (() => null) as typeof window.open;
  });
  await focusFirstLead(page);
  await page.keyboard.press('w');
  await page.getByRole('group', { name: `¿Contactaste a ${nombre}?` }).waitFor();
  expect((await readLead(id)).owner_id).toBeNull();
  await page.keyboard.press('s');
  await page.keyboard.press('2');
  const question = page.getByRole('group', { name: `¿Cuándo seguimos con ${nombre}?` });
  await question.waitFor();
  await expect.poll(async () => (await readLead(id)).estado).toBe('contactado');
  await expect.poll(() => listedNames(page)).toEqual([nombre]);
  await question.getByRole('button', { name: 'Mañana' }).click();
  await expect.poll(() => listedNames(page)).toEqual([]);
});

test('a double press answers no question that it has opened itself', async () => {
  const nombre = own('Doble');
  const id = await makeOwn('Doble');
  const page = await openCrm(ana, `/panel?q=doble ${word}`);
  for (const open of [rowOf(page, nombre), null]) {
    if (!open) await nameOf(page, nombre).click();
    const place = open ?? page.getByRole('dialog', { name: nombre, exact: true });
    await place.locator('.lead-status').click();
    await page.getByRole('button', { name: 'Perdido', exact: true }).last().dblclick();
    await toast(page, 'Estado actualizado correctamente');
    await place.getByRole('button', { name: 'Perdido', exact: true }).waitFor();
    await expect.poll(() => readLead(id)).toMatchObject({ estado: 'perdido', lost_reason: null });
    await page.keyboard.press('Escape');
    await place.locator('.lead-status').click();
    await page.getByRole('button', { name: 'Nuevo', exact: true }).last().click();
    await expect.poll(async () => (await readLead(id)).estado).toBe('nuevo');
  }
});
