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
