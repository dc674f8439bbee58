import { describe, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { intercept, measureOverflow, watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { tokenIn, waitForMail, waitForToken } from '../support/mail';
import { atPath, button, comeBack, DESKTOP, openCrm, openPage, openStage, server, toast } from '../support/stage';
import { callAs, makeToken } from '../support/tokens';
import { addDevice } from '../support/virtual-device';

openStage();

describe('/users', () => {
  test('is where an administrator approves, makes administrator, suspends and reads the audit', async () => {
    // Only this test's accounts are pending.
    withDatabase(server, (db) => db.exec("UPDATE profiles SET status = 'disabled' WHERE status = 'pending'"));
    const admin = makePerson(server, { roles: ['admin'] });
    const waiting = makePerson(server, { status: 'pending', name: 'Lucía Ferreyra' });
    const [kept, gone] = [makeToken(server, { name: 'Se queda' }), makeToken(server, { name: 'Se va' })];
    const page = await openPage({ person: admin });
    const complaints = watchConsoleErrors(page);
    await page.goto('/panel');
    const places = page.getByRole('navigation', { name: 'Principal' });
    await places.getByRole('link', { name: 'Gestionar CRM', exact: true }).click();
    await page.getByRole('heading', { name: 'Inmobiliarias', level: 1 }).waitFor();
    await page.getByText('Gestión de CRM', { exact: true }).waitFor();
    await places.getByRole('link', { name: 'Equipo · 1', exact: true }).click();
    await atPath(page, '/users?vista=equipo');
    await waitForIslands(page);
    const row = page.getByRole('row').filter({ hasText: waiting.email });
    await row.getByRole('button', { name: 'Aprobar' }).click();
    await toast(page, 'Cuenta aprobada');
    // Its row has gone to its place, which closes its menu.
    await row.getByText('Activo', { exact: true }).waitFor();
    const question = page.getByRole('alertdialog');
    const choose = async (action: string) => {
      await row.getByRole('button', { name: 'Acciones para Lucía Ferreyra' }).click();
      await page.getByRole('dialog').getByRole('button', { name: action }).click();
    };
    await choose('Hacer administrador');
    await question.getByText('Se cierra su sesión en todos sus dispositivos.').waitFor();
    await question.getByRole('button', { name: 'Hacer administrador' }).click();
    await toast(page, 'Ahora es administrador');
    withDatabase(server, (db) =>
      db.prepare('UPDATE api_tokens SET made_by = ? WHERE id IN (?, ?)').run(waiting.id, kept.id, gone.id),
    );
    await page.reload();
    await waitForIslands(page);
    await choose('Quitar administrador');
    await question.getByText('Los tokens de acceso que creó se revocan.').waitFor();
    await expect.poll(() => question.getByRole('combobox').count(), { message: 'who keeps their leads' }).toBe(0);
    await expect.poll(() => question.getByRole('checkbox').count()).toBe(2);
    await question.getByRole('checkbox', { name: 'Pasar a mi nombre «Se queda»' }).check();
    await question.getByRole('button', { name: 'Quitar administrador' }).click();
    await toast(page, 'Ya no es administrador');
    expect((await callAs(server, kept, '/api/leads')).status).toBe(200);
    expect((await callAs(server, gone, '/api/leads')).status).toBe(401);
    const takes = row.getByRole('checkbox', { name: 'Le llegan leads nuevos' });
    await takes.check();
    await toast(page, 'Lucía Ferreyra recibe leads nuevos, por turno');
    await page.reload();
    await waitForIslands(page);
    await expect.poll(() => takes.isChecked()).toBe(true);
    await choose('Suspender');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await row.getByText('Activo', { exact: true }).waitFor();
    await choose('Suspender');
    await question.getByRole('combobox', { name: 'Sus leads pasan a' }).selectOption({ label: admin.name });
    await question.getByRole('button', { name: 'Suspender' }).click();
    await toast(page, 'Persona suspendida');
    await row.getByText('Suspendido', { exact: true }).waitFor();
    const own = page.getByRole('row').filter({ hasText: admin.email });
    await expect.poll(() => own.getByRole('button').count()).toBe(0);
    // Anywhere in the row but on a button.
    await row.click({ position: { x: 8, y: 8 } });
    await page.getByText(`Solo lo que hizo ${waiting.email}`).waitFor();
    const entries = page.getByRole('listitem').filter({ hasText: waiting.email });
    // Approved, made administrator, demoted, token taken over, takes leads, suspended.
    await expect.poll(() => entries.count()).toBe(6);
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect
      .poll(() => entries.first().innerText())
      .toMatch(new RegExp(`Cambió el estado · ${waiting.email}\\s+Activo → Suspendido[\\s\\S]*${admin.email}`));
    await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize(DESKTOP);
    withDatabase(server, (db) =>
      db
        .prepare(
          `INSERT INTO audit_events (type, subject_email, to_value, attempts, created_at, last_at)
           VALUES ('sign_in_failed', ?, 'invalid_credentials', 12345, ?, ?)`,
        )
        .run(waiting.email, '2999-01-01T12:00:00.000Z', '2999-01-01T12:45:00.000Z'),
    );
    await page.getByRole('link', { name: 'Ver todo el registro' }).click();
    await atPath(page, '/users?vista=registro');
    const summed = await page.getByRole('listitem').filter({ hasText: 'No pudo iniciar sesión' }).first().innerText();
    expect(summed).toMatch(
      /email o contraseña incorrectos\s+12\.345 intentos, el último a las \d+:45\s+Alguien sin iniciar sesión\s+desde más direcciones/,
    );
    withDatabase(server, (db) => db.exec("DELETE FROM audit_events WHERE created_at > '2999'"));
    await expect.poll(() => places.getByRole('link', { name: 'Equipo' }).innerText()).toBe('Equipo');
    await page.getByRole('link', { name: 'Volver al panel' }).click();
    await atPath(page, '/panel');
    expect(complaints).toEqual([]);
  });

  test('shows what happened elsewhere to whoever comes back to it, but not under what they are typing', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    const [joins, leaves] = ['entra', 'se-va'].map((word) => `${word}-${admin.id.slice(0, 8)}@equipo.example.com`);
    const ids: Record<string, string> = {};
    for (const email of [joins, leaves] as string[]) {
      const { json } = await call(server, '/api/team/invitations', {
        body: { email, role: 'staff' },
        cookie: admin.cookie,
      });
      ids[email] = json.invitation.id;
    }
    const token = await waitForToken(server, joins as string);
    const page = await openCrm(admin, '/users?vista=equipo');
    // By tag: below a dialog the page has no roles.
    const invited = (email = '') => page.locator('section li', { hasText: email });
    await invited(joins).waitFor();
    const name = `Nadia ${admin.id.slice(0, 8)}`;
    await call(server, '/api/auth/invitation', { body: { token, name, password: PASSWORD } });
    // Two lists, which read themselves again each in its time.
    await comeBack(
      page,
      async () => (await page.getByRole('link', { name }).isVisible()) && (await invited(joins).count()) === 0,
    );

    await button(page, 'Invitar al equipo').click();
    const email = page.getByRole('dialog').getByRole('textbox', { name: 'Email' });
    await email.fill('a medio escr');
    await call(server, `/api/team/invitations/${ids[leaves ?? '']}`, { method: 'DELETE', cookie: admin.cookie });
    let isRead = false;
    await Promise.all([
      // An earlier reading may still be on its way.
      page
        .waitForResponse(
          async (answer) =>
            answer.url().endsWith('/api/team/invitations') && !(await answer.text()).includes(leaves as string),
        )
        .then(() => {
          isRead = true;
        }),
      comeBack(page, async () => isRead),
    ]);
    expect([await email.inputValue(), await invited(leaves).count()]).toEqual(['a medio escr', 1]);
    await button(page, 'Cancelar').click();
    await expect.poll(() => invited(leaves).count()).toBe(0);
  });

  test('is where a colleague is invited, who comes in by the link alone, and where what fails is said', async () => {
    const admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
    const { email: known } = makePerson(server, { name: 'Zoe Paz' });
    const email = `invitada-${admin.id.slice(0, 8)}@equipo.example.com`;
    const unwanted = `retirada-${admin.id.slice(0, 8)}@equipo.example.com`;
    await call(server, '/api/team/invitations', {
      body: { email: unwanted, role: 'staff' },
      cookie: admin.cookie,
    });
    const page = await openCrm(admin, '/users?vista=equipo&invitar');
    const complaints = watchConsoleErrors(page);
    const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' });
    const emailField = dialog.getByRole('textbox', { name: 'Email' });
    await emailField.fill('sin arroba');
    await emailField.press('Enter');
    await dialog.getByText('Email: escribí una dirección válida').waitFor();
    await emailField.fill(email);
    await dialog.getByRole('combobox', { name: 'Rol' }).selectOption({ label: 'Administrador' });
    await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
    await toast(page, `Invitación enviada a ${email}`);
    const invitations = page.getByRole('region', { name: 'Invitaciones' });
    const row = invitations.getByRole('listitem').filter({ hasText: email });
    await row.getByText('En un archivo', { exact: true }).waitFor();
    await page.getByRole('status').getByText('el mensaje quedó en un archivo de MAIL_DIR').waitFor();
    await row.getByText('El enlace sirve hasta el').waitFor();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
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
    await expect.poll(() => other.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email);
    await other.getByRole('textbox', { name: 'Nombre' }).fill('Lucía Ferreyra');
    await other.getByLabel('Contraseña', { exact: true }).fill('siete barcos rojos');
    await other.getByRole('button', { name: 'Crear mi cuenta' }).click();
    await atPath(other, '/panel');

    const away = makePerson(server, { status: 'disabled', name: 'Ida Lejos' });
    const waiting = makePerson(server, { status: 'pending' });
    await page.reload();
    await waitForIslands(page);
    const member = (address: string) => page.getByRole('row').filter({ hasText: address });
    await member(email).getByText('Lucía Ferreyra').first().waitFor();
    await member(email).getByText('Administrador').waitFor();
    await expect.poll(() => row.count(), { message: 'the invitation that was taken' }).toBe(0);

    // Withdraws an invitation.
    await page
      .getByRole('group', { name: `Acciones para la invitación de ${unwanted}` })
      .getByRole('button', { name: 'Retirar' })
      .click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Retirar' }).click();
    await toast(page, 'Invitación retirada. Su enlace ya no sirve.');
    await expect.poll(() => page.getByText(unwanted, { exact: true }).count()).toBe(0);

    // After a refusal it shows the current team.
    await member(away.email).getByRole('button', { name: 'Acciones para Ida Lejos' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).press('Enter');
    const { status } = await call(server, '/api/manage-users', {
      cookie: makePerson(server, { roles: ['admin'] }).cookie,
      body: { action: 'deleteUser', userId: away.id },
    });
    expect(status).toBeLessThan(300);
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await toast(page, 'No se encontró lo que buscabas: puede que alguien lo haya eliminado.');
    await member(away.email).waitFor({ state: 'detached' });

    // Without an answer it says what failed.
    await intercept(page, '**/api/profiles/*', (route) => route.abort());
    await member(waiting.email).getByRole('button', { name: 'Aprobar' }).click();
    await toast(page, 'Error al cambiar la cuenta');
  });

  test('is where a colleague is invited who wants no password', async () => {
    const admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
    const email = `sin-clave-${admin.id.slice(0, 8)}@equipo.example.com`;
    await call(server, '/api/team/invitations', { body: { email, role: 'staff' }, cookie: admin.cookie });
    const token = await waitForToken(server, email);
    const page = await openPage({ viewport: { width: 360, height: 740 } });
    const complaints = watchConsoleErrors(page);
    const device = await addDevice(page);
    await page.goto(`/cuenta/invitacion#token=${token}`);
    const byPasskey = page.getByRole('button', { name: 'Usar una clave de acceso' });
    await byPasskey.press('Enter');
    await page.getByText('Nombre: escribí').waitFor();
    await expect.poll(() => device.credentials()).toEqual([]);
    await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Lucía Ferreyra');
    // First user verification fails, then it succeeds.
    await device.recognise(false);
    await byPasskey.click();
    await toast(page, 'Tu dispositivo no confirmó quién sos. Probá otra vez.');
    await device.recognise(true);
    await byPasskey.click();
    await atPath(page, '/panel');
    await toast(page, 'Tu cuenta está lista');
    await page.goto('/cuenta');
    await page.getByRole('region', { name: 'Claves de acceso' }).getByText('Chrome en Linux').waitFor();
    // Left first: a stream that this page opens afterwards would be refused.
    await page.goto('about:blank');
    await page.context().clearCookies();
    // Conditional UI in the email field; this device picks it at once.
    await page.goto('/login');
    await atPath(page, '/panel');
    expect(complaints).toEqual([]);
  });
});
