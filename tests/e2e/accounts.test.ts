import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { crmStrings } from '~/shared/strings/crm';
import { makePerson, openSession, PASSWORD } from '../support/accounts';
import { watchComplaints } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForToken } from '../support/mail';
import { startServer } from '../support/server';
import { atPath, button, openCrm, openPage, openStage, PHONE, server, toast } from '../support/stage';

const OWN = 'siete barcos rojos';

openStage();

const link = (page: Page, path: string, token: string) => page.goto(`${path}#token=${token}`);

function makeAgency(): number {
  const id = makeCompany(server, { name: 'Casa Sur', country: 'Chile', plan: 'PRO' });
  makeAgents(server, id, 1);
  return id;
}

describe('/login', () => {
  test('signs up: toggles, asks again for what is wrong, and shows where the link went', async () => {
    const page = await openPage({ viewport: PHONE });
    const complaints = watchComplaints(page);
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
    await page.getByLabel('Email').fill('nueva@agencia.example.com');
    await page.getByRole('link', { name: 'Crear cuenta' }).click();
    await page.getByRole('heading', { name: 'Crear cuenta' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nueva@agencia.example.com');
    expect(new URL(page.url()).search).toBe('?modo=registro');
    expect(await page.title()).toMatch(/^Crear cuenta · /);
    await page.getByLabel('Contraseña', { exact: true }).fill(`${crmStrings.brand}2026`);
    await button(page, 'Crear cuenta').click();
    await page
      .getByText(/no uses el nombre del producto/)
      .first()
      .waitFor();
    await button(page, 'Mostrar contraseña').click();
    expect(await page.getByLabel('Contraseña', { exact: true }).getAttribute('type')).toBe('text');
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await button(page, 'Crear cuenta').click();
    await toast(page, 'Cuenta creada exitosamente. Por favor verifica tu email.');
    await page.getByRole('heading', { name: 'Revisá tu correo' }).waitFor();
    expect(await page.getByRole('button', { name: /^Enviar otra vez/ }).isDisabled()).toBe(true);
    // The refused password above is a 422, which the browser itself writes on the console.
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
  });

  test('verifies by the mailed link and the password of the sign-up, out of the address bar and once', async () => {
    const email = 'verifica@agencia.example.com';
    await call(server, '/api/auth/sign-up', { body: { email, password: PASSWORD } });
    const token = await waitForToken(server, email);
    const verify = async (page: Page, password: string) => {
      await page.getByLabel('Contraseña', { exact: true }).fill(password);
      await button(page, 'Verificar mi email').click();
    };
    const page = await openPage();
    await link(page, '/cuenta/verificar', token);
    await verify(page, 'no es la que elegí');
    await page
      .getByText('Contraseña: no es la que elegiste al crear la cuenta con este enlace.')
      .first()
      .waitFor();
    expect(await page.getByLabel('Contraseña', { exact: true }).inputValue()).toBe('no es la que elegí');
    await verify(page, PASSWORD);
    await page.getByRole('heading', { name: 'Tu email está verificado' }).waitFor();
    expect(page.url()).not.toContain(token);
    const again = await openPage();
    await link(again, '/cuenta/verificar', 'x'.repeat(43));
    await verify(again, PASSWORD);
    await again.getByRole('alert').getByText('El enlace ya se usó o venció.').waitFor();
    // Said once: no toast repeats it.
    expect(await again.getByText('El enlace ya se usó o venció.').count()).toBe(1);
    // In the same tab only what stands behind the '#' differs.
    await link(again, '/cuenta/verificar', token);
    await verify(again, PASSWORD);
    await again.getByRole('alert').getByText('El enlace ya se usó o venció.').waitFor();
    await again.getByRole('link', { name: 'Crear cuenta' }).waitFor();
  });

  test('says why whoever knows the password may not enter, and offers the link again', async () => {
    const page = await openPage();
    const email = 'sin-verificar@agencia.example.com';
    await call(server, '/api/auth/sign-up', { body: { email, password: PASSWORD } });
    const inactive = makeCompany(server, { status: 'inactive' });
    const coordinator = makePerson(server, { roles: ['coordinator'], companyId: inactive });
    const enter = async (as: string) => {
      await page.goto('/login');
      await page.getByLabel('Email').fill(as);
      await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
      await button(page, 'Iniciar sesión').click();
    };
    await enter(coordinator.email);
    await page
      .getByRole('status')
      .getByText(/^Tu inmobiliaria está inactiva/)
      .waitFor();
    await enter(email);
    await toast(page, 'Todavía falta verificar tu email. Abrí el enlace que te enviamos.');
    await page.getByRole('heading', { name: 'Revisá tu correo' }).waitFor();
  });

  test('goes on to the page that asked for it, and never to another site', async () => {
    const person = makePerson(server, { roles: ['admin'] });
    for (const [next, expected] of [
      ['/users?vista=registro', '/users?vista=registro'],
      ['//evil.example.com', '/panel'],
      ['/\\evil.example.com', '/panel'],
      ['javascript:alert(1)', '/panel'],
    ] as const) {
      const page = await openPage();
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
      await button(page, 'Iniciar sesión').click();
      await atPath(page, expected);
      await toast(page, 'Inicio de sesión exitoso');
    }
  });

  test('tells password managers what each box is for', async () => {
    const page = await openPage();
    await page.goto('/login');
    const kinds = () =>
      page
        .locator('input')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
    expect(await kinds()).toEqual(['username webauthn', 'current-password']);
    await page.getByRole('link', { name: 'Crear cuenta' }).click();
    await page.getByRole('heading', { name: 'Crear cuenta' }).waitFor();
    expect(await kinds()).toEqual(['name', 'username', 'new-password']);
  });
});

test('the printed link makes the first administrator, who lands in the panel', async () => {
  const fresh = await startServer();
  try {
    const [setupLink] = await fresh.printed(/http:\S+\/cuenta\/administrador#token=[\w-]{43}/);
    const page = await openPage({ site: fresh });
    await page.goto(setupLink);
    await page.getByLabel('Nombre').fill('Primera Persona');
    await page.getByLabel('Email').fill('primera@equipo.example.com');
    await page.getByLabel('Contraseña', { exact: true }).fill(`${crmStrings.brand}2026`);
    await button(page, 'Crear administrador').click();
    await page
      .getByText(/no uses el nombre del producto/)
      .first()
      .waitFor();
    await page.getByLabel('Contraseña', { exact: true }).fill(OWN);
    await button(page, 'Crear administrador').click();
    await atPath(page, '/panel');
    await page.getByRole('link', { name: 'Gestionar CRM' }).waitFor();
  } finally {
    await fresh.stop();
  }
});

test('a forgotten password is replaced by way of the mail', async () => {
  const person = makePerson(server);
  const page = await openPage({ viewport: PHONE });
  await page.goto('/login');
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
  await atPath(page, '/cuenta/recuperar');
  await page.getByLabel('Email').fill(person.email);
  await button(page, 'Enviar enlace').click();
  await page.getByRole('heading', { name: 'Revisá tu correo' }).waitFor();
  await link(page, '/cuenta/restablecer', await waitForToken(server, person.email));
  await page.getByText(/^Al menos 6 caracteres\. Varias/).waitFor();
  await page.getByLabel('Contraseña nueva').fill(OWN);
  await button(page, 'Guardar contraseña').click();
  await atPath(page, '/login');
  await toast(page, 'Contraseña guardada. Ya podés iniciar sesión.');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(OWN);
  await button(page, 'Iniciar sesión').click();
  await atPath(page, '/panel');
});

test('a spent or missing link says so and leads on', async () => {
  const page = await openPage();
  await link(page, '/cuenta/restablecer', 'x'.repeat(43));
  await page.getByRole('alert').getByText('El enlace ya se usó o venció.').waitFor();
  await page.getByRole('link', { name: 'Pedir otro enlace' }).waitFor();
  await page.goto('/cuenta/acceso');
  await page.getByText('Al enlace le falta el código. Abrilo otra vez desde el correo.').waitFor();
});

test('the rule that applies to this person stands at the box before it is broken', async () => {
  const coordinator = makePerson(server, { roles: ['coordinator'], companyId: makeCompany(server) });
  await call(server, '/api/auth/recover', { body: { email: coordinator.email } });
  const page = await openPage({ viewport: PHONE });
  await link(page, '/cuenta/restablecer', await waitForToken(server, coordinator.email));
  await page.getByText(/^Al menos 8 caracteres\. Varias/).waitFor();
  const companyId = makeCompany(server);
  const newcomer = makePerson(server, { roles: ['coordinator'], companyId, mustChangePassword: true });
  const first = await openPage({ person: newcomer });
  await first.goto('/cuenta/cambiar-contrasena');
  await first.getByText(/^Al menos 8 caracteres/).waitFor();
});

test('a coordinator whose access link has expired asks for another one where it says so', async () => {
  const companyId = makeCompany(server);
  const person = makePerson(server, { roles: ['coordinator'], companyId, mustChangePassword: true });
  const page = await openPage({ viewport: PHONE });
  await link(page, '/cuenta/acceso', 'x'.repeat(43));
  await button(page, 'Entrar').click();
  await page.getByRole('alert').getByText('El enlace ya se usó o venció.').waitFor();
  await page.getByLabel('Email').fill(person.email);
  await button(page, 'Pedir otro enlace').click();
  await page.getByText(/le llega otro enlace\. El correo dice hasta cuándo sirve\.$/).waitFor();
  await link(page, '/cuenta/acceso', await waitForToken(server, person.email));
  await button(page, 'Entrar').click();
  await page.getByRole('heading', { name: 'Elegí tu contraseña' }).waitFor();
});

test('a coordinator enters by the access link, chooses a password and sees the own agency only', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const email = 'carla@sur.example.com';
  await call(server, '/api/manage-users', {
    cookie: admin.cookie,
    body: {
      action: 'createCoordinator',
      email,
      name: 'Carla Coordinadora',
      password: 'puerta azul 42',
      companyId: makeAgency(),
      provisionInCRM: true,
    },
  });
  const page = await openPage({ viewport: PHONE });
  const complaints = watchComplaints(page);
  await link(page, '/cuenta/acceso', await waitForToken(server, email));
  await button(page, 'Entrar').click();
  await page.getByRole('heading', { name: 'Elegí tu contraseña' }).waitFor();
  await page.goto('/inmobiliaria');
  await page.getByRole('heading', { name: 'Elegí tu contraseña' }).waitFor();
  expect(await page.getByLabel('Contraseña actual').count()).toBe(0);
  await page.getByLabel('Contraseña nueva').fill(OWN);
  await button(page, 'Guardar contraseña').click();
  await atPath(page, '/inmobiliaria');
  await page.getByRole('heading', { name: 'Casa Sur' }).waitFor();
  await page.getByRole('heading', { name: 'Agentes (1)' }).waitFor();
  await page.getByText('agente1@x.example.com').waitFor();
  await page.goto('/panel');
  await atPath(page, '/inmobiliaria');
  await toast(page, 'No tienes permisos para acceder a esta sección');
  expect(complaints).toEqual([]);
});

describe('Mi cuenta', () => {
  test('changes the name, ends one session and all the others', async () => {
    const person = makePerson(server, { name: 'Ana' });
    openSession(server, person.id);
    openSession(server, person.id);
    const page = await openPage({ person });
    await page.goto('/panel');
    await page.getByRole('link', { name: 'Mi cuenta: Ana' }).click();
    await atPath(page, '/cuenta/sesiones');
    await page.getByLabel('Nombre').fill('Ana María');
    await button(page, 'Guardar').click();
    await toast(page, 'Nombre guardado');
    const others = page.getByRole('button', { name: /^Cerrar la sesión de/ });
    expect(await others.count()).toBe(2);
    await others.first().click();
    await toast(page, 'Sesión cerrada');
    await expect.poll(() => others.count()).toBe(1);
    await button(page, 'Cerrar las demás').click();
    await page.getByText('No hay otras sesiones abiertas.').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Mi cuenta: Ana María' }).waitFor();
  });

  test('changes the password and goes on in a new session', async () => {
    const person = makePerson(server);
    const page = await openPage({ person });
    await page.goto('/cuenta/sesiones');
    await page.getByRole('link', { name: 'Cambiar contraseña' }).click();
    await page.getByLabel('Contraseña actual').fill('no es esta');
    await page.getByLabel('Contraseña nueva').fill(OWN);
    await button(page, 'Guardar contraseña').click();
    await page.getByText('Contraseña actual: no es la correcta.').first().waitFor();
    await page.getByLabel('Contraseña actual').fill(PASSWORD);
    await button(page, 'Guardar contraseña').click();
    await atPath(page, '/cuenta/sesiones');
    await toast(page, 'Contraseña guardada');
  });
});

test('a session that ends in the middle of something is renewed in place, and nothing typed is lost', async () => {
  const person = makePerson(server, { name: 'Beto' });
  const page = await openCrm(person, '/cuenta/sesiones');
  await page.getByLabel('Nombre').fill('Alberto');
  withDatabase(server, (db) => db.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id));
  await button(page, 'Guardar').click();
  const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await dialog.getByLabel('Contraseña', { exact: true }).fill('no es esta');
  await dialog.getByRole('button', { name: 'Seguir' }).click();
  await toast(page, 'Email o contraseña incorrectos');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Seguir' }).click();
  await toast(page, 'Nombre guardado');
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Alberto');
});
