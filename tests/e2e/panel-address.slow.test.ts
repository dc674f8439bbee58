import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { drawn, makeLead, nameOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { atPath, button, openCrm, openStage, server, toast } from '../support/stage';

const word = newWord();
const [IDA, HUGO, INES] = [`Ida Ida ${word}`, `Hugo Primero ${word}`, `Inés Segunda ${word}`];
const GONE = 'Este lead ya no está: alguien lo eliminó.';
let ida: number;
let hugo: number;
let ines: number;

openStage();
const ana = providePerson(server, { name: 'Ana Activa' });
beforeAll(async () => {
  ida = (await makeLead(server, ana, { nombre: IDA })).id;
  hugo = (await makeLead(server, ana, { nombre: HUGO })).id;
  ines = (await makeLead(server, ana, { nombre: INES })).id;
});

const leadOf = (page: Page, nombre: string) => page.getByRole('dialog', { name: nombre });
const remove = (id: number) => call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: ana.cookie });

async function open(page: Page, nombre: string): Promise<void> {
  await nameOf(page, nombre).click();
  await leadOf(page, nombre).waitFor();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Navigates the same tab to a page of the CRM. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForIslands(page);
}

/** Closes the open lead and presses `next` before the browser has completed the step back. */
async function closeAndPress(page: Page, next: Locator): Promise<void> {
  await next.evaluate((link) => {
    const back = history.back;
    history.back = () => {
      history.back = back;
      queueMicrotask(() => {
        (link as HTMLElement).click();
        history.back();
      });
    };
  });
  await page.keyboard.press('Escape');
}

test('the open lead is in the address, beside filters and search; a step back closes it, and one forward opens it if it is still there', async () => {
  const page = await openCrm(ana, '/panel?estado=nuevo');
  await open(page, INES);
  await atPath(page, `/panel?estado=nuevo&lead=${ines}`);
  // By its button: until the history has loaded, keys are ignored.
  await leadOf(page, INES).getByRole('button', { name: 'Lead siguiente' }).click();
  await leadOf(page, HUGO).waitFor();
  await atPath(page, `/panel?estado=nuevo&lead=${hugo}`);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await atPath(page, '/panel?estado=nuevo');
  await page.goForward();
  await leadOf(page, HUGO).waitFor();
  await close(page);

  await open(page, IDA);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await remove(ida);
  await page.goForward();
  await toast(page, GONE);
  await atPath(page, '/panel?estado=nuevo');

  // A search still debouncing waits during a press on a row, which its results would move away. Here the debounce never
  // ends, however slow the mouse: only the press starts the search.
  await page.evaluate(() => {
    const { setTimeout: start } = window;
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0) => (ms < 200 ? start(work, ms) : 0),
    });
  });
  await page.getByLabel('Buscar').pressSequentially(word);
  await nameOf(page, INES).hover();
  await page.mouse.down();
  await drawn(page);
  expect(new URL(page.url()).search).toBe('?estado=nuevo');
  await page.mouse.up();
  await leadOf(page, INES).waitFor();
  await atPath(page, `/panel?q=${word}&estado=nuevo&lead=${ines}`);
});

test('leads that were opened leave nothing behind: a step back leads out of the panel, and takes nothing with it', async () => {
  const page = await openCrm(ana, '/panel/papelera');
  const stepsOut = async () => {
    await page.goBack();
    await atPath(page, '/panel/papelera');
  };
  await page.getByRole('link', { name: 'Volver al panel' }).click();
  await waitForIslands(page);
  for (const nombre of [INES, HUGO, INES]) {
    await nameOf(page, nombre).click();
    await leadOf(page, nombre).getByRole('button', { name: 'Cerrar' }).click();
    await leadOf(page, nombre).waitFor({ state: 'detached' });
    await atPath(page, '/panel');
  }
  await stepsOut();

  // After a reload.
  await visit(page, '/panel?estado=nuevo');
  await open(page, INES);
  await page.reload();
  await leadOf(page, INES).waitFor();
  await close(page);
  await atPath(page, '/panel?estado=nuevo');
  await stepsOut();

  // When another lead is opened before the step back has arrived.
  await visit(page, '/panel');
  await open(page, INES);
  await closeAndPress(page, nameOf(page, HUGO));
  await leadOf(page, HUGO).waitFor();
  await atPath(page, `/panel?lead=${hugo}`);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await atPath(page, '/panel');

  // When the step back is slow.
  await open(page, INES);
  await page.evaluate(() => {
    const back = history.back;
    history.back = () => {
      history.back = back;
      setTimeout(() => history.back(), 1500);
    };
  });
  const stepped = page.evaluate(
    () => new Promise<void>((done) => addEventListener('popstate', () => done(), { once: true })),
  );
  await page.keyboard.press('Escape');
  await nameOf(page, HUGO).click();
  await stepped;
  await atPath(page, `/panel?lead=${hugo}`);
  await leadOf(page, HUGO).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await atPath(page, '/panel');

  // When another list is chosen before.
  await open(page, INES);
  await closeAndPress(page, page.getByRole('link', { name: 'Ganados' }));
  await atPath(page, '/panel?estado=ganado');
  await nameOf(page, INES).waitFor({ state: 'detached' });
  await page.goBack();
  await atPath(page, '/panel');
  await nameOf(page, INES).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await stepsOut();
});

test('a link opens its lead for whoever gets it, also after a reload and after signing in; what is gone or not understood is said', async () => {
  const link = `/panel?lead=${hugo}`;
  const { status, headers } = await call(server, link);
  expect(status).toBe(302);
  expect(headers.get('location')).toBe(`/login?next=${encodeURIComponent(link)}`);

  const page = await openCrm(makePerson(server), link);
  await leadOf(page, HUGO).waitFor();
  await page.reload();
  await leadOf(page, HUGO).waitFor();
  await close(page);
  await atPath(page, '/panel');
  await open(page, INES);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await atPath(page, '/panel');

  const { id } = await makeLead(server, ana, { nombre: `Gino Ido ${word}` });
  await remove(id);
  await page.goto(`/panel?lead=${id}`);
  await toast(page, GONE);
  await nameOf(page, INES).waitFor();
  await atPath(page, '/panel');

  await page.goto(`/panel?estado=dormido&lead=${ines}`);
  await toast(page, 'El filtro de esa dirección no se entiende. Acá están todos los leads.');
  await leadOf(page, INES).waitFor();
  await atPath(page, `/panel?lead=${ines}`);
  await nameOf(page, HUGO).waitFor();
});

test('a lead is closed on the rows that were there when it was opened, though others came in above', async () => {
  for (let n = 1; n <= 40; n++) await makeLead(server, ana, { nombre: `Fila ${n} ${word}` });
  const page = await openCrm(ana);
  const fifth = `Fila 5 ${word}`;
  const row = page.locator('[data-lead-id]', { hasText: fifth });
  await nameOf(page, fifth).scrollIntoViewIfNeeded();
  await open(page, fifth);
  const before = (await row.boundingBox())?.y ?? Number.NaN;
  for (let n = 1; n <= 3; n++) await makeLead(server, ana, { nombre: `Nueva ${n} ${word}` });
  await button(page, '3 leads nuevos').waitFor();
  await close(page);
  await atPath(page, '/panel');
  await drawn(page);
  expect((await row.boundingBox())?.y).toBeCloseTo(before, -1);
});
