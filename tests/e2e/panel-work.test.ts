import type { Page, Request } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import { intercept } from '../support/browser';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { newWord } from '../support/new-word';
import { focusFirstLead, listedNames, makeLead, nameOf, readCounter, rowOf } from '../support/panel';
import { button, openActions, openCrm, openStage, server, toast } from '../support/stage';

const word = newWord();
const own = (nombre: string) => `${nombre} ${word}`;
/** One for each lead: those of one email would be one person's. */
const emailOf = (nombre: string) => `${nombre.toLowerCase().replaceAll(' ', '.')}@x.example.com`;

let ana: Person;
let beto: Person;

openStage();
beforeAll(async () => {
  ana = makePerson(server, { name: 'Ana Activa' });
  beto = makePerson(server, { name: 'Beto Bravo' });
  // Whatever others left there.
  const { until } = (await call(server, '/api/enquiries/set-aside', { cookie: ana.cookie })).json;
  await call(server, '/api/enquiries/discard-all', { cookie: ana.cookie, body: { until } });
});

const makeOwn = async (nombre: string, fields: Record<string, unknown> = {}) =>
  (await makeLead(server, ana, { nombre: own(nombre), email: emailOf(own(nombre)), ...fields })).id;

const readLead = async (id: number) =>
  (await call(server, `/api/leads/${id}`, { cookie: ana.cookie })).json.lead;

const patchAsBeto = (id: number, body: unknown) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: beto.cookie, body });

const writeNote = (person: Person, id: number, body: string) =>
  call(server, `/api/leads/${id}/notes`, { cookie: person.cookie, body: { body } });

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
  const lostId = await makeOwn('Perdido');
  const staleId = await makeOwn('Viejo');
  const page = await openCrm(ana, `/panel?q=${word}`);
  const won = await readCounter(page, 'Ganados');
  await chooseStatus(page, shown, 'Nuevo', 'Ganado');
  await toast(page, 'Estado actualizado correctamente');
  // A toast stays while the pointer is on it.
  await button(page, 'Deshacer').hover();
  expect(await readCounter(page, 'Ganados')).toBe(won + 1);
  await button(page, 'Deshacer').click();
  await statusOf(page, shown, 'Nuevo').waitFor();
  await expect.poll(async () => (await readLead(shownId)).first_contacted_at).toBeNull();
  await expect.poll(() => readCounter(page, 'Ganados')).toBe(won);

  // It does not wait for the server, and is taken back where it fails.
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
  expect(await readCounter(page, 'Perdidos')).toBe(before + 1);
  fail();
  await toast(page, 'Error al actualizar el estado');
  await statusOf(page, shown, 'Nuevo').waitFor();
  expect(await readCounter(page, 'Perdidos')).toBe(before);

  // One whose answer is lost is sent again, and is said to have been made.
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

  // What somebody else did meanwhile is shown, not overwritten.
  await intercept(page, '**/api/leads/stream*', (route) => route.abort());
  await page.reload();
  await statusOf(page, stale, 'Nuevo').waitFor();
  await patchAsBeto(staleId, { estado: 'ganado' });
  await chooseStatus(page, stale, 'Nuevo', 'Perdido');
  await toast(page, 'Otra persona cambió este lead mientras tanto. Ahora ves cómo quedó.');
  await statusOf(page, stale, 'Ganado').waitFor();
  expect((await readLead(staleId)).estado).toBe('ganado');
});

test('an open lead shows what is known; a note is its author’s to edit and delete, and outlives the session', async () => {
  const nombre = own('Perla');
  const id = await makeOwn('Perla', { pais: 'Perú', mensaje: 'Hola, quiero saber más.' });
  const page = await openCrm(ana, `/panel?q=${word}`);
  const dialog = page.getByRole('dialog', { name: nombre });
  await nameOf(page, nombre).click();
  await dialog.getByText('Primer contacto').waitFor();
  // Its tabs and its way to the next lead keep their place, whatever it shows.
  const readPlaces = () =>
    Promise.all(
      [
        dialog.getByRole('tab', { name: 'Historial' }),
        dialog.getByRole('button', { name: 'Lead siguiente' }),
      ].map((control) => control.boundingBox()),
    );
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const places = await readPlaces();
  expect(places).not.toContain(null);
  await dialog.getByRole('tab', { name: 'Historial' }).click();
  await dialog.getByText('creó el lead').waitFor();
  expect(await readPlaces()).toEqual(places);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await button(page, `Notas de ${nombre} (0)`).click();
  await dialog.getByText('No hay notas para este lead').waitFor();
  await dialog.getByText('Hola, quiero saber más.').waitFor();
  const save = dialog.getByRole('button', { name: 'Guardar nota' });
  await dialog.getByLabel('Nueva nota').fill('   ');
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByLabel('Nueva nota').fill('Llamar el lunes');
  await save.click();
  await toast(page, 'Nota añadida');
  const note = dialog.getByRole('listitem').filter({ hasText: 'Ana Activa' });
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
  expect(await note.getByRole('button').allInnerTexts()).toEqual(['Recuperar nota']);

  // Somebody else's comes by itself, without controls.
  await writeNote(beto, id, 'De Beto');
  const theirs = dialog.getByRole('listitem').filter({ hasText: 'De Beto' });
  await theirs.waitFor();
  expect(await theirs.getByRole('button').count()).toBe(0);

  await dialog.getByRole('tab', { name: 'Información' }).click();
  await dialog.getByText(emailOf(nombre)).waitFor();
  await dialog.getByRole('definition').filter({ hasText: 'Perú' }).waitFor();
  await dialog.getByRole('tab', { name: 'Historial' }).click();
  await dialog.getByText('eliminó una nota').waitFor();

  // The session ends: what is being typed stays, and is saved after signing in again in place.
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await dialog.getByLabel('Nueva nota').fill('No te pierdas');
  await page.context().clearCookies();
  await save.click();
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page, 'Nota añadida');
  await dialog.getByRole('listitem').filter({ hasText: 'No te pierdas' }).waitFor();
});

test('a lead’s history is one, is narrowed to one kind also in the next lead, and told further back when asked', async () => {
  const [nombre, next, long] = [own('Historia Una'), own('Historia Otra'), own('Historia Larga')];
  const id = await makeOwn('Historia Una');
  await writeNote(ana, await makeOwn('Historia Otra'), 'La otra');
  const longId = await makeOwn('Historia Larga');
  for (let n = 1; n <= 55; n++) await writeNote(ana, longId, `Nota ${n}.`);
  const page = await openCrm(ana, `/panel?q=Historia ${word}`);
  await nameOf(page, nombre).click();
  const dialog = page.getByRole('dialog', { name: nombre });
  await dialog.getByRole('tab', { name: 'Historial' }).click();
  const history = dialog.getByRole('list', { name: 'Historial' });
  await history.getByText('creó el lead').waitFor();

  await writeNote(beto, id, 'Pidió precios');
  await history.getByText('Pidió precios').waitFor();
  const kinds = dialog.getByRole('group', { name: 'Qué se muestra' });
  await kinds.getByRole('button', { name: 'Contactos' }).click();
  await dialog.getByText('Todavía no hay llamadas, mensajes ni emails.').waitFor();
  await call(server, `/api/leads/${id}/contacts`, { cookie: beto.cookie, body: { channel: 'call' } });
  await history.getByText('Llamada iniciada').waitFor();
  expect(await history.getByRole('listitem').count()).toBe(1);

  await kinds.getByRole('button', { name: 'Todo' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await history.getByText('Pidió precios').waitFor();
  expect(await history.getByRole('listitem').count()).toBe(1);
  expect(await kinds.getByRole('button', { pressed: true }).allInnerTexts()).toEqual(['Notas']);

  await page.keyboard.press('k');
  const other = page.getByRole('dialog', { name: next });
  await other.getByRole('list', { name: 'Historial' }).getByText('La otra').waitFor();
  expect(await other.getByRole('button', { pressed: true }).allInnerTexts()).toEqual(['Notas']);

  await page.keyboard.press('k');
  const third = page.getByRole('dialog', { name: long });
  await third.getByRole('button', { name: 'Todo' }).click();
  await third.getByText('Nota 55.').waitFor();
  expect(await third.getByText('Nota 1.').count()).toBe(0);
  await third.getByRole('button', { name: 'Ver anteriores' }).click();
  await third.getByText('Nota 1.').waitFor();
  // The button went with its last press: the focus is where the history is scrolled, not at the page's beginning.
  await page.locator('section[aria-label=Historial]:focus').waitFor();
  await writeNote(ana, longId, 'La última.');
  await third.getByText('La última.').waitFor();
  await third.getByText('creó el lead').waitFor();
  expect(await third.getByRole('button', { name: 'Ver anteriores' }).count()).toBe(0);
});

test('a lead comes into a search by its note; its data are checked, and a colleague’s overwritten only when asked again', async () => {
  const nombre = own('Nora Notada');
  const id = await makeOwn('Nora Notada');
  const page = await openCrm(ana, `/panel?q=zanahorias ${word}`);
  await page.getByText('0 leads', { exact: true }).waitFor();
  await writeNote(ana, id, 'Pregunta por zanahorias y otras raíces.');
  await nameOf(page, nombre).click();

  const dialog = page.getByRole('dialog', { name: nombre });
  await dialog.getByLabel('Tipo de cliente').selectOption('Constructora');
  await toast(page, 'Datos guardados');
  expect((await readLead(id)).client_type).toBe('constructora');
  const edit = dialog.getByRole('button', { name: 'Editar datos' });
  const save = dialog.getByRole('button', { name: 'Guardar cambios' });
  await edit.click();
  await dialog.getByLabel('Email').fill('nada');
  await save.click();
  await dialog.getByText('Email: escribí una dirección válida, por ejemplo nombre@dominio.com.').waitFor();
  await dialog.getByLabel('Email').fill(`nuevo.${emailOf(nombre)}`);
  await dialog.getByLabel('Empresa').fill('Casa Sur');
  await save.click();
  await dialog.getByText(`nuevo.${emailOf(nombre)}`).waitFor();
  expect(await readLead(id)).toMatchObject({
    email: `nuevo.${emailOf(nombre)}`,
    empresa: 'Casa Sur',
    nombre,
  });

  await edit.click();
  await dialog.getByLabel('Empresa').fill('La mía');
  await patchAsBeto(id, { empresa: 'La de Beto', pais: 'Chile' });
  await save.click();
  await dialog.getByText('Otra persona lo cambió a «La de Beto».').waitFor();
  expect((await readLead(id)).empresa).toBe('La de Beto');
  await save.click();
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
  expect(await dialog.getByLabel('País').locator('option').allInnerTexts()).toEqual([
    'Sin especificar',
    'Argentina',
    'Chile',
    'Colombia',
    'México',
    'Perú',
    'Uruguay',
    'España',
    'Otro',
  ]);
  await dialog.getByLabel('Nombre *').fill(nombre);
  await dialog.getByLabel('Email *').fill(emailOf(nombre));
  await intercept(page, '**/api/leads', (route) => route.abort());
  await submit.click();
  await toast(page, 'Error al crear el lead');
  await page.unroute('**/api/leads');
  await submit.click();
  await toast(page, 'Lead creado exitosamente');
  await dialog.waitFor({ state: 'detached' });
  expect((await listedNames(page))[0]).toBe(nombre);

  const row = rowOf(page, nombre);
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
  await row.waitFor({ state: 'detached' });
  expect(await readCounter(page, 'Leads Totales')).toBe(total - 1);
  await button(page, 'Deshacer').click();
  await row.waitFor();
  await ask();
  await confirmation.getByRole('button', { name: 'Eliminar' }).click();
  await row.waitFor({ state: 'detached' });
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
  expect(await rowOf(page, robot).count()).toBe(0);
});

test('what was set aside comes in pages, is discarded at once and given back, and follows what others decide', async () => {
  for (let i = 0; i < 53; i++) await setAside(`Robot ${i}`);
  const page = await openCrm(ana, '/panel/apartadas');
  const items = page.getByRole('list', { name: 'Consultas apartadas' }).getByRole('listitem');
  expect(await items.count()).toBe(50);
  await page.getByRole('button', { name: 'Cargar más' }).click();
  await page.getByRole('heading', { name: 'Robot 0', exact: true }).waitFor();
  expect(await items.count()).toBe(53);

  await setAside('Llegada Después');
  await page.getByRole('button', { name: 'Descartar todas' }).click();
  await toast(page, '53 consultas descartadas');
  await page.getByRole('heading', { name: 'Llegada Después' }).waitFor();
  await expect.poll(() => items.count()).toBe(1);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, '53 consultas recuperadas');
  await expect.poll(() => items.count()).toBe(50);

  // The way back outlives a list that could not be read then.
  await intercept(page, '**/api/enquiries/set-aside', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Descartar todas' }).click();
  await toast(page, 'Error al cargar las consultas apartadas');
  await page.getByText('54 consultas descartadas').waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await toast(page, '54 consultas recuperadas');

  // What was on its way before is shown no more.
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
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await none.isVisible()).toBe(true);

  // What is set aside or decided elsewhere shows by itself, and not under a hand that decides.
  await page.mouse.move(0, 0);
  const other = await openCrm(ana, '/panel/apartadas');
  const named = (nombre: string) => page.getByRole('heading', { name: nombre });
  await setAside('Robot Primero');
  await named('Robot Primero').waitFor();
  await button(page, 'Descartar la consulta de Robot Primero').focus();
  await setAside('Robot Segundo');
  await page.getByRole('status').getByText('Hay cambios en esta lista.').waitFor();
  expect(await named('Robot Segundo').count()).toBe(0);
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
  await page.keyboard.press('3');
  await expect.poll(async () => (await readLead(second)).estado).toBe('en_seguimiento');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: two }).waitFor();
  await page.keyboard.press('j');
  await dialog.getByRole('heading', { name: one }).waitFor();
  await page.keyboard.press('5');
  await expect.poll(async () => (await readLead(first)).estado).toBe('perdido');
  await page.keyboard.press('n');
  await page.keyboard.type('12345 jkw?');
  expect(await page.getByLabel('Nueva nota').inputValue()).toBe('12345 jkw?');
  expect((await readLead(first)).estado).toBe('perdido');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type(`tecla ${word}`);
  expect(await page.getByLabel('Buscar').inputValue()).toBe(`tecla ${word}`);
  await expect.poll(() => listedNames(page)).toEqual([two, one]);
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-lead-id'))).toBe(
    String(second),
  );
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  // The status takes each lead out of the filter; the keys go on to the next one of it.
  const queue = [own('Cola Uno'), own('Cola Dos'), own('Cola Tres')];
  for (const nombre of ['Cola Tres', 'Cola Dos', 'Cola Uno']) await makeOwn(nombre);
  await page.goto(`/panel?q=cola ${word}&estado=nuevo`);
  await focusFirstLead(page);
  await page.keyboard.press('Enter');
  for (const nombre of queue) {
    await dialog.getByRole('heading', { name: nombre }).waitFor();
    await page.keyboard.press('2');
    await expect.poll(() => listedNames(page)).not.toContain(nombre);
    await page.keyboard.press('j');
  }
});
