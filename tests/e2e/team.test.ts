import { describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept, watchComplaints } from '../support/browser';
import { atPath, openCrm, openPage, openStage, server, toast } from '../support/stage';

openStage();

describe('/users', () => {
  test('is where an administrator approves, makes administrator, suspends and reads the audit', async () => {
    const admin = makePerson(server, { roles: ['admin'], name: 'Jefa' });
    const waiting = makePerson(server, { status: 'pending', name: 'Lucía Ferreyra' });
    const page = await openPage({ person: admin });
    const complaints = watchComplaints(page);
    await page.goto('/panel');
    await page.getByRole('link', { name: 'Gestionar CRM' }).click();
    await page.getByRole('heading', { name: 'Gestión de CRM' }).waitFor();
    await page.getByRole('link', { name: 'Equipo' }).click();
    const row = page.getByRole('row').filter({ hasText: waiting.email });
    await row.getByRole('button', { name: 'Aprobar' }).click();
    await toast(page, 'Cuenta aprobada');
    await row.getByRole('button', { name: 'Hacer administrador' }).click();
    await toast(page, 'Ahora es administrador');
    await row.getByRole('button', { name: 'Quitar administrador' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar administrador' }).click();
    await toast(page, 'Ya no es administrador');
    await row.getByRole('button', { name: 'Suspender' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    await row.getByText('Activo', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Suspender' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspender' }).click();
    await toast(page, 'Persona suspendida');
    await row.getByText('Suspendido', { exact: true }).waitFor();
    const own = page.getByRole('row').filter({ hasText: admin.email });
    expect(await own.getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: 'Registro de accesos' }).click();
    const entry = page.getByRole('row').filter({ hasText: 'Activo → Suspendido' }).first();
    await expect.poll(() => entry.innerText()).toMatch(new RegExp(`${admin.email}[\\s\\S]*${waiting.email}`));
    await page.getByRole('link', { name: 'Volver al panel' }).click();
    await atPath(page, '/panel');
    expect(complaints).toEqual([]);
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
