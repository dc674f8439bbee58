import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { call } from '../support/http';
import { makeLead } from '../support/panel';
import { DESKTOP, openCrm, openPage, openStage, PHONE, server, waitForIslands } from '../support/stage';

let ana: Person;
let beto: Person;
const ids: number[] = [];

openStage(() => ({ env: { RATE_LIMIT_SCALE: '1000' } }));
beforeAll(async () => {
  ana = makePerson(server, { name: 'Ana Activa' });
  beto = makePerson(server, { name: 'Beto Bravo' });
  for (let n = 1; n <= 60; n++) await addLead();
});

async function addLead(): Promise<void> {
  const n = ids.length + 1;
  const pais = n % 2 ? 'Chile' : 'Perú';
  ids.push((await makeLead(server, beto, { nombre: `Persona ${n}`, pais })).id);
}

/** Numbers from 0 to 1, the same ones for the same seed (a linear congruential generator, Numerical Recipes' constants). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const STATUSES = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'];

type Act = () => Promise<unknown>;

/** What a colleague does to any lead. */
function actsBeside(random: () => number): Act[] {
  const lead = () => `/api/leads/${ids[Math.floor(random() * ids.length)]}`;
  const change = (body: unknown) => call(server, lead(), { method: 'PATCH', cookie: beto.cookie, body });
  return [
    addLead,
    () => change({ estado: STATUSES[Math.floor(random() * STATUSES.length)] }),
    () => change({ nombre: `Otra ${Math.floor(random() * 100)}` }),
    () => change({ pais: 'México' }),
    () => call(server, lead(), { method: 'DELETE', cookie: beto.cookie }),
    () => call(server, `${lead()}/restore`, { method: 'POST', cookie: beto.cookie }),
    () => call(server, `${lead()}/notes`, { cookie: beto.cookie, body: { body: 'Una nota' } }),
  ];
}

/** What somebody does in the panel; much of it cannot be done at the moment, as in life. */
function actsIn(page: Page, random: () => number): Act[] {
  const options = { timeout: 400 };
  const some = (most: number) => Math.floor(random() * most);
  const press = (name: string) => page.getByRole('button', { name }).nth(some(4)).click(options);
  return [
    async () => {
      await page.locator('.lead-status').nth(some(5)).click(options);
      await page.getByRole('dialog').getByRole('button').nth(some(5)).click(options);
    },
    () => page.locator('[data-lead-id] td:first-child button').nth(some(5)).click(options),
    () => page.keyboard.press(['j', 'k', '1', '2', '4', '5'][some(6)] ?? 'j'),
    () => page.keyboard.press('Escape'),
    () => page.locator('dl a').nth(some(6)).click(options),
    () => press('Sin contactar'),
    () => press('Quitar filtros'),
    () => press('Cargar más'),
    () => press('Deshacer'),
    async () => {
      await press('Eliminar lead');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click(options);
    },
    async () => {
      const search = page.getByLabel('Buscar');
      await search.click(options);
      await search.fill(['', 'persona', 'otra', '1'][some(4)] ?? '', options);
    },
    () => page.evaluate(() => history.back()),
    () => page.evaluate(() => history.forward()),
  ];
}

/** What stands in the panel: counters, filters, the open lead and as many rows as are given. */
function read(page: Page, most = Number.POSITIVE_INFINITY) {
  return page.evaluate(
    (rows) => ({
      counters: [...document.querySelectorAll('dl > div')].slice(0, 6).map((counter) => counter.textContent),
      filters: [...document.querySelectorAll<HTMLInputElement>('search select, search input')].map(
        ({ value }) => value,
      ),
      open: document.querySelector('[role=dialog] h2')?.textContent ?? null,
      rows: [...document.querySelectorAll('[data-lead-id]')].slice(0, rows).map((row) =>
        [row.querySelector('button'), row.querySelector('.lead-status'), row.querySelector('td:nth-child(4)')]
          .map((element) => element?.textContent)
          .concat(row.querySelector<HTMLElement>('.lead-notes')?.dataset.count)
          .join(' '),
      ),
    }),
    most,
  );
}

/** How what is shown differs from what a fresh look at the same address shows; in nothing, if all is well. */
async function differences(page: Page): Promise<unknown> {
  const fresh = await openCrm(ana, page.url(), { viewport: DESKTOP });
  // An open lead is drawn after the list.
  const isOpen = new URL(page.url()).searchParams.has('lead');
  if (isOpen) await fresh.getByRole('dialog').or(fresh.getByText('ya no está')).first().waitFor();
  const truth = await read(fresh);
  await fresh.context().close();
  const shown = await read(page, truth.rows.length);
  // Who has been deleted from a page of fifty is made up for by the next page.
  const common = { ...truth, rows: truth.rows.slice(0, Math.max(shown.rows.length, truth.rows.length - 10)) };
  return JSON.stringify(shown) === JSON.stringify(common) ? null : { shown, truth: common };
}

test.each([
  ['a desk', DESKTOP, 20_261],
  ['a phone', PHONE, 20_262],
])('whatever two people do, %s ends with what a fresh look shows', async (_name, viewport, seed) => {
  const random = randomFrom(seed);
  const page = await openPage({ person: ana, viewport });
  await page.route('**/api/leads**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, random() * 200));
    await route.continue().catch(() => {});
  });
  await page.goto('/panel');
  await waitForIslands(page);
  for (let n = 0; n < 40; n++) {
    const acts = [...actsIn(page, random), ...actsBeside(random)];
    // Whether it could be done is not what this is about.
    await acts[Math.floor(random() * acts.length)]?.().catch(() => {});
  }
  // Steps back may have left the panel.
  if (new URL(page.url()).pathname !== '/panel') await page.goto('/panel');
  await waitForIslands(page);
  await page.mouse.move(2, 2);
  await expect.poll(() => differences(page), { interval: 1000 }).toBeNull();
});
