import { describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { findAxeViolations, intercept, measureOverflow, watchComplaints } from '../support/browser';
import { atPath, DESKTOP, openCrm, openPage, openStage, server, toast } from '../support/stage';

openStage();

describe('/users', () => {
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
