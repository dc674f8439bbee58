import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { intercept, watchComplaints } from '../support/browser';
import { makeCompany } from '../support/companies';
import { waitForMail } from '../support/mail';
import { button, openCrm, openStage, server, toast } from '../support/stage';

let admin: Person;
openStage();
beforeAll(async () => {
  admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
});

const openAgency = (id: number) => openCrm(admin, `/users/company/${id}`);

describe('the coordinator', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Coordinador' });

  test('is created with an access link, reset, suspended, brought back and deleted', async () => {
    const page = await openAgency(makeCompany(server));
    const complaints = watchComplaints(page);
    await button(page, 'Crear Coordinador').click();
    const dialog = page.getByRole('dialog', { name: 'Crear Coordinador' });
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(true);
    await dialog.getByText('deberá cambiarla en el primer inicio de sesión').waitFor();
    await dialog.getByText('Si no la usa, vence en 7 días.').waitFor();
    await dialog.getByLabel('Nombre').fill('Coral Vidal');
    await dialog.getByLabel('Email').fill('coral@x.example.com');
    await dialog.getByLabel('Contraseña inicial').fill('1234567');
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await dialog.getByText('Contraseña: usá al menos 8 caracteres.').waitFor();
    await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await toast(page, 'Coordinador creado exitosamente');
    await toast(page, 'Te enviamos un link de acceso al correo del coordinador');
    await dialog.waitFor({ state: 'detached' });
    for (const text of ['Coral Vidal', 'coral@x.example.com', 'Pendiente', 'Fecha de creación']) {
      await card(page).getByText(text, { exact: true }).waitFor();
    }
    await card(page)
      .getByText(/^La inicial vence el \d\d\/\d\d\/\d{4}\.$/)
      .waitFor();
    await waitForMail(server, 'coral@x.example.com', 1);

    const endsSessions = 'Se cierra su sesión en todos sus dispositivos.';
    await button(page, 'Reset Contraseña').click();
    const resetting = page.getByRole('alertdialog', { name: '¿Restablecer la contraseña de Coral Vidal?' });
    await resetting.getByText(endsSessions).waitFor();
    await resetting.getByRole('button', { name: 'Restablecer' }).click();
    await toast(page, 'Contraseña restablecida. Se ha enviado un email al coordinador.');
    await expect
      .poll(() =>
        card(page)
          .getByText(/^La inicial vence/)
          .count(),
      )
      .toBe(0);
    await button(page, 'Suspender').click();
    const suspending = page.getByRole('alertdialog', { name: '¿Suspender a Coral Vidal?' });
    await suspending.getByText(endsSessions).waitFor();
    await suspending.getByRole('button', { name: 'Suspender' }).click();
    await toast(page, 'Coordinador suspendido');
    await card(page).getByText('Suspendido', { exact: true }).waitFor();
    await button(page, 'Reactivar').click();
    await toast(page, 'Coordinador reactivado');
    await card(page).getByText('Activo', { exact: true }).waitFor();
    await button(page, 'Deshacer').click();
    await card(page).getByText('Suspendido', { exact: true }).waitFor();

    await button(page, 'Eliminar').click();
    const question = page.getByRole('alertdialog', { name: '¿Eliminar a Coral Vidal?' });
    expect(
      await question
        .getByRole('button', { name: 'Cancelar' })
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await card(page).getByText('Coral Vidal').waitFor();
    await button(page, 'Eliminar').click();
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await toast(page, 'Coordinador eliminado');
    await button(page, 'Crear Coordinador').waitFor();
    expect(complaints).toEqual([]);
  });

  test('comes without a link where none is wanted, and with a warning where it could not be sent', async () => {
    const fill = async (page: Page, provision: boolean) => {
      await button(page, 'Crear Coordinador').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nombre').fill('Coral Vidal');
      await dialog.getByLabel('Email').fill(`coral-${provision}@x.example.com`);
      await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
      await dialog.getByRole('checkbox').setChecked(provision);
      await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    };
    const without = await openAgency(makeCompany(server));
    await fill(without, false);
    await toast(without, 'Coordinador creado exitosamente');
    expect(await without.getByText('Te enviamos un link').count()).toBe(0);

    const failing = await openAgency(makeCompany(server));
    await intercept(failing, '**/api/manage-users', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), magicLinkSent: false } });
    });
    await fill(failing, true);
    await toast(failing, 'Coordinador creado, pero no se pudo enviar el link de acceso');
    await card(failing).getByText('Pendiente', { exact: true }).waitFor();
  });

  test('that somebody else has just created is told of, and shown', async () => {
    const id = makeCompany(server);
    const page = await openAgency(id);
    await button(page, 'Crear Coordinador').click();
    makePerson(server, { name: 'Otra Persona', roles: ['coordinator'], companyId: id });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Coral Vidal');
    await dialog.getByLabel('Email').fill('tarde@x.example.com');
    await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await toast(page, 'Esta inmobiliaria ya tiene un coordinador.');
    await dialog.waitFor({ state: 'detached' });
    await card(page).getByText('Otra Persona').waitFor();
  });

  test('turned down shows as Deshabilitado, with the way back', async () => {
    const id = makeCompany(server);
    makePerson(server, { roles: ['coordinator'], companyId: id, status: 'disabled' });
    const page = await openAgency(id);
    await card(page).getByText('Deshabilitado', { exact: true }).waitFor();
    await button(page, 'Reactivar').click();
    await toast(page, 'Coordinador reactivado');
  });

  const confirm = async (page: Page, action: string, answer = action) => {
    await button(page, action).click();
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click();
  };

  test.each<[string, (page: Page) => Promise<void>, string]>([
    [
      'Reset Contraseña',
      (page) => confirm(page, 'Reset Contraseña', 'Restablecer'),
      'Error al restablecer la contraseña',
    ],
    ['Suspender', (page) => confirm(page, 'Suspender'), 'Error al cambiar el estado del coordinador'],
    ['Eliminar', (page) => confirm(page, 'Eliminar'), 'Error al eliminar el coordinador'],
    [
      'the plan',
      async (page) => {
        await page.getByRole('region', { name: 'Plan' }).getByRole('combobox').selectOption('Pro');
      },
      'Error al actualizar el plan',
    ],
  ])('and the failure of %s are told apart', async (_name, act, text) => {
    const id = makeCompany(server);
    makePerson(server, { roles: ['coordinator'], companyId: id });
    const page = await openAgency(id);
    await intercept(page, '**/api/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: 'x' }),
    );
    await act(page);
    await toast(page, text);
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('FREE');
  });

  test.each([
    ['no answer of ours', { status: 500, body: 'x' }, 'Error al crear coordinador'],
    [
      'an answer that says no reason',
      { status: 500, body: JSON.stringify({ success: false }) },
      'Failed to create coordinator',
    ],
    [
      'a reason',
      {
        status: 409,
        body: JSON.stringify({ success: false, error: { code: 'conflict', message: 'Porque no.' } }),
      },
      'Porque no.',
    ],
  ])('who cannot be created, with %s', async (_name, answer, text) => {
    const page = await openAgency(makeCompany(server));
    await intercept(page, '**/api/manage-users', (route) => route.fulfill(answer));
    await button(page, 'Crear Coordinador').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Coral Vidal');
    await dialog.getByLabel('Email').fill('c@x.example.com');
    await dialog.getByLabel('Contraseña inicial').fill('siete lunas de papel');
    await dialog.getByRole('button', { name: 'Crear Coordinador' }).click();
    await toast(page, text);
  });
});
