import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { waitForIslands } from '../support/hydrated';
import { DESKTOP, openPage, openStage, PHONE, server } from '../support/stage';
import { callAs, makeToken } from '../support/tokens';

openStage();

test('an administrator makes a token, copies it the one time that it is shown, deletes what its program noted, and revokes it', async () => {
  const admin = makePerson(server, { name: 'Ana Ríos', roles: ['admin'] });
  const name = `n8n ${crypto.randomUUID()}`;
  makeToken(server, {
    name: 'Un programa con un nombre tan largo como puede ser el de un programa',
    scopes: ['read'],
  });
  const page = await openPage({ person: admin, viewport: DESKTOP });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const complaints = watchConsoleErrors(page);
  await page.goto('/users?vista=integraciones');
  await page.getByRole('link', { name: 'Tokens de acceso' }).click();
  await page.getByRole('heading', { name: 'Tokens de acceso' }).waitFor();
  await page.getByRole('button', { name: 'Crear token' }).waitFor();
  await waitForIslands(page);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => measureOverflow(page), { message: `the list at ${viewport.width} px` }).toBe(0);
  }

  await page.getByRole('button', { name: 'Crear token' }).click();
  const form = page.getByRole('dialog', { name: 'Nuevo token' });
  await form.getByRole('button', { name: 'Crear token' }).click();
  await expect.poll(() => form.getByText('Poné un nombre').isVisible()).toBe(true);
  await form.getByLabel('Nombre').fill(name);
  const scope = (label: string) => form.getByRole('checkbox', { name: label });
  await scope('Lectura').uncheck();
  await form.getByRole('button', { name: 'Crear token' }).click();
  await expect.poll(() => form.getByText('Elegí qué puede hacer').isVisible()).toBe(true);
  await scope('Leads y notas').check();
  const inDays = Date.parse(await form.getByLabel('Vence el').inputValue()) - Date.now();
  expect(Math.round(inDays / 86_400_000)).toBeGreaterThanOrEqual(89);
  await form.getByLabel('Vence el').fill('2090-12-31');
  await form.getByRole('button', { name: 'Crear token' }).click();

  const told = page.getByRole('dialog', { name: 'Guardá este token' });
  const secret = await told.getByLabel('Token', { exact: true }).inputValue();
  expect(secret).toMatch(/^ai_live_/);
  // Leaving without copying it prompts.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await told.getByRole('button', { name: 'Copiar token' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await told.getByRole('button', { name: 'Ya lo guardé' }).press('Enter');
  await told.waitFor({ state: 'detached' });

  const item = page.getByRole('listitem').filter({ hasText: name });
  await expect.poll(() => item.getByText('Nunca se usó').isVisible()).toBe(true);
  await expect.poll(() => item.innerText()).toMatch(/Leads y notas[\s\S]*31\/12\/2090[\s\S]*Ana Ríos/);
  await expect.poll(() => page.content()).not.toContain(secret);
  expect((await callAs(server, { secret }, '/api/leads')).status).toBe(200);

  const program = { secret };
  const made = await callAs(server, program, '/api/leads', {
    body: { nombre: 'Iris Vega', email: `${crypto.randomUUID()}@x.example.com` },
  });
  const { id } = made.json.lead;
  await callAs(server, program, `/api/leads/${id}/notes`, { body: { body: 'Puntaje: 80' } });
  await page.goto(`/panel?lead=${id}`);
  await waitForIslands(page);
  await page.getByRole('tab', { name: /^Notas/ }).click();
  const note = page.getByRole('listitem').filter({ hasText: 'Puntaje: 80' });
  await note.waitFor();
  await expect.poll(() => note.getByText(name).isVisible(), { message: 'its author' }).toBe(true);
  await expect.poll(() => note.getByRole('button', { name: 'Editar' }).count(), { message: 'nobody edits it' }).toBe(0);
  await note.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByText('Nota eliminada', { exact: false }).first().waitFor();

  await page.goto('/users/tokens');
  await waitForIslands(page);
  await expect.poll(() => item.getByText(/Último uso .* desde /).isVisible()).toBe(true);

  // After its maker's reset it rests, and is confirmed where everything that rests is.
  withDatabase(server, (db) =>
    db.prepare('UPDATE api_tokens SET rests_since = created_at WHERE hint = ?').run(secret.slice(-4)),
  );
  await page.reload();
  await waitForIslands(page);
  await item.getByText('En reposo').waitFor();
  await item.getByRole('link', { name: 'Revisar y confirmar' }).click();
  await waitForIslands(page);
  await page.getByRole('button', { name: `Confirmar: Token de acceso · ${name}` }).click();
  await page.getByText('No queda nada por confirmar').waitFor();
  expect((await callAs(server, { secret }, '/api/leads')).status).toBe(200);
  await page.goto('/users/tokens');
  await waitForIslands(page);
  await expect.poll(() => item.getByText('En reposo').count()).toBe(0);

  await page.getByRole('button', { name: `Revocar ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Revocar' }).click();
  // Below the question nothing has a role, so nothing there could be waited for.
  await question.waitFor({ state: 'detached' });
  await item.waitFor({ state: 'detached' });
  expect((await callAs(server, { secret }, '/api/leads')).status).toBe(401);
  expect(complaints).toEqual([]);
});
