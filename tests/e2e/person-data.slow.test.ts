import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept, measureOverflow } from '../support/browser';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { makeLead, openMore, rowOf } from '../support/panel';
import { openCrm, openStage, PHONE, server } from '../support/stage';

openStage();

test('an administrator takes out all about a person and erases it, who looks on sees it go, and a lost answer is no doubt', async () => {
  const admin = makePerson(server, { name: 'Ana Ruiz', roles: ['admin'] });
  const colleague = makePerson(server, { name: 'Beto Luna' });
  const tag = admin.id.slice(0, 8);
  const email = `iris-${tag}@vega.example.com`;
  const make = (nombre: string, of = email) => makeLead(server, admin, { nombre, email: of });
  const first = await make(`Iris Vega ${tag}`);
  const second = await make(`Iris V. ${tag}`);
  const stranger = await make(`Omar Paz ${tag}`, `omar-${tag}@paz.example.com`);
  const whatsapp = `+54911${String(Number.parseInt(tag, 16)).padStart(8, '0').slice(-8)}`;
  const others = { sister: `Zulema ${tag}`, brother: `Bautista ${tag}` };
  for (const [who, nombre] of Object.entries(others))
    await makeLead(server, admin, { nombre, email: `${who}-${tag}@x.example.com`, whatsapp });
  await call(server, `/api/leads/${first.id}`, { method: 'PATCH', cookie: admin.cookie, body: { whatsapp } });
  const page = await openCrm(admin, `/panel?lead=${first.id}`);
  const other = await openCrm(colleague, `/panel?lead=${first.id}`);
  await rowOf(other, first.nombre).waitFor();
  const erase = (of: typeof page) => of.getByRole('button', { name: 'Borrar todos sus datos' });
  for (const opened of [page, other]) await openMore(opened.getByRole('dialog', { name: first.nombre }));
  await expect.poll(() => erase(other).count()).toBe(0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar todo (JSON)' }).click(),
  ]);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8')).leads).toHaveLength(2);

  await erase(page).click();
  const dialog = page.getByRole('dialog', { name: 'Borrar todos sus datos' });
  const confirm = dialog.getByRole('button', { name: 'Borrar para siempre' });
  await dialog.getByText('2leads, con sus notas y su historia').waitFor();
  await confirm.click();
  await dialog.getByText('Email: escribilo tal como está en el lead.').waitFor();
  await dialog.getByLabel(`Para confirmar, escribí ${email}`).fill(email.slice(0, -4));
  await confirm.click();
  await dialog.getByText('Email: escribilo tal como está en el lead.').waitFor();
  expect((await call(server, `/api/leads/${first.id}`, { cookie: admin.cookie })).status).toBe(200);
  await dialog.getByText('También hay 2 leads con el mismo número.').waitFor();
  await dialog.getByLabel(`El lead de ${others.sister}`).check();
  await dialog.getByLabel(`Para confirmar, escribí ${email}`).fill(email.toUpperCase());
  await confirm.click();
  await page.getByText('Se borró todo lo guardado sobre la persona').waitFor();
  for (const panel of [page, other])
    for (const nombre of [first.nombre, second.nombre, others.sister])
      await rowOf(panel, nombre).waitFor({ state: 'detached' });
  await expect.poll(() => rowOf(other, others.brother).count()).toBe(1);
  await expect.poll(() => page.url()).not.toContain('lead=');
  await other.getByRole('alert').getByText('eliminó').waitFor();
  await expect.poll(() => rowOf(other, stranger.nombre).count()).toBe(1);
  await other.context().close();

  // After a lost answer it is reported as done.
  await page.setViewportSize(PHONE);
  await page.goto(`/panel?lead=${stranger.id}`);
  await waitForIslands(page);
  await erase(page).click();
  await dialog.getByText('1lead,').waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  let isLost = false;
  await intercept(page, '**/erase', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await dialog.getByLabel(/Para confirmar/).fill(`omar-${tag}@paz.example.com`);
  await confirm.click();
  await page.getByText('Se borró todo lo guardado sobre la persona').waitFor();
  expect(isLost).toBe(true);
});
