import { describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { findAxeViolations, intercept, measureOverflow, watchComplaints } from '../support/browser';
import { call } from '../support/http';
import { tokenIn, waitForMail, waitForToken } from '../support/mail';
import { atPath, DESKTOP, openCrm, openPage, openStage, server, toast } from '../support/stage';
import { addDevice } from '../support/virtual-device';

openStage();

describe('/users', () => {
  test('shows the team as it is once what was asked is refused', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    const { id, email } = makePerson(server, { status: 'disabled', name: 'Ida Lejos' });
    const page = await openCrm(admin, '/users?vista=equipo');
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByRole('button', { name: 'Eliminar' }).click();
    const { status } = await call(server, '/api/manage-users', {
      cookie: makePerson(server, { roles: ['admin'] }).cookie,
      body: { action: 'deleteUser', userId: id },
    });
    expect(status).toBeLessThan(300);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await toast(page, 'No se encontró lo que buscabas: puede que alguien lo haya eliminado.');
    await row.waitFor({ state: 'detached' });
  });

  test('is where an administrator approves, makes administrator, suspends and reads the audit', async () => {
    const admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
    const waiting = makePerson(server, { status: 'pending', name: 'Lucía Ferreyra' });
    const page = await openPage({ person: admin });
    const complaints = watchComplaints(page);
    await page.goto('/panel');
    const places = page.getByRole('navigation', { name: 'Principal' });
    await places.getByRole('link', { name: 'Gestionar CRM', exact: true }).click();
    await page.getByRole('heading', { name: 'Gestión de CRM' }).waitFor();
    await places.getByRole('link', { name: 'Equipo · 1', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: waiting.email });
    await row.getByRole('button', { name: 'Aprobar' }).click();
    await toast(page, 'Cuenta aprobada');
    const question = page.getByRole('alertdialog');
    await row.getByRole('button', { name: 'Hacer administrador' }).click();
    await question.getByText('Se cierra su sesión en todos sus dispositivos.').waitFor();
    await question.getByRole('button', { name: 'Hacer administrador' }).click();
    await toast(page, 'Ahora es administrador');
    await row.getByRole('button', { name: 'Quitar administrador' }).click();
    await question.getByRole('button', { name: 'Quitar administrador' }).click();
    await toast(page, 'Ya no es administrador');
    const takes = row.getByRole('checkbox', { name: 'Recibe leads' });
    await takes.check();
    await toast(page, 'Lucía Ferreyra recibe leads nuevos, por turno');
    await page.reload();
    expect(await takes.isChecked()).toBe(true);
    await row.getByRole('button', { name: 'Suspender' }).click();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await row.getByText('Activo', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Suspender' }).click();
    await question.getByRole('combobox', { name: 'Sus leads pasan a' }).selectOption({ label: 'Jefa' });
    expect(await findAxeViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Suspender' }).click();
    await toast(page, 'Persona suspendida');
    await row.getByText('Suspendido', { exact: true }).waitFor();
    const own = page.getByRole('row').filter({ hasText: admin.email });
    expect(await own.getByRole('button').count()).toBe(0);
    // Anywhere in the row but on a button.
    await row.click({ position: { x: 8, y: 8 } });
    await page.getByText(`Solo lo que hizo ${waiting.email}`).waitFor();
    const entries = page.getByRole('listitem').filter({ hasText: waiting.email });
    // Approved, made administrator and plain staff again, to get leads, suspended.
    await expect.poll(() => entries.count()).toBe(5);
    await page.setViewportSize({ width: 768, height: 1024 });
    expect(await entries.first().innerText()).toMatch(
      new RegExp(`Cambió el estado · ${waiting.email}\\s+Activo → Suspendido[\\s\\S]*${admin.email}`),
    );
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
    await page.getByRole('link', { name: 'Ver todo el registro' }).click();
    await atPath(page, '/users?vista=registro');
    expect(await places.getByRole('link', { name: 'Equipo' }).innerText()).toBe('Equipo');
    await page.getByRole('link', { name: 'Volver al panel' }).click();
    await atPath(page, '/panel');
    expect(complaints).toEqual([]);
  });

  test('is where a colleague is invited, who comes in by the link alone', async () => {
    const admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
    const { email: known } = makePerson(server, { name: 'Zoe Paz' });
    const email = `invitada-${admin.id.slice(0, 8)}@equipo.example.com`;
    const page = await openCrm(admin, '/users?vista=equipo&invitar');
    const complaints = watchComplaints(page);
    const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' });
    const emailField = dialog.getByRole('textbox', { name: 'Email' });
    await emailField.fill('sin arroba');
    await emailField.press('Enter');
    await dialog.getByText('Email: escribí una dirección válida').waitFor();
    await emailField.fill(email);
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Rol' }).selectOption({ label: 'Administrador' });
    await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
    await toast(page, `Invitación enviada a ${email}`);
    const invitations = page.getByRole('region', { name: 'Invitaciones' });
    const row = invitations.getByRole('listitem').filter({ hasText: email });
    await row.getByText('Enviada', { exact: true }).waitFor();
    await row.getByText('El enlace sirve hasta el').waitFor();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      expect(await findAxeViolations(page)).toEqual([]);
    }
    await row.getByRole('button', { name: 'Enviar otra vez' }).click();
    await toast(page, 'Invitación enviada otra vez. El enlace anterior ya no sirve.');
    const token = tokenIn(await waitForMail(server, email, 2));
    expect(complaints).toEqual([]);

    await page.getByRole('button', { name: 'Invitar al equipo' }).click();
    await emailField.fill(known);
    await emailField.press('Enter');
    await dialog.getByText('Email: Zoe Paz ya está en el equipo.').waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();

    const other = await openPage({});
    await other.goto(`/cuenta/invitacion#token=${token}`);
    await other.getByText('Jefa te invita como administrador del CRM.').waitFor();
    expect(other.url()).not.toContain(token);
    expect(await other.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email);
    await other.getByRole('textbox', { name: 'Nombre' }).fill('Lucía Ferreyra');
    await other.getByLabel('Contraseña', { exact: true }).fill('siete barcos rojos');
    await other.getByRole('button', { name: 'Crear mi cuenta' }).click();
    await atPath(other, '/panel');

    await page.reload();
    await page
      .getByRole('row')
      .filter({ hasText: 'Lucía Ferreyra' })
      .getByRole('button', { name: 'Quitar administrador' })
      .waitFor();
    expect(await row.count()).toBe(0);
  });

  test('is where a colleague is invited who wants no password', async () => {
    const admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
    const email = `sin-clave-${admin.id.slice(0, 8)}@equipo.example.com`;
    await call(server, '/api/team/invitations', { body: { email, role: 'staff' }, cookie: admin.cookie });
    const token = await waitForToken(server, email);
    const page = await openPage({ viewport: { width: 360, height: 740 } });
    const complaints = watchComplaints(page);
    const device = await addDevice(page);
    await page.goto(`/cuenta/invitacion#token=${token}`);
    const byPasskey = page.getByRole('button', { name: 'Usar una clave de acceso' });
    await byPasskey.press('Enter');
    await page.getByText('Nombre: escribí').waitFor();
    expect(await device.credentials()).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Lucía Ferreyra');
    // A device that does not know her, and then one that does.
    await device.recognise(false);
    await byPasskey.click();
    await toast(page, 'Tu dispositivo no confirmó quién sos. Probá otra vez.');
    await device.recognise(true);
    await byPasskey.click();
    await atPath(page, '/panel');
    await toast(page, 'Tu cuenta está lista');
    await page.goto('/cuenta/sesiones');
    await page.getByRole('region', { name: 'Claves de acceso' }).getByText('Chrome en Linux').waitFor();
    await page.context().clearCookies();
    // Offered in the email's field; this device picks it at once.
    await page.goto('/login');
    await atPath(page, '/panel');
    expect(complaints).toEqual([]);
  });

  test('takes an invitation back', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    const email = `retirada-${admin.id.slice(0, 8)}@equipo.example.com`;
    await call(server, '/api/team/invitations', { body: { email, role: 'staff' }, cookie: admin.cookie });
    const page = await openCrm(admin, '/users?vista=equipo');
    await page
      .getByRole('group', { name: `Acciones para la invitación de ${email}` })
      .getByRole('button', { name: 'Retirar' })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click();
    await toast(page, 'Invitación retirada. Su enlace ya no sirve.');
    await expect.poll(() => page.getByText(email, { exact: true }).count()).toBe(0);
  });

  test('says what failed where no answer comes', async () => {
    const waiting = makePerson(server, { status: 'pending' });
    const page = await openCrm(makePerson(server, { roles: ['admin'] }), '/users?vista=equipo');
    await intercept(page, '**/api/profiles/*', (route) => route.abort());
    const row = page.getByRole('row').filter({ hasText: waiting.email });
    await row.getByRole('button', { name: 'Aprobar' }).click();
    await toast(page, 'Error al cambiar la cuenta');
  });

  test('sends staff back to the panel and says why', async () => {
    const page = await openPage({ person: makePerson(server) });
    await page.goto('/users');
    await atPath(page, '/panel');
    await toast(page, 'No tienes permisos para acceder a esta sección');
    expect(await page.getByRole('link', { name: 'Gestionar CRM' }).count()).toBe(0);
  });
});
