import { describe, expect, test } from 'vitest';
import { crmStrings } from '~/shared/strings/crm';
import { makePerson } from '../support/accounts';
import { findAxeViolations, measureOverflow } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { DESKTOP, openPage, openStage, PHONE, server, waitForIslands } from '../support/stage';

openStage();

function makeAgency(): number {
  const id = makeCompany(server, { name: 'Casa Sur', country: 'Chile', plan: 'PRO' });
  makeAgents(server, id, 1);
  return id;
}

describe.each([
  ['a phone', PHONE],
  ['a desk', DESKTOP],
])('on %s', (_name, viewport) => {
  test.each([
    ['/login', 'stranger'],
    ['/login?modo=registro', 'stranger'],
    ['/cuenta/recuperar', 'stranger'],
    ['/cuenta/restablecer#token=x', 'stranger'],
    ['/cuenta/verificar#token=x', 'stranger'],
    ['/cuenta/acceso', 'stranger'],
    ['/cuenta/acceso#token=x', 'stranger'],
    ['/cuenta/baja?token=x', 'stranger'],
    [`/cuenta/baja?token=${'0'.repeat(40)}`, 'stranger'],
    ['/cuenta/baja?listo=1', 'stranger'],
    ['/panel/whatsapp?lead=987654', 'admin'],
    ['/cuenta/invitacion', 'stranger'],
    ['/cuenta/invitacion#token=x', 'stranger'],
    ['/cuenta/cambiar-contrasena', 'admin'],
    ['/cuenta/sesiones', 'admin'],
    ['/users?vista=equipo', 'admin'],
    ['/users?vista=registro', 'admin'],
    ['/inmobiliaria', 'coordinator'],
  ])('%s has nothing that axe finds wrong, and nothing that overflows', async (path, who) => {
    const person =
      who === 'admin'
        ? makePerson(server, { roles: ['admin'] })
        : who === 'coordinator'
          ? makePerson(server, { roles: ['coordinator'], companyId: makeAgency() })
          : undefined;
    const page = await openPage({ viewport, ...(person && { person }) });
    await page.goto(path);
    await waitForIslands(page);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});

test('a field that was filled in wrong is described by its hint and its error', async () => {
  const page = await openPage();
  await page.goto('/login?modo=registro');
  await waitForIslands(page);
  const password = page.getByLabel('Contraseña', { exact: true });
  await page.getByLabel('Email').fill('nueva@agencia.example.com');
  await password.fill(`${crmStrings.brand}2026`);
  await page.getByRole('button', { name: 'Crear cuenta', exact: true }).click();
  await page.locator('[aria-invalid=true]').waitFor();
  const texts = await password.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  );
  expect(texts).toEqual([expect.stringMatching(/^Al menos/), expect.stringMatching(/nombre del producto/)]);
});

test('a link of a mail that was cut off says so, and a whole one stops the mails by keyboard alone', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto('/cuenta/baja?token=0123');
  await page.getByText('El enlace está incompleto. Abrilo otra vez desde el correo.').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  await page.goto(`/cuenta/baja?token=${'0'.repeat(40)}`);
  await page.getByRole('button', { name: 'No recibir más estos correos' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Listo' }).waitFor();
});

test('where scripts are switched off, what needs them says so', async () => {
  const page = await openPage({ viewport: PHONE, javaScriptEnabled: false });
  const said = page.locator('noscript p');
  for (const path of ['/login', '/cuenta/recuperar', '/cuenta/invitacion']) {
    await page.goto(path);
    expect((await said.boundingBox())?.height, path).toBeGreaterThan(20);
  }
  await page.goto('/cuenta/baja?token=x');
  expect(await said.count()).toBe(0);
});
