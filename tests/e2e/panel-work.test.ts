import type { Page, Request } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import { intercept } from '../support/browser';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { focusFirstLead, listedNames, makeLead, readCounter, rowOf } from '../support/panel';
import { openCrm, openStage, server, toast } from '../support/stage';

let ana: Person;
let beto: Person;

openStage();
beforeAll(async () => {
  ana = makePerson(server, { name: 'Ana Activa' });
  beto = makePerson(server, { name: 'Beto Bravo' });
});

let count = 0;
/** A lead of its own for each test, and the panel with it. */
async function openWith(fields: Record<string, unknown> = {}, person = ana) {
  const nombre = `Persona ${++count}`;
  const { id } = await makeLead(server, ana, { nombre, ...fields });
  const page = await openCrm(person);
  await rowOf(page, nombre).waitFor();
  return { page, id, nombre, row: rowOf(page, nombre) };
}

const readLead = async (id: number) =>
  (await call(server, `/api/leads/${id}`, { cookie: ana.cookie })).json.lead;

const patchAs = (person: Person, id: number, body: unknown) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: person.cookie, body });

async function chooseStatus(page: Page, row: ReturnType<typeof rowOf>, from: string, to: string) {
  await row.getByRole('button', { name: from, exact: true }).click();
  const popover = page.getByRole('dialog', { name: 'Cambiar estado a:' });
  await expect
    .poll(() => popover.getByRole('button').allInnerTexts())
    .toEqual(['Nuevo', 'Contactado', 'En seguimiento', 'Ganado', 'Perdido']);
  await popover.getByRole('button', { name: to }).click();
}

describe('changing a status', () => {
  test('shows at once, moves the counters, and can be undone', async () => {
    const { page, row, id } = await openWith();
    const before = await readCounter(page, 'Ganados');
    await chooseStatus(page, row, 'Nuevo', 'Ganado');
    await toast(page, 'Estado actualizado correctamente');
    // A toast stays while the pointer is on it.
    await page.getByRole('button', { name: 'Deshacer' }).hover();
    expect(await readCounter(page, 'Ganados')).toBe(before + 1);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await row.getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
    await expect.poll(async () => (await readLead(id)).first_contacted_at).toBeNull();
    await expect.poll(() => readCounter(page, 'Ganados')).toBe(before);
  });

  test('does not wait for the server, and is taken back where it fails', async () => {
    const { page, row } = await openWith();
    const before = await readCounter(page, 'Perdidos');
    let fail = () => {};
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await intercept(page, '**/api/leads/*', async (route) => {
      await failing;
      await route.abort();
    });
    await chooseStatus(page, row, 'Nuevo', 'Perdido');
    await row.getByRole('button', { name: 'Perdido', exact: true }).waitFor();
    expect(await readCounter(page, 'Perdidos')).toBe(before + 1);
    fail();
    await toast(page, 'Error al actualizar el estado');
    await row.getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
    expect(await readCounter(page, 'Perdidos')).toBe(before);
  });

  test('whose answer is lost is sent again, and is said to have been made', async () => {
    const { page, row, id } = await openWith();
    let isLost = false;
    await intercept(page, `**/api/leads/${id}`, async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await chooseStatus(page, row, 'Nuevo', 'Perdido');
    await toast(page, 'Estado actualizado correctamente');
    expect((await readLead(id)).estado).toBe('perdido');
    const { json } = await call(server, `/api/leads/${id}/timeline`, { cookie: ana.cookie });
    expect(json.events.filter(({ field }: { field: string | null }) => field === 'estado').length).toBe(1);
  });

  test('that somebody else made meanwhile is shown, not overwritten', async () => {
    const { page, row, id } = await openWith();
    await intercept(page, '**/api/leads/stream*', (route) => route.abort());
    await page.reload();
    await row.getByRole('button', { name: 'Nuevo', exact: true }).waitFor();
    await patchAs(beto, id, { estado: 'ganado' });
    await chooseStatus(page, row, 'Nuevo', 'Perdido');
    await toast(page, 'Otra persona cambió este lead mientras tanto. Ahora ves cómo quedó.');
    await row.getByRole('button', { name: 'Ganado', exact: true }).waitFor();
    expect((await readLead(id)).estado).toBe('ganado');
  });
});

describe('the lead dialog', () => {
  test('shows what is known, and notes are added, edited and deleted by their author', async () => {
    const { page, row, nombre } = await openWith({ pais: 'Perú', mensaje: 'Hola, quiero saber más.' });
    await row.getByRole('button', { name: `Notas de ${nombre} (0)` }).click();
    const dialog = page.getByRole('dialog', { name: nombre });
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

    await dialog.getByRole('tab', { name: 'Información' }).click();
    await dialog.getByText('iris@x.example.com').waitFor();
    await dialog.getByRole('definition').filter({ hasText: 'Perú' }).waitFor();
    await dialog.getByRole('tab', { name: 'Historial' }).click();
    await dialog.getByText('eliminó una nota').waitFor();
  });

  test('keeps its tabs and its way to the next lead in their place, whatever it shows', async () => {
    const { page, row, nombre } = await openWith({ mensaje: 'Hola, quiero saber más.' });
    await row.getByRole('link', { name: nombre, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: nombre });
    await dialog.getByText('Primer contacto').waitFor();
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
  });

  test('offers no controls on somebody else’s note, and shows a new one without reload', async () => {
    const { page, row, nombre, id } = await openWith({}, beto);
    await row.getByRole('button', { name: /^Notas de/ }).click();
    const dialog = page.getByRole('dialog', { name: nombre });
    await dialog.getByText('No hay notas para este lead').waitFor();
    await call(server, `/api/leads/${id}/notes`, { cookie: ana.cookie, body: { body: 'De Ana' } });
    const note = dialog.getByRole('listitem').filter({ hasText: 'De Ana' });
    await note.waitFor();
    expect(await note.getByRole('button').count()).toBe(0);
  });

  test('tells one history, and narrows it to one kind, also on the way to the next lead', async () => {
    const { page, row, nombre, id } = await openWith();
    const other = await makeLead(server, ana, { nombre: `${nombre} bis` });
    await call(server, `/api/leads/${other.id}/notes`, { cookie: ana.cookie, body: { body: 'La otra' } });
    await rowOf(page, other.nombre).waitFor();
    await row.getByRole('link', { name: nombre, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: nombre, exact: true });
    await dialog.getByRole('tab', { name: 'Historial' }).click();
    const history = dialog.getByRole('list', { name: 'Historial' });
    await history.getByText('creó el lead').waitFor();

    await call(server, `/api/leads/${id}/notes`, { cookie: beto.cookie, body: { body: 'Pidió precios' } });
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
    const next = page.getByRole('dialog', { name: other.nombre });
    await next.getByRole('list', { name: 'Historial' }).getByText('La otra').waitFor();
    expect(await next.getByRole('button', { pressed: true }).allInnerTexts()).toEqual(['Notas']);
  });

  test('tells an older part of a history when asked, and what comes meanwhile too', async () => {
    const { page, row, nombre, id } = await openWith();
    const write = (body: string) =>
      call(server, `/api/leads/${id}/notes`, { cookie: ana.cookie, body: { body } });
    for (let n = 1; n <= 55; n++) await write(`Nota ${n}.`);
    await row.getByRole('link', { name: nombre, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: nombre });
    await dialog.getByRole('tab', { name: 'Historial' }).click();
    await dialog.getByText('Nota 55.').waitFor();
    expect(await dialog.getByText('Nota 1.').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Ver anteriores' }).click();
    await dialog.getByText('Nota 1.').waitFor();
    // The button went with its last press: the focus is where the history is scrolled, not at the page's beginning.
    await page.locator('section[aria-label=Historial]:focus').waitFor();
    await write('La última.');
    await dialog.getByText('La última.').waitFor();
    await dialog.getByText('creó el lead').waitFor();
    expect(await dialog.getByRole('button', { name: 'Ver anteriores' }).count()).toBe(0);
  });

  test('edits the data with the same checks, and client_type at once', async () => {
    const { page, row, nombre, id } = await openWith();
    await row.getByRole('link', { name: nombre, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tipo de cliente').selectOption('Constructora');
    await toast(page, 'Datos guardados');
    expect((await readLead(id)).client_type).toBe('constructora');
    await dialog.getByRole('button', { name: 'Editar datos' }).click();
    await dialog.getByLabel('Email').fill('nada');
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    await dialog.getByText('Email: escribí una dirección válida, por ejemplo nombre@dominio.com.').waitFor();
    await dialog.getByLabel('Email').fill('nuevo@x.example.com');
    await dialog.getByLabel('Empresa').fill('Casa Sur');
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    await dialog.getByText('nuevo@x.example.com').waitFor();
    expect(await readLead(id)).toMatchObject({ email: 'nuevo@x.example.com', empresa: 'Casa Sur', nombre });
  });

  test('says what somebody else changed under an edit, and overwrites it only when asked again', async () => {
    const { page, row, nombre, id } = await openWith();
    await row.getByRole('link', { name: nombre, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Editar datos' }).click();
    await dialog.getByLabel('Empresa').fill('La mía');
    await patchAs(beto, id, { empresa: 'La de Beto', pais: 'Chile' });
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    await dialog.getByText('Otra persona lo cambió a «La de Beto».').waitFor();
    expect((await readLead(id)).empresa).toBe('La de Beto');
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect.poll(async () => (await readLead(id)).empresa).toBe('La mía');
    expect((await readLead(id)).pais).toBe('Chile');
  });

  test('keeps what is being typed when the session ends, and saves it after signing in again in place', async () => {
    const { page, row } = await openWith();
    await row.getByRole('button', { name: /^Notas de/ }).click();
    await page.getByLabel('Nueva nota').fill('No te pierdas');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Guardar nota' }).click();
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await toast(page, 'Nota añadida');
    await page.getByRole('listitem').filter({ hasText: 'No te pierdas' }).waitFor();
  });
});

test('a lead comes into a search when somebody writes a note that matches it', async () => {
  const lead = await makeLead(server, ana, { nombre: 'Nora Notada' });
  const page = await openCrm(ana, '/panel?q=zanahorias');
  await page.getByText('0 leads', { exact: true }).waitFor();
  await call(server, `/api/leads/${lead.id}/notes`, {
    cookie: ana.cookie,
    body: { body: 'Pregunta por zanahorias y otras raíces.' },
  });
  await rowOf(page, 'Nora Notada').waitFor();
});

describe('making and deleting', () => {
  test('a lead is made by hand, with the texts of its errors', async () => {
    const page = await openCrm(ana);
    await page.getByRole('button', { name: 'Crear Lead' }).click();
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
    await dialog.getByLabel('Nombre *').fill('Hecha a Mano');
    await dialog.getByLabel('Email *').fill('mano@x.example.com');
    await intercept(page, '**/api/leads', (route) => route.abort());
    await submit.click();
    await toast(page, 'Error al crear el lead');
    await page.unroute('**/api/leads');
    await submit.click();
    await toast(page, 'Lead creado exitosamente');
    await dialog.waitFor({ state: 'detached' });
    expect((await listedNames(page))[0]).toBe('Hecha a Mano');
  });

  test('a lead is deleted after asking, and comes back by Deshacer or from the trash', async () => {
    const { page, row, nombre } = await openWith();
    const total = await readCounter(page, 'Leads Totales');
    const ask = () => page.getByRole('button', { name: `Eliminar lead ${nombre}` }).click();
    const confirmation = page.getByRole('alertdialog');
    await ask();
    await confirmation.getByRole('button', { name: 'Cancelar' }).click();
    await confirmation.waitFor({ state: 'detached' });
    await ask();
    await confirmation.getByRole('button', { name: 'Eliminar' }).click();
    await toast(page, 'Lead eliminado correctamente');
    await page.getByRole('button', { name: 'Deshacer' }).hover();
    await row.waitFor({ state: 'detached' });
    expect(await readCounter(page, 'Leads Totales')).toBe(total - 1);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await row.waitFor();
    await ask();
    await confirmation.getByRole('button', { name: 'Eliminar' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Papelera' }).click();
    await page.getByRole('button', { name: `Recuperar lead ${nombre}` }).click();
    await toast(page, 'Lead recuperado');
    await page.getByRole('link', { name: 'Volver al panel' }).click();
    await row.waitFor();
  });

  test('what intake set aside is accepted or discarded', async () => {
    for (const nombre of ['Persona Verdadera', 'Robot Insistente']) {
      await submitEnquiry(server, { ...validEnquiry, nombre, sitio_web: 'x' });
    }
    const page = await openCrm(ana);
    await page.getByRole('link', { name: 'Consultas apartadas (2)' }).click();
    const discard = page.getByRole('button', { name: 'Descartar la consulta de Robot Insistente' });
    await discard.click();
    await toast(page, 'Consulta descartada');
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await toast(page, 'Consulta recuperada');
    await discard.click();
    await discard.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Aceptar como lead la consulta de Persona Verdadera' }).click();
    await toast(page, 'Consulta aceptada como lead');
    await page.getByText('No hay consultas apartadas.').waitFor();
    await page.getByRole('link', { name: 'Volver al panel' }).click();
    await rowOf(page, 'Persona Verdadera').waitFor();
    expect(await rowOf(page, 'Robot Insistente').count()).toBe(0);
  });

  test('what is set aside or decided elsewhere shows by itself, and not under a hand that decides', async () => {
    const send = (nombre: string) => submitEnquiry(server, { ...validEnquiry, nombre, sitio_web: 'x' });
    const page = await openCrm(ana, '/panel/apartadas');
    const other = await openCrm(ana, '/panel/apartadas');
    const named = (nombre: string) => page.getByRole('heading', { name: nombre });
    await page.getByText('No hay consultas apartadas.').waitFor();
    await send('Robot Primero');
    await named('Robot Primero').waitFor();
    await page.getByRole('button', { name: 'Descartar la consulta de Robot Primero' }).focus();
    await send('Robot Segundo');
    await page.getByRole('status').getByText('Hay cambios en esta lista.').waitFor();
    expect(await named('Robot Segundo').count()).toBe(0);
    await page.getByRole('button', { name: 'Mostrarlos' }).click();
    await named('Robot Segundo').waitFor();
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await other.getByRole('button', { name: 'Descartar la consulta de Robot Segundo' }).click();
    await named('Robot Segundo').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Descartar la consulta de Robot Primero' }).click();
    await page.getByText('No hay consultas apartadas.').waitFor();
  });

  test('what was set aside comes in pages, and is discarded at once and given back', async () => {
    const send = (nombre: string) => submitEnquiry(server, { ...validEnquiry, nombre, sitio_web: 'x' });
    for (let i = 0; i < 53; i++) await send(`Robot ${i}`);
    const page = await openCrm(ana, '/panel/apartadas');
    const items = page.getByRole('list', { name: 'Consultas apartadas' }).getByRole('listitem');
    expect(await items.count()).toBe(50);
    await page.getByRole('button', { name: 'Cargar más' }).click();
    await page.getByRole('heading', { name: 'Robot 0', exact: true }).waitFor();
    expect(await items.count()).toBe(53);

    await send('Llegada Después');
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
  });
});

describe('keys', () => {
  test('move, open, change the status and look for something, but not while typing', async () => {
    const first = await makeLead(server, ana, { nombre: 'Tecla Uno' });
    const second = await makeLead(server, ana, { nombre: 'Tecla Dos' });
    const page = await openCrm(ana);
    await rowOf(page, 'Tecla Dos').waitFor();
    await focusFirstLead(page);
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('3');
    await expect.poll(async () => (await readLead(second.id)).estado).toBe('en_seguimiento');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Tecla Dos' }).waitFor();
    await page.keyboard.press('j');
    await dialog.getByRole('heading', { name: 'Tecla Uno' }).waitFor();
    await page.keyboard.press('5');
    await expect.poll(async () => (await readLead(first.id)).estado).toBe('perdido');
    await page.keyboard.press('n');
    await page.keyboard.type('12345 jkw?');
    expect(await page.getByLabel('Nueva nota').inputValue()).toBe('12345 jkw?');
    expect((await readLead(first.id)).estado).toBe('perdido');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('tecla');
    expect(await page.getByLabel('Buscar').inputValue()).toBe('tecla');
    await expect.poll(() => listedNames(page)).toEqual(['Tecla Dos', 'Tecla Uno']);
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-lead-id'))).toBe(
      String(second.id),
    );
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor();
  });

  test('go on to the next lead of the filter although the status takes each out of it', async () => {
    for (const nombre of ['Cola Tres', 'Cola Dos', 'Cola Uno']) await makeLead(server, ana, { nombre });
    const page = await openCrm(ana, '/panel?q=cola&estado=nuevo');
    await focusFirstLead(page);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    for (const nombre of ['Cola Uno', 'Cola Dos', 'Cola Tres']) {
      await dialog.getByRole('heading', { name: nombre }).waitFor();
      await page.keyboard.press('2');
      await expect.poll(() => listedNames(page)).not.toContain(nombre);
      await page.keyboard.press('j');
    }
  });
});
