import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { intercept, watchConsoleErrors } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { waitForMail } from '../support/mail';
import { provideProvenPerson } from '../support/provide';
import { button, comeBack, openCrm, openStage, server, toast } from '../support/stage';

/** A unique address. */
let email: (of: string) => string;
openStage();
const admin = provideProvenPerson(server, { name: 'Ana', roles: ['admin'] });
beforeAll(() => {
  email = (of) => `${of}-${admin.id.slice(0, 8)}@x.example.com`;
});

const card = (page: Page) => page.getByRole('region', { name: 'Coordinador' });
/** A new coordinator's initial password is made up, unless somebody chooses it. */
const choosePassword = async (page: Page, password: string): Promise<void> => {
  const field = creation(page).getByLabel('Contraseña inicial *');
  if (!(await field.isVisible())) await creation(page).getByText('Elegir yo su contraseña inicial').click();
  await field.fill(password);
};
const creation = (page: Page) => page.getByRole('dialog', { name: 'Crear Coordinador' });
const openAgency = (id: number) => openCrm(admin, `/users/company/${id}`);

async function fillCreation(page: Page, address: string): Promise<void> {
  await button(page, 'Crear Coordinador').click();
  const dialog = creation(page);
  await dialog.getByLabel('Nombre').fill('Coral Vidal');
  await dialog.getByLabel('Email').fill(address);
}
const create = (page: Page) => creation(page).getByRole('button', { name: 'Crear Coordinador', exact: true }).click();

test('a coordinator is created with an access link, reset, suspended, brought back and deleted', async () => {
  const page = await openAgency(makeCompany(server));
  const complaints = watchConsoleErrors(page);
  await button(page, 'Crear Coordinador').click();
  const dialog = creation(page);
  await expect.poll(() => dialog.getByRole('checkbox').isChecked()).toBe(true);
  await dialog.getByLabel('Nombre').fill('Coral Vidal');
  await dialog.getByLabel('Email').fill(email('coral'));
  await choosePassword(page, '1234567');
  await dialog.getByText('deberá cambiarla en el primer inicio de sesión').waitFor();
  await dialog.getByText('Si no la usa, vence en 7 días.').waitFor();
  await create(page);
  await dialog.getByText('Contraseña: usá al menos 8 caracteres.').waitFor();
  await choosePassword(page, 'siete lunas de papel');
  await create(page);
  await toast(page, 'Coordinador creado exitosamente');
  await toast(page, 'Te enviamos un link de acceso al correo del coordinador');
  await dialog.waitFor({ state: 'detached' });
  for (const text of ['Coral Vidal', email('coral'), 'Pendiente', 'Fecha de creación']) {
    await card(page).getByText(text, { exact: true }).waitFor();
  }
  await card(page)
    .getByText(/^La inicial vence el \d\d\/\d\d\/\d{4}\.$/)
    .waitFor();
  await waitForMail(server, email('coral'));

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
  await expect
    .poll(() =>
      question.getByRole('button', { name: 'Cancelar' }).evaluate((element) => element === document.activeElement),
    )
    .toBe(true);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await card(page).getByText('Coral Vidal').waitFor();
  await button(page, 'Eliminar').click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await toast(page, 'Coordinador eliminado');
  await button(page, 'Crear Coordinador').waitFor();
  expect(complaints).toEqual([]);
});

test('each thing that fails is said in its own words, and a coordinator comes without a link where none is wanted', async () => {
  const page = await openAgency(makeCompany(server));
  await fillCreation(page, email('sin-enlace'));
  for (const [answer, text] of [
    [{ status: 500, body: 'no answer of ours' }, 'Error al crear coordinador'],
    [
      // Without a reason.
      { status: 500, body: JSON.stringify({ success: false }) },
      'Failed to create coordinator',
    ],
    [
      {
        status: 409,
        body: JSON.stringify({ success: false, error: { code: 'conflict', message: 'Porque no.' } }),
      },
      'Porque no.',
    ],
  ] as const) {
    await intercept(page, '**/api/manage-users', (route) => route.fulfill(answer));
    await create(page);
    await toast(page, text);
    await page.unroute('**/api/manage-users');
  }
  await creation(page).getByRole('checkbox').setChecked(false);
  await choosePassword(page, 'siete lunas de papel');
  await create(page);
  await toast(page, 'Coordinador creado exitosamente');
  await expect.poll(() => page.getByText('Te enviamos un link').count()).toBe(0);
  await creation(page).waitFor({ state: 'detached' });

  await intercept(page, '**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: 'x' }),
  );
  const plan = page.getByRole('region', { name: 'Plan' }).getByRole('combobox');
  const question = page.getByRole('alertdialog');
  for (const [action, answer, text] of [
    ['Reset Contraseña', 'Restablecer', 'Error al restablecer la contraseña'],
    ['Suspender', 'Suspender', 'Error al cambiar el estado del coordinador'],
    ['Eliminar', 'Eliminar', 'Error al eliminar el coordinador'],
  ] as const) {
    await button(page, action).click();
    await question.getByRole('button', { name: answer }).click();
    await toast(page, text);
    await question.waitFor({ state: 'detached' });
  }
  await plan.selectOption('Pro');
  await toast(page, 'Error al actualizar el plan');
  await expect.poll(() => plan.inputValue()).toBe('FREE');
});

test('a link that could not be sent is told, and so is that somebody else was faster, whose coordinator is shown', async () => {
  const page = await openAgency(makeCompany(server));
  await intercept(page, '**/api/manage-users', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), magicLinkSent: false } });
  });
  await fillCreation(page, email('sin-correo'));
  await create(page);
  await toast(page, 'Coordinador creado, pero no se pudo enviar el link de acceso');
  await card(page).getByText('Pendiente', { exact: true }).waitFor();
  await page.unroute('**/api/manage-users');

  const contested = makeCompany(server);
  await page.goto(`/users/company/${contested}`);
  await waitForIslands(page);
  await fillCreation(page, email('tarde'));
  makePerson(server, {
    name: 'Otra Persona',
    roles: ['coordinator'],
    companyId: contested,
    status: 'disabled',
  });
  await create(page);
  await toast(page, 'Esta inmobiliaria ya tiene un coordinador.');
  await creation(page).waitFor({ state: 'detached' });
  await card(page).getByText('Otra Persona').waitFor();
  // A rejected account can be reactivated.
  await card(page).getByText('Deshabilitado', { exact: true }).waitFor();
  await button(page, 'Reactivar').click();
  await toast(page, 'Coordinador reactivado');
});

test('a coordinator’s link is handed over where no mail arrives, and the page shows who came in by it to whoever comes back', async () => {
  const companyId = makeCompany(server);
  const page = await openAgency(companyId);
  await fillCreation(page, email('mano'));
  await create(page);
  await toast(
    page,
    'No hay servidor de correo: el mensaje quedó en un archivo de MAIL_DIR. Con «Copiar enlace» podés dárselo en mano.',
  );
  await button(page, 'Copiar enlace').click();
  const handed = page.getByRole('dialog', { name: 'Dalo en mano' });
  const link = await handed.getByLabel('Enlace').inputValue();
  await handed.getByText('entra como Coral Vidal').waitFor();
  await handed.getByRole('button', { name: 'Listo' }).click();
  await handed.waitFor({ state: 'detached' });

  const entered = await call(server, '/api/auth/access', { body: { token: link.split('#token=')[1] } });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const own = await call(server, '/api/auth/password', { body: { password: 'ocho elefantes rosas' }, cookie });
  expect(own.status).toBeLessThan(300);
  makeAgents(server, companyId, 1);
  await comeBack(page, () => page.getByRole('heading', { name: 'Agentes (1)' }).isVisible());
  await card(page).getByText('Activo', { exact: true }).waitFor();
  await expect.poll(() => button(page, 'Copiar enlace').count()).toBe(0);
});
