import { expect, test } from 'vitest';
import { confirmNow, makePerson, openSession, PASSWORD } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { makeLead, rowOf } from '../support/panel';
import { atPath, holdRequests, openCrm, openPage, openStage, server } from '../support/stage';

openStage();

test('where a session was ended elsewhere every tab leaves for the sign-in by itself, and comes back to what was typed', async () => {
  const ana = makePerson(server, { name: 'Ana Activa' });
  const nombre = `Cerrada ${newWord()}`;
  await makeLead(server, ana, { nombre });
  const page = await openCrm(ana);
  await rowOf(page, nombre)
    .getByRole('button', { name: /^Notas de/ })
    .click();
  const note = page.getByRole('dialog', { name: nombre }).getByLabel('Nueva nota');
  await note.fill('Llamar el lunes.');
  const others = [];
  for (const path of ['/panel/numeros', '/panel/papelera', '/panel/apartadas']) {
    const tab = await page.context().newPage();
    await tab.goto(path);
    await waitForIslands(tab);
    others.push({ tab, path });
  }
  const elsewhere = { ...ana, cookie: openSession(server, ana.id) };
  confirmNow(server, elsewhere);
  expect((await call(server, '/api/sessions', { method: 'DELETE', cookie: elsewhere.cookie })).status).toBeLessThan(
    300,
  );
  for (const { tab, path } of others) await atPath(tab, `/login?next=${encodeURIComponent(path)}`);
  await page.waitForURL(({ pathname }) => pathname === '/login');
  await waitForIslands(page);
  await page.locator('input[type=email]').fill(ana.email);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/panel');
  await page.goto('/panel');
  await waitForIslands(page);
  await rowOf(page, nombre)
    .getByRole('button', { name: /^Notas de/ })
    .click();
  await expect.poll(() => note.inputValue()).toBe('Llamar el lunes.');
});

test('a page whose session was ended before its stream began leaves, too', async () => {
  const ana = makePerson(server);
  const page = await openPage({ person: ana });
  const release = await holdRequests(page, '**/api/leads/stream');
  await page.goto('/panel/papelera');
  await waitForIslands(page);
  withDatabase(server, (db) => db.prepare('DELETE FROM sessions WHERE user_id = ?').run(ana.id));
  release();
  await atPath(page, '/login?next=%2Fpanel%2Fpapelera');
});

test('a seventh tab is shown though browsers open six connections, and one whose stream it took catches up once used', async () => {
  const ana = makePerson(server, { name: 'Ana Activa' });
  const first = await openPage({ person: ana });
  const tabs = [first];
  for (let n = 1; n <= 7; n++) {
    const tab = tabs[n - 1] ?? (await first.context().newPage());
    // A new stream takes the oldest's place, so they begin one after another.
    await Promise.all([tab.waitForResponse('**/api/leads/stream*'), tab.goto('/panel')]);
    await waitForIslands(tab);
    tabs[n - 1] = tab;
  }
  const nombre = `Nueva ${newWord()}`;
  await makeLead(server, ana, { nombre });
  for (const tab of tabs.slice(2)) await rowOf(tab, nombre).waitFor();
  await first.evaluate(() => window.dispatchEvent(new Event('focus')));
  await rowOf(first, nombre).waitFor();
});
