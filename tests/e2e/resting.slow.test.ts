import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { DESKTOP, openPage, openStage, PHONE, server, toast } from '../support/stage';
import { callAs, makeToken } from '../support/tokens';

openStage(() => ({}));

test('an administrator is told what rests, and confirms or removes each on one screen', async () => {
  const admin = makePerson(server, { name: 'Ana Ríos', roles: ['admin'] });
  const program = makeToken(server, { name: 'n8n', scopes: ['read'] });
  await call(server, '/api/account/calendar', { method: 'POST', cookie: admin.cookie });
  withDatabase(server, (db) => {
    for (const table of ['api_tokens', 'calendar_feeds'])
      db.prepare(`UPDATE ${table} SET rests_since = ?`).run(new Date().toISOString());
  });
  const page = await openPage({ person: admin, viewport: DESKTOP });
  const complaints = watchConsoleErrors(page);
  await page.goto('/users');
  await page.getByRole('link', { name: '2 accesos en reposo' }).click();
  await page.getByRole('heading', { name: 'Después de restaurar' }).waitFor();
  await waitForIslands(page);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => measureOverflow(page), { message: `at ${viewport.width} px` }).toBe(0);
  }

  expect((await callAs(server, program, '/api/leads')).status).toBe(401);
  await page.getByRole('button', { name: 'Confirmar: Token de acceso · n8n' }).click();
  await toast(page, 'Confirmado');
  expect((await callAs(server, program, '/api/leads')).status).toBe(200);
  await page.getByRole('button', { name: 'Quitar: Dirección de calendario · Ana Ríos' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await page.getByText('No queda nada por confirmar').waitFor();
  await page.goto('/users');
  await expect.poll(() => page.getByText('en reposo').count()).toBe(0);
  expect(complaints).toEqual([]);
});
