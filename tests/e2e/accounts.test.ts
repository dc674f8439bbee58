import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { crmStrings } from '~/shared/strings/crm';
import { makePerson, PASSWORD, writePasskey } from '../support/accounts';
import { watchConsoleErrors } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { waitForToken } from '../support/mail';
import { startServer } from '../support/server';
import { atPath, button, openPage, openStage, PHONE, server, toast } from '../support/stage';

const OWN = 'siete barcos rojos';
const UNKNOWN = 'x'.repeat(43);
const TOO_WEAK = `${crmStrings.brand}2026`;

openStage();

/** Follows a mailed link. In the same tab only the fragment may differ, so the page reloads itself. */
async function follow(page: Page, path: string, token: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.goto(`${path}#token=${token}`)]);
  await waitForIslands(page);
}

const password = (page: Page) => page.getByLabel('Contraseña', { exact: true });
const alert = (page: Page) => page.getByRole('alert').getByText('El enlace ya se usó o venció.');

/** Submits the sign-in form. */
async function enter(page: Page, email: string, secret = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await password(page).fill(secret);
  await button(page, 'Iniciar sesión').click();
}

test('a newcomer signs up, is told what is wrong, and verifies once by the mailed link and the password', async () => {
  const email = `nueva-${crypto.randomUUID()}@agencia.example.com`;
  const page = await openPage({ viewport: PHONE });
  const complaints = watchConsoleErrors(page);
  // Read by password managers.
  const kinds = () =>
    page.locator('input').evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
  await page.goto('/login');
  await waitForIslands(page);
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
  await expect
    .poll(() => kinds(), { message: 'the boxes to sign in' })
    .toEqual(['username webauthn', 'current-password']);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await page.getByRole('heading', { name: 'Crear cuenta' }).waitFor();
  await expect.poll(() => kinds(), { message: 'the boxes to sign up' }).toEqual(['name', 'username', 'new-password']);
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
  await expect.poll(() => new URL(page.url()).search).toBe('?modo=registro');
  await expect.poll(() => page.title()).toMatch(/^Crear cuenta · /);

  await password(page).fill(TOO_WEAK);
  await button(page, 'Crear cuenta').click();
  await page.locator('[aria-invalid=true]').waitFor();
  const describing = await password(page).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
  );
  expect(describing, 'its hint and its error').toEqual([
    expect.stringMatching(/^Al menos/),
    expect.stringMatching(/no uses el nombre del producto/),
  ]);
  await button(page, 'Mostrar contraseña').click();
  await expect.poll(() => password(page).getAttribute('type')).toBe('text');
  await password(page).fill(PASSWORD);
  await button(page, 'Crear cuenta').click();
  await toast(page, 'Cuenta creada exitosamente. Por favor verifica tu email.');
  await page.getByRole('heading', { name: 'Revisá tu correo' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Enviar otra vez/ }).isDisabled()).toBe(true);
  // The browser itself logs the refused password's 422.
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);

  const token = await waitForToken(server, email);
  const inactive = makeCompany(server, { status: 'inactive' });
  const coordinator = makePerson(server, { roles: ['coordinator'], companyId: inactive });
  await page.goto('/login');
  await waitForIslands(page);
  await enter(page, coordinator.email);
  await page
    .getByRole('status')
    .getByText(/^Tu inmobiliaria está inactiva/)
    .waitFor();
  await enter(page, email);
  await toast(page, 'Todavía falta verificar tu email. Abrí el enlace que te enviamos.');
  await page.getByRole('heading', { name: 'Revisá tu correo' }).waitFor();

  const verify = async (secret: string) => {
    await password(page).fill(secret);
    await button(page, 'Verificar mi email').click();
  };
  await follow(page, '/cuenta/verificar', UNKNOWN);
  await verify(PASSWORD);
  await alert(page).waitFor();
  // Said once: no toast repeats it.
  await expect.poll(() => page.getByText('El enlace ya se usó o venció.').count()).toBe(1);
  await page.getByRole('link', { name: 'Crear cuenta' }).waitFor();
  await follow(page, '/cuenta/verificar', token);
  await verify('no es la que elegí');
  await page.getByText('Contraseña: no es la que elegiste al crear la cuenta con este enlace.').first().waitFor();
  await expect.poll(() => password(page).inputValue()).toBe('no es la que elegí');
  await verify(PASSWORD);
  await page.getByRole('heading', { name: 'Tu email está verificado' }).waitFor();
  expect(page.url()).not.toContain(token);
  await follow(page, '/cuenta/verificar', token);
  await verify(PASSWORD);
  await alert(page).waitFor();
});

test('a forgotten password is replaced by mail; signing in goes on to what was asked for, never to another site', async () => {
  const person = makePerson(server);
  for (const name of ['Mi teléfono', 'Una desconocida']) writePasskey(server, person, name);
  const page = await openPage({ viewport: PHONE });
  await page.goto('/login');
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
  await atPath(page, '/cuenta/recuperar');
  await waitForIslands(page);
  await page.getByLabel('Email').fill(person.email);
  await button(page, 'Enviar enlace').click();
  await page.getByRole('heading', { name: 'Revisá tu correo' }).waitFor();

  await follow(page, '/cuenta/restablecer', UNKNOWN);
  await alert(page).waitFor();
  await page.getByRole('link', { name: 'Pedir otro enlace' }).waitFor();
  await follow(page, '/cuenta/restablecer', await waitForToken(server, person.email));
  await page.getByText(/^Al menos 6 caracteres\. Varias/).waitFor();
  await page.getByLabel('Mi teléfono').check();
  await expect.poll(() => page.getByLabel('Una desconocida').isChecked()).toBe(false);
  await page.getByLabel('Contraseña nueva').fill(OWN);
  await button(page, 'Guardar contraseña').click();
  await atPath(page, '/login');
  await toast(page, 'Contraseña guardada. Ya podés iniciar sesión.');
  await enter(page, person.email, OWN);
  await atPath(page, '/panel');
  const left = withDatabase(server, (db) =>
    db.prepare('SELECT name FROM passkeys WHERE user_id = ?').pluck().all(person.id),
  );
  expect(left).toEqual(['Mi teléfono']);

  const admin = makePerson(server, { roles: ['admin'] });
  for (const [next, expected] of [
    ['/users?vista=registro', '/users?vista=registro'],
    ['//evil.example.com', '/panel'],
    ['/\\evil.example.com', '/panel'],
    ['javascript:alert(1)', '/panel'],
  ] as const) {
    await page.context().clearCookies();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await waitForIslands(page);
    await enter(page, admin.email);
    await atPath(page, expected);
    await toast(page, 'Inicio de sesión exitoso');
  }
});

test('the printed link makes the first administrator, who lands in the panel', async () => {
  const fresh = await startServer();
  try {
    const [setupLink] = await fresh.printed(/http:\S+\/cuenta\/administrador#token=[\w-]{43}/);
    const page = await openPage({ site: fresh });
    await page.goto(setupLink);
    await waitForIslands(page);
    await page.getByLabel('Nombre').fill('Primera Persona');
    await page.getByLabel('Email').fill('primera@equipo.example.com');
    await password(page).fill(TOO_WEAK);
    await button(page, 'Crear administrador').click();
    await page
      .getByText(/no uses el nombre del producto/)
      .first()
      .waitFor();
    await password(page).fill(OWN);
    await button(page, 'Crear administrador').click();
    await atPath(page, '/panel');
    await page.getByRole('link', { name: 'Gestionar CRM' }).waitFor();
  } finally {
    await fresh.stop();
  }
});

test('a coordinator whose access link has expired asks for another one, and reads the rule before breaking it', async () => {
  const forgetful = makePerson(server, { roles: ['coordinator'], companyId: makeCompany(server) });
  const companyId = makeCompany(server);
  const person = makePerson(server, { roles: ['coordinator'], companyId, mustChangePassword: true });
  await call(server, '/api/auth/recover', { body: { email: forgetful.email } });
  const page = await openPage({ viewport: PHONE });
  await follow(page, '/cuenta/restablecer', await waitForToken(server, forgetful.email));
  await page.getByText(/^Al menos 8 caracteres\. Varias/).waitFor();

  await page.goto('/cuenta/acceso');
  await page.getByText('Al enlace le falta el código. Abrilo otra vez desde el correo.').waitFor();
  await page.goto('about:blank');
  await follow(page, '/cuenta/acceso', UNKNOWN);
  await button(page, 'Entrar').click();
  await alert(page).waitFor();
  await page.getByLabel('Email').fill(person.email);
  await button(page, 'Pedir otro enlace').click();
  await page.getByText(/le llega otro enlace\. El correo dice hasta cuándo sirve\.$/).waitFor();
  await follow(page, '/cuenta/acceso', await waitForToken(server, person.email));
  await button(page, 'Entrar').click();
  await page.getByRole('heading', { name: 'Elegí tu contraseña' }).waitFor();
  await page.getByText(/^Al menos 8 caracteres/).waitFor();
});

test('a coordinator enters by the access link, chooses a password and sees the own agency only', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const companyId = makeCompany(server, { name: 'Casa Sur', country: 'Chile', plan: 'PRO' });
  makeAgents(server, companyId, 1);
  const email = `carla-${crypto.randomUUID()}@sur.example.com`;
  await call(server, '/api/manage-users', {
    cookie: admin.cookie,
    body: {
      action: 'createCoordinator',
      email,
      name: 'Carla Coordinadora',
      password: 'puerta azul 42',
      companyId,
      provisionInCRM: true,
    },
  });
  const page = await openPage({ viewport: PHONE });
  const complaints = watchConsoleErrors(page);
  await follow(page, '/cuenta/acceso', await waitForToken(server, email));
  await button(page, 'Entrar').click();
  await page.getByRole('heading', { name: 'Elegí tu contraseña' }).waitFor();
  await page.goto('/inmobiliaria');
  await page.getByRole('heading', { name: 'Elegí tu contraseña' }).waitFor();
  await waitForIslands(page);
  await expect.poll(() => page.getByLabel('Contraseña actual').count()).toBe(0);
  await page.getByLabel('Contraseña nueva').fill(OWN);
  await button(page, 'Guardar contraseña').click();
  await atPath(page, '/inmobiliaria');
  await page.getByRole('heading', { name: 'Casa Sur' }).waitFor();
  await page.getByRole('heading', { name: 'Agentes (1)' }).waitFor();
  await page.getByText(/^agente\d+@x\.example\.com$/).waitFor();
  await page.goto('/panel');
  await atPath(page, '/inmobiliaria');
  await toast(page, 'No tienes permisos para acceder a esta sección');
  await page.goto('/cuenta');
  await waitForIslands(page);
  await page.getByRole('heading', { name: 'Claves de acceso' }).waitFor();
  await expect
    .poll(() => page.getByRole('heading', { name: 'Avisos' }).count(), {
      message: 'nothing is told, nothing to choose',
    })
    .toBe(0);
  expect(complaints).toEqual([]);
});
