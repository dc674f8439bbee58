import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept } from '../support/browser';
import { submitEnquiry, validEnquiry } from '../support/http';
import { listedNames, rowOf } from '../support/panel';
import { startServer } from '../support/server';
import { button, openCrm, openPage, openStage, server, toast } from '../support/stage';

// A server without leads, which the test restarts.
openStage(() => ({}));

test('the first day says what to do and copies the address to share, and an empty list says by what it is empty', async () => {
  const page = await openCrm(makePerson(server, { roles: ['admin'] }), '/panel', {
    permissions: ['clipboard-write'],
  });
  const isEmpty = () => page.getByText('No hay leads registrados', { exact: true }).waitFor();
  const nothingMatches = () => page.getByText('No hay leads registrados con estos filtros', { exact: true }).waitFor();
  await isEmpty();
  await expect
    .poll(() => page.getByRole('link', { name: 'Invitar al equipo' }).getAttribute('href'))
    .toBe('/users?vista=equipo&invitar');
  await button(page, 'Copiar enlace').click();
  await toast(page, 'Enlace copiado');
  await button(page, 'Crear el primer lead').click();
  const creation = page.getByRole('dialog', { name: 'Crear Lead Manual' });
  await creation.waitFor();
  await page.keyboard.press('Escape');
  await creation.waitFor({ state: 'detached' });

  await page.goto('/panel?orden=antiguos');
  await isEmpty();
  await page.getByLabel('Estado').selectOption('Ganado');
  await nothingMatches();
  await button(page, 'Limpiar filtros').click();
  await isEmpty();
  await page.getByLabel('Buscar').fill('nadie');
  await nothingMatches();
  await page.getByText('Probá con otra palabra o con menos filtros.').waitFor();
  // By key: another button in the place of one just pressed takes no second press.
  await button(page, 'Limpiar filtros').press('Enter');
  await isEmpty();
  const views = page.getByRole('navigation', { name: 'Vistas' }).getByRole('link');
  await expect.poll(() => views.allInnerTexts()).toEqual(['Todos']);
  await page.goto('/panel?agenda=hoy');
  await expect.poll(() => views.allInnerTexts()).toEqual(['Todos', 'Para hoy']);
  await page.getByText('Para hoy no queda nada agendado.').waitFor();
});

test('the first day’s list offers alerts with one press, where the browser can give them', async () => {
  const page = await openPage({ person: makePerson(server) });
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'denied';
  });
  await page.goto('/panel');
  await button(page, 'Que te avise el teléfono').click();
  await page.getByRole('status').getByText('El navegador no dio permiso').waitFor();
});

test('what came while the connection was down is there once it is back', async () => {
  const page = await openPage({ person: makePerson(server) });
  const STREAM = '**/api/leads/stream*';
  await Promise.all([page.waitForResponse(STREAM), page.goto('/panel')]);
  await intercept(page, STREAM, (route) => route.abort());
  await server.stop({ keep: true });
  await page.getByText('Sin conexión').waitFor();
  const { folder, port } = server;
  const after = await startServer({ folder, port });
  try {
    await submitEnquiry(after, { ...validEnquiry, nombre: 'Olga Offline' });
    await expect.poll(() => listedNames(page)).toEqual([]);
    await page.unroute(STREAM);
    await rowOf(page, 'Olga Offline').waitFor();
    await expect.poll(() => listedNames(page)).toEqual(['Olga Offline']);
  } finally {
    await after.stop();
  }
});
