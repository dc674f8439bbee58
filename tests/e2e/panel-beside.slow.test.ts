import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { addDays } from '~/shared/leads/days';
import { measureOverflow } from '../support/browser';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
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
  rowOf,
} from '../support/panel';
import { providePerson } from '../support/provide';
import {
  atPath,
  button,
  DESKTOP,
  holdRequests,
  openCrm,
  openPage,
  openStage,
  PHONE,
  server,
  toast,
} from '../support/stage';

openStage();
const ana = providePerson(server, { name: 'Ana Activa' });
const beto = providePerson(server, { name: 'Beto Bravo' });

/** Leads of these names, oldest first, with a unique word to list them all. */
async function makeLeads(names: string[]): Promise<{ list: string; own: (nombre: string) => string }> {
  const word = newWord();
  const own = (nombre: string) => `${nombre} ${word}`;
  for (const nombre of names) {
    const email = `${own(nombre).replaceAll(' ', '.').toLowerCase()}@x.example.com`;
    await makeLead(server, ana, { nombre: own(nombre), email, whatsapp: '+5491155554444' });
  }
  return { list: `/panel?q=${word}`, own };
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n + 1}`);
const FEW = ['Cora', 'Berta', 'Alba'];
const SMALL_DESK = { width: 1024, height: 768 };
const TOUCHED = { viewport: PHONE, hasTouch: true, isMobile: true };

const lead = (page: Page, nombre: string) => page.getByRole('dialog', { name: nombre, exact: true });

async function openLead(page: Page, nombre: string): Promise<Locator> {
  await nameOf(page, nombre).click();
  await lead(page, nombre).waitFor();
  // At its final position, after animations.
  await atRest(page);
  return lead(page, nombre);
}

const boxOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error('out of sight');
  return box;
};

/** Chooses a status for the focused lead. */
async function chooseByKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: 'Cambiar estado a:' }).waitFor();
  await page.keyboard.press(key);
}

/** The name in the focused row. */
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-lead-id]')?.querySelector('td a')?.textContent);

/** The positions of the first rows. */
const readTops = (page: Page) =>
  page
    .locator('[data-lead-id]')
    .evaluateAll((rows) => rows.slice(0, 12).map((row) => Math.round(row.getBoundingClientRect().top)));

const isFocused = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement));

const noteIn = (page: Page, nombre: string) => lead(page, nombre).getByLabel('Nueva nota');

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
}

test('on a desk a lead opens beside the list, which stays in its place and alive; a toast under a resting mouse moves it neither', async () => {
  // More than the viewport holds: a short page could not scroll to keep its rows in place.
  const { list, own } = await makeLeads(numbered('Fila', 30));
  const page = await openCrm(ana, list, { viewport: DESKTOP });
  // A toast appearing under a resting mouse does not release the held rows.
  const [x, y] = [DESKTOP.width - 200, DESKTOP.height - 45];
  await page.mouse.move(x, y - 15);
  await page.mouse.move(x, y, { steps: 3 });
  await rowOf(page, own('Fila 30')).focus();
  await chooseByKey(page, '2');
  await toast(page, 'Estado actualizado correctamente');
  const isUnderMouse = () =>
    page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('.toasts') !== null, [x, y] as const);
  await expect.poll(isUnderMouse).toBe(true);
  const before = await listedNames(page);
  await makeLead(server, beto, { nombre: own('Nadia Nueva') });
  await button(page, '1 lead nuevo').waitFor();
  await expect.poll(() => listedNames(page)).toEqual(before);
  await page.mouse.move(40, 300, { steps: 3 });
  await expect.poll(async () => (await listedNames(page))[0]).toBe(own('Nadia Nueva'));
  await atRest(page);

  const close = async (nombre: string) => {
    await lead(page, nombre).getByRole('button', { name: 'Cerrar', exact: true }).click();
    await lead(page, nombre).waitFor({ state: 'detached' });
  };
  for (const viewport of [DESKTOP, SMALL_DESK]) {
    const at = `${viewport.width} × ${viewport.height}`;
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    // At the top of the page no row moves either; where rows wrap, at least not the pressed one.
    const tops = await readTops(page);
    await openLead(page, own('Fila 29'));
    const kept = viewport === DESKTOP ? [2, 3] : [0, 12];
    expect((await readTops(page)).slice(...kept), at).toEqual(tops.slice(...kept));
    const remove = button(page, `Eliminar lead ${own('Fila 29')}`);
    await expect.poll(() => remove.evaluate((key) => getComputedStyle(key).opacity), { message: at }).toBe('1');
    await close(own('Fila 29'));
    // The list gets its width back a frame after.
    await expect.poll(() => readTops(page), { message: at }).toEqual(tops);

    const row = rowOf(page, own('Fila 5'));
    await row.scrollIntoViewIfNeeded();
    const before = await boxOf(row);
    const sheet = await openLead(page, own('Fila 5'));
    await expect.poll(() => row.getAttribute('aria-current'), { message: at }).toBe('true');
    const readOverlap = async () => {
      const { x, width } = await boxOf(page.getByRole('table', { name: 'Leads Recientes' }));
      return x + width - (await boxOf(sheet)).x;
    };
    await expect.poll(readOverlap, { message: at }).toBeLessThanOrEqual(0);
    expect(Math.abs((await boxOf(row)).y - before.y), at).toBeLessThan(1);
    await expect.poll(() => measureOverflow(page), { message: at }).toBeLessThanOrEqual(0);
    // Another row shows its lead there; meanwhile the list stays usable.
    await nameOf(page, own('Fila 4')).click();
    await lead(page, own('Fila 4')).waitFor();
    await expect.poll(() => page.getByRole('row').and(page.locator('[aria-current]')).count(), { message: at }).toBe(1);
    await nameOf(page, own('Fila 5')).click();
    await close(own('Fila 5'));
    await expect.poll(async () => (await boxOf(row)).width, { message: at }).toBe(before.width);
    await expect.poll(() => focusedName(page), { message: at }).toBe(own('Fila 5'));
  }

  // A lead from the URL moves no row, even with its own out of view, and the keys continue from there.
  const id = await rowOf(page, own('Fila 1')).getAttribute('data-lead-id');
  await page.goto(`${list}&lead=${id}`);
  await lead(page, own('Fila 1')).waitFor();
  await atRest(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press('k');
  await lead(page, own('Fila 2')).waitFor();
  expect((await boxOf(rowOf(page, own('Fila 2')))).y).toBeLessThan(SMALL_DESK.height);
});

/** Of a row's name, how much is cut. */
const cutNames = (page: Page) =>
  page
    .locator('[data-lead-id] td:first-child > a')
    .evaluateAll((names) => names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));

test('beside a lead every name of up to 28 letters is whole, and nothing stands empty at either side of the list', async () => {
  const word = newWord();
  const first = ['María Guadalupe', 'Maximiliano', 'Wenceslao', 'Guillermina', 'Bartolomé'];
  const last = [
    'Domínguez',
    'Montenegro',
    'Wainstein',
    'Echeverría',
    'Buenaventura',
    'Mastrángelo',
    'Ummarino',
    'Gómez',
  ];
  const names = first.flatMap((one) => last.map((other) => `${one} ${other}`));
  expect(Math.max(...names.map(({ length }) => length))).toBe(28);
  for (const [n, nombre] of names.entries()) {
    const { id } = await makeLead(server, ana, { nombre, email: `larga.${word}.${n}@x.example.com` });
    // As much beside the name as a row has: somebody else's, in the longest status, with a day planned.
    if (n % 2 === 1) continue;
    const body = {
      estado: 'en_seguimiento',
      owner_id: beto.id,
      next_contact_on: addDays(new Date().toISOString().slice(0, 10), 20),
    };
    expect((await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: ana.cookie, body })).status).toBe(200);
  }
  const page = await openCrm(ana, `/panel?q=${word}`, { viewport: DESKTOP });
  await expect.poll(() => listedNames(page)).toHaveLength(names.length);
  const sheet = await openLead(page, 'Wenceslao Gómez');
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await atRest(page);
    await expect.poll(() => cutNames(page), { message: `${width}` }).toEqual([]);
    const table = await boxOf(page.getByRole('table', { name: 'Leads Recientes' }));
    const rail = await boxOf(page.getByRole('banner'));
    expect(table.x - rail.x - rail.width, `${width}`).toBeLessThanOrEqual(32);
    expect((await boxOf(sheet)).x - table.x - table.width, `${width}`).toBeLessThanOrEqual(32);
    await expect.poll(() => measureOverflow(page), { message: `${width}` }).toBeLessThanOrEqual(0);
  }
});

test('keys mean the lead that was opened also before it is drawn, walk on in it and from the list, and close it', async () => {
  const { list, own } = await makeLeads(FEW);
  const [cora, berta, alba] = [own('Cora'), own('Berta'), own('Alba')];
  const page = await openCrm(ana, list);
  // The code of the lead view comes with the first one.
  await openLead(page, alba);
  await page.keyboard.press('Escape');
  await atPath(page, list);
  await expect.poll(() => focusedName(page)).toBe(alba);
  await slowDown(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await atPath(page, list);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await noteIn(page, cora).waitFor();
  await page.keyboard.type('x');
  await expect.poll(() => noteIn(page, cora).inputValue()).toBe('x');
  await page.keyboard.press('Escape');
  await lead(page, cora).waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe(cora);

  // It takes the focus, and returns it.
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await lead(page, berta).waitFor();
  await expect.poll(() => isFocused(lead(page, berta))).toBe(true);
  await page.keyboard.press('j');
  await lead(page, cora).waitFor();
  await page.keyboard.press('Escape');
  await lead(page, cora).waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe(cora);

  // Escape works from the moment the dialog exists: here before its first frame, faster than anybody; on a slow phone
  // that gap lasts long.
  await page.evaluate(() => {
    const pressed = new Promise<void>((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('.sheet')) return;
        observer.disconnect();
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        );
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
    Object.assign(globalThis, { pressed });
  });
  await page.keyboard.press('Enter');
  await page.evaluate(() => (globalThis as unknown as { pressed: Promise<void> }).pressed);
  await lead(page, cora).waitFor({ state: 'detached' });
  await atPath(page, list);
  await expect.poll(() => focusedName(page)).toBe(cora);

  // The focus follows from the list.
  await nameOf(page, cora).click();
  await lead(page, cora).waitFor();
  await nameOf(page, berta).click();
  await lead(page, berta).waitFor();
  await page.keyboard.press('k');
  await lead(page, alba).waitFor();
  await expect.poll(() => focusedName(page)).toBe(alba);
  await page.keyboard.press('n');
  await page.keyboard.type('jk');
  await expect.poll(() => noteIn(page, alba).inputValue()).toBe('jk');
  await page.goBack();
  await lead(page, alba).waitFor({ state: 'detached' });
  await atPath(page, list);
});

test('before the sheet has come Escape closes a lead, and letters after N are the note’s', async () => {
  const { list, own } = await makeLeads(['Espera']);
  const page = await openPage({ person: ana });
  const release = await holdRequests(page, '**/_astro/LeadDialog.*');
  await page.goto(list);
  await waitForIslands(page);
  await focusFirstLead(page);
  await page.keyboard.press('Enter');
  await page.getByText('Cargando...').waitFor();
  await page.keyboard.press('Escape');
  await atPath(page, list);
  for (const key of 'n3 jk') await page.keyboard.press(key);
  release();
  await lead(page, own('Espera')).waitFor();
  await expect.poll(() => noteIn(page, own('Espera')).evaluate((box) => box === document.activeElement)).toBe(true);
  await expect.poll(() => noteIn(page, own('Espera')).inputValue()).toBe('3 jk');
});

test('letters right after N are the note’s, also in the first lead that is opened, and J walks on past the fifty that are loaded', async () => {
  const { list, own } = await makeLeads(numbered('Paso', 52));
  const page = await openCrm(ana, `${list}&orden=antiguos`);
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.url().endsWith('/presence')) changes.push(request.url());
  });
  await focusFirstLead(page);
  const [first, second] = [own('Paso 1'), own('Paso 2')];
  await slowDown(page);
  for (const key of 'n3 jk') await page.keyboard.press(key);
  await expect.poll(() => noteIn(page, first).inputValue()).toBe('3 jk');
  await page.keyboard.press('Escape');
  await lead(page, first).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await lead(page, first).waitFor();
  for (const key of 'jn5 k') await page.keyboard.press(key);
  await expect.poll(() => noteIn(page, second).inputValue()).toBe('5 k');
  expect(changes).toEqual([]);
  await page.keyboard.press('Escape');
  await lead(page, second).waitFor({ state: 'detached' });

  const sheet = await openLead(page, own('Paso 50'));
  await page.keyboard.press('j');
  await lead(page, own('Paso 51')).getByText('51 de 52').waitFor();
  await lead(page, own('Paso 51')).getByRole('button', { name: 'Lead siguiente' }).click();
  await lead(page, own('Paso 52')).waitFor();
  await expect.poll(() => button(page, 'Lead siguiente').isDisabled()).toBe(true);
  await sheet.waitFor({ state: 'detached' });
});

/** Opens layers over an open lead repeatedly: however closed, the lead stays and gets the focus. */
async function closeLayersOver(page: Page, nombre: string, width: number): Promise<void> {
  const sheet = lead(page, nombre);
  const press = (name: string) => sheet.getByRole('button', { name, exact: true }).click();
  await openMore(sheet);
  const layers: [string, () => Promise<unknown>][] = [
    ['Cambiar estado a:', () => press('Nuevo')],
    ['Eliminar lead', () => press('Eliminar lead')],
    ['Atajos de teclado', () => page.keyboard.press('?')],
  ];
  for (const [title, open] of layers) {
    const layer = page
      .getByRole('dialog', { name: title, exact: true })
      .or(page.getByRole('alertdialog', { name: title, exact: true }));
    const ways: Record<string, () => Promise<unknown>> = {
      Escape: () => page.keyboard.press('Escape'),
      'a press beside it': () => page.mouse.click(width / 2, 4),
      ...(title === 'Eliminar lead' && { Cancelar: () => button(page, 'Cancelar').click() }),
    };
    for (const [way, close] of Object.entries(ways)) {
      await open();
      await layer.waitFor();
      await close();
      await layer.waitFor({ state: 'detached' });
      await expect.poll(() => isFocused(sheet), { message: `${title}, ${way}` }).toBe(true);
      await expect.poll(() => sheet.count(), { message: `${title}, ${way}` }).toBe(1);
    }
  }
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
}

test('below each dialog the page is hidden from assistive technology, stays in its place, and hands on the focus', async () => {
  const { list } = await makeLeads(FEW);
  const page = await openCrm(ana, list, { viewport: { width: 1440, height: 300 } });
  const dialog = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  const scrolled = () => page.evaluate(() => window.scrollY);
  // Also below a later one.
  for (const _time of ['first', 'second']) {
    await button(page, 'Crear Lead').click();
    await dialog.waitFor();
    await expect.poll(() => button(page, 'Más acciones').count()).toBe(0);
    await page.mouse.move(20, 250);
    // A wheel turns what was drawn last.
    await drawn(page);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => dialog.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    expect(await scrolled()).toBe(0);
    await page.getByLabel('Buscar').focus();
    await expect.poll(() => isFocused(dialog)).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Más acciones').waitFor();
  }
  // The browser aims a wheel's next turns at what it turned over first.
  await page.mouse.move(700, 150);
  await drawn(page);
  await page.mouse.wheel(0, 200);
  await expect.poll(scrolled).toBeGreaterThan(0);
});

test('on a desk what lies over an open lead closes alone, and gives the focus back', async () => {
  const { list, own } = await makeLeads(FEW);
  const page = await openCrm(ana, list, { viewport: DESKTOP });
  await openLead(page, own('Alba'));
  await closeLayersOver(page, own('Alba'), DESKTOP.width);
});

test('on a phone a lead takes the window, with all that a thumb needs at its lower end, and what lies over it closes alone', async () => {
  const { list, own } = await makeLeads(FEW);
  const page = await openCrm(ana, list, TOUCHED);
  await openLead(page, own('Alba'));
  await closeLayersOver(page, own('Alba'), PHONE.width);

  await button(page, `Notas de ${own('Alba')} (0)`).tap();
  const sheet = lead(page, own('Alba'));
  await sheet.getByText('No hay notas para este lead').waitFor();
  await atRest(page);
  await sheet.getByRole('tab', { name: 'Notas' }).tap();
  const within = [
    ...['Cerrar', 'Lead anterior', 'Lead siguiente'].map((name) => sheet.getByRole('button', { name, exact: true })),
    ...['WhatsApp', 'Llamar', 'Email'].map((name) => sheet.getByRole('link', { name, exact: true })),
  ];
  for (const key of within) {
    const { y, height, width } = await boxOf(key);
    expect(y).toBeGreaterThan(PHONE.height - 70);
    expect(y + height).toBeLessThanOrEqual(PHONE.height);
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
  }
  // A toast covers no button of a form.
  await sheet.getByLabel('Nueva nota').fill('Llamar el lunes');
  // The on-screen keyboard takes their room.
  await button(page, 'Lead siguiente').waitFor({ state: 'hidden' });
  await sheet.getByRole('button', { name: 'Guardar nota' }).tap();
  await toast(page, 'Nota añadida');
  const readGap = async () => {
    const said = await boxOf(page.getByRole('status').filter({ hasText: 'Nota añadida' }));
    return (await boxOf(sheet.getByLabel('Nueva nota'))).y - said.y - said.height;
  };
  // The first toast is lifted once the code for it is there.
  await expect.poll(readGap).toBeGreaterThan(0);
  await sheet.getByRole('button', { name: 'Lead siguiente' }).tap();
  await lead(page, own('Berta')).waitFor();
  await lead(page, own('Berta')).getByRole('button', { name: 'Cerrar', exact: true }).tap();
  await lead(page, own('Berta')).waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe(own('Berta'));
});

test('what takes a row out of the list leaves the focus on none, J goes on in its place, and keys or the story undo it', async () => {
  const { list, own } = await makeLeads(['Turno 7', 'Turno 6', 'Turno 5', 'Turno 4', 'Turno 3', 'Turno 2', 'Turno 1']);
  const turn = (n: number) => own(`Turno ${n}`);
  const page = await openCrm(ana, `${list}&estado=nuevo`);
  await focusFirstLead(page);
  await page.keyboard.press('j');
  await expect.poll(() => focusedName(page)).toBe(turn(2));
  await chooseByKey(page, '2');
  await expect.poll(() => focusedName(page)).toBeUndefined();
  await page.keyboard.press('j');
  await expect.poll(() => focusedName(page)).toBe(turn(3));
  await page.keyboard.press('j');
  await expect.poll(() => focusedName(page)).toBe(turn(4));
  await button(page, `Eliminar lead ${turn(4)}`).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).press('Enter');
  // The dialog keeps the keyboard until it is gone.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBeUndefined();
  await page.keyboard.press('k');
  await expect.poll(() => focusedName(page)).toBe(turn(3));

  // Undo works by keyboard from a row, and its toast leaves on time.
  await page.clock.install();
  // The toast appears under the resting mouse.
  await page.mouse.move(DESKTOP.width - 200, DESKTOP.height - 40);
  await chooseByKey(page, '4');
  await page.keyboard.press('Escape');
  await page
    .getByRole('status')
    .getByText(`${turn(3)} pasó a Ganado`)
    .waitFor();
  await expect.poll(() => focusedName(page)).toBeUndefined();
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .getByText(`${turn(3)} volvió a Nuevo`)
    .waitFor();
  await page.clock.runFor(6000);
  await page.getByRole('status').getByText(turn(3)).waitFor({ state: 'detached' });
  // Its row comes back with the list’s next read.
  await rowOf(page, turn(3)).waitFor();
  await page.keyboard.press('k');
  await expect.poll(() => focusedName(page)).toBe(turn(3));
});

test('an open lead shows what its person wrote, then six facts, its name and its state once; the rest unfolds with one press, and stays so', async () => {
  const nombre = `Sexta Seis ${newWord()}`;
  const email = `${newWord()}@x.example.com`;
  const { id } = await makeLead(server, ana, { nombre, email, mensaje: 'Busco un agente.' });
  for (const options of [{ viewport: { width: 1440, height: 900 } }, { viewport: SMALL_DESK }, TOUCHED]) {
    const page = await openCrm(ana, `/panel?lead=${id}`, options);
    const sheet = lead(page, nombre);
    await sheet.getByText('Fecha de creación').waitFor();
    expect((await sheet.getByRole('term').allInnerTexts()).map((term) => term.trim())).toEqual([
      ...['Mensaje inicial', 'Email', 'WhatsApp', 'País', 'Estado', 'Próximo contacto', 'Responsable'],
      // A quiet line of its own.
      'Fecha de creación',
    ]);
    await factOf(sheet, 'Mensaje inicial').getByText('Busco un agente.').waitFor();
    const isOnce = async () => {
      for (const text of [nombre, 'Nuevo']) {
        const said = sheet.getByText(text, { exact: true }).filter({ visible: true });
        await expect.poll(() => said.count(), { message: text }).toBe(1);
      }
    };
    await isOnce();
    await openMore(sheet);
    await sheet.getByText('Primer contacto').waitFor();
    await isOnce();
    await page.reload();
    await sheet.getByText('Primer contacto').waitFor();

    // Where the note box is not in sight, one press leads to it.
    const write = sheet.getByRole('button', { name: 'Escribir una nota' });
    const box = sheet.getByRole('textbox', { name: 'Nueva nota' });
    if (await box.isVisible()) await expect.poll(() => write.count()).toBe(0);
    else {
      await write.click();
      await expect.poll(() => isFocused(box)).toBe(true);
      await isOnce();
    }
    await page.context().close();
  }
});
