import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { findAxeViolations, watchComplaints } from '../support/browser';
import { call } from '../support/http';
import { makeLead, rowOf } from '../support/panel';
import { button, openCrm, openStage, PHONE, server, toast } from '../support/stage';

let admin: Person;
let staff: Person;
openStage();
beforeAll(() => {
  admin = makePerson(server, { name: 'Ada Lovera', roles: ['admin'] });
  staff = makePerson(server, { name: 'Bruno Sosa' });
});

const IRIS = { nombre: 'Iris Vega', whatsapp: '+5491158749895', pais: 'Argentina' };

const readLead = async (id: number) =>
  (await call(server, `/api/leads/${id}`, { cookie: staff.cookie })).json.lead;

describe('another message than the usual one', () => {
  test('is chosen in the row, reads as this lead gets it, and counts as an attempt like any other', async () => {
    const { id } = await makeLead(server, staff, IRIS);
    await call(server, `/api/leads/${id}`, {
      method: 'PATCH',
      cookie: staff.cookie,
      body: { plan: 'chat-ia', billing: 'mensual' },
    });
    const page = await openCrm(staff);
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'ok' }));
    const complaints = watchComplaints(page);
    await rowOf(page, IRIS.nombre)
      .getByRole('button', { name: `Otro mensaje para ${IRIS.nombre}` })
      .click();
    const dialog = page.getByRole('dialog', { name: `Otro mensaje para ${IRIS.nombre}` });
    const whatsapp = dialog.getByRole('region', { name: 'WhatsApp' }).getByRole('link');
    // The one for its status first.
    await expect.poll(() => whatsapp.first().innerText()).toMatch(/^Primer contacto\s+El de un toque/);
    expect(await findAxeViolations(page)).toEqual([]);
    const price = whatsapp.filter({ hasText: 'Pasar el precio' });
    const text =
      'te paso el precio de Chat con IA: USD 65 por mes con pago mensual. Si tenés dudas, escribime por acá.';
    expect(await price.innerText()).toContain(`Hola Iris, ${text}`);
    // Staff read them; administrators change them.
    expect(await dialog.getByRole('link', { name: 'Editar plantillas' }).count()).toBe(0);
    const [popup] = await Promise.all([page.waitForEvent('popup'), price.click()]);
    expect(decodeURIComponent(popup.url())).toBe(`https://wa.me/5491158749895?text=Hola Iris, ${text}`);
    await popup.close();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, IRIS.nombre).getByText('WhatsApp abierto recién').waitFor();
    expect((await readLead(id)).attempts).toMatchObject([{ channel: 'whatsapp', user_name: 'Bruno Sosa' }]);
    expect(complaints).toEqual([]);
  });

  test('is chosen on a phone in the open lead, by email too, and Escape closes only the choice', async () => {
    const { id } = await makeLead(server, staff, {
      nombre: 'Omar Paz',
      email: 'omar@x.example.com',
      pais: 'México',
    });
    const page = await openCrm(staff, `/panel?lead=${id}`, { viewport: PHONE, hasTouch: true });
    const open = page.getByRole('dialog', { name: 'Omar Paz', exact: true });
    await open.getByRole('button', { name: 'Otro mensaje para Omar Paz' }).click();
    const dialog = page.getByRole('dialog', { name: 'Otro mensaje para Omar Paz' });
    await dialog.getByText('Sin un número que sirva solo se puede escribir por email.').waitFor();
    const email = dialog.getByRole('region', { name: 'Email' }).getByRole('link').first();
    const href = decodeURIComponent((await email.getAttribute('href')) ?? '');
    expect(href).toMatch(/^mailto:omar@x\.example\.com\?subject=Tu consulta a .*&body=Hola Omar,\r\n\r\n/);
    expect(href).toContain('Puedes responder a este correo.');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open.waitFor();
  });
});

test('an open panel goes on with the texts that administrators have changed meanwhile', async () => {
  const { id } = await makeLead(server, staff, { ...IRIS, nombre: 'Vera Viva' });
  const page = await openCrm(staff);
  const link = rowOf(page, 'Vera Viva').getByRole('link', { name: /WhatsApp/ });
  await link.waitFor();
  const { templates } = (await call(server, '/api/templates', { cookie: staff.cookie })).json;
  const usual = templates.find(
    (one: { channel: string; estado: string; is_usual: boolean }) =>
      one.is_usual && one.channel === 'whatsapp' && one.estado === 'nuevo',
  );
  const { status } = await call(server, `/api/templates/${usual.id}`, {
    method: 'PATCH',
    cookie: admin.cookie,
    body: {
      name: usual.name,
      estado: usual.estado,
      subject: usual.subject,
      voseo: 'Un texto de hoy.',
      tuteo: usual.tuteo,
      seen: usual.updated_at,
    },
  });
  expect(status).toBe(200);
  await expect
    .poll(async () => decodeURIComponent((await link.getAttribute('href')) ?? ''))
    .toContain('Un texto de hoy.');
  await call(server, `/api/templates/${usual.id}`, { method: 'DELETE', cookie: admin.cookie });
  await expect
    .poll(async () => decodeURIComponent((await link.getAttribute('href')) ?? ''))
    .not.toContain('Un texto de hoy.');
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: admin.cookie });
});

describe('the messages are kept by administrators', () => {
  test('who see a message with a lead’s data while they write it, and can go back to its first text', async () => {
    const { id } = await makeLead(server, staff, {
      ...IRIS,
      nombre: 'Lía Ponce',
      email: 'lia@x.example.com',
    });
    const page = await openCrm(admin, '/users?vista=equipo');
    await page.getByRole('link', { name: 'Plantillas de mensaje' }).click();
    await page.waitForURL('**/users/mensajes');
    const screen = await openCrm(admin, `/users/mensajes?lead=${id}`);
    const complaints = watchComplaints(screen);
    await button(screen, 'Editar Primer contacto').first().click();
    const dialog = screen.getByRole('dialog', { name: 'Editar Primer contacto' });
    const preview = dialog.getByRole('region', { name: 'Vista previa' });
    await preview.getByText('Hola Lía, soy Ada Lovera, del equipo de').waitFor();
    await dialog.getByLabel('Texto con vos').fill('Hola {nombre}, ¿hablamos de {apellido}?');
    await preview.getByText('{apellido} no existe; usá {nombre}').waitFor();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.getByText('Texto con vos: {apellido} no existe; usá {nombre}').waitFor();
    await dialog.getByLabel('Texto con vos').fill('Hola {nombre}, ¿hablamos hoy?');
    await preview.getByText('Hola Lía, ¿hablamos hoy?').waitFor();
    expect(await findAxeViolations(screen)).toEqual([]);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await toast(screen, 'Mensaje guardado');
    await dialog.waitFor({ state: 'detached' });
    await screen.getByText('Editado').waitFor();

    // At once in every panel that is opened from now on.
    const panel = await openCrm(staff);
    const link = rowOf(panel, 'Lía Ponce').getByRole('link', { name: 'Abrir WhatsApp de Lía Ponce' });
    expect(await link.getAttribute('href')).toContain(encodeURIComponent('Hola Lía, ¿hablamos hoy?'));

    await button(screen, 'Editar Primer contacto').first().click();
    await dialog.getByRole('button', { name: 'Volver al texto de fábrica' }).click();
    const question = screen.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Volver al texto de fábrica' }).click();
    await toast(screen, 'El mensaje volvió a su texto de fábrica');
    await expect.poll(() => screen.getByText('Editado').count()).toBe(0);
    // The browser writes nothing down: what was refused was refused here.
    expect(complaints).toEqual([]);
  });

  test('who add their own, which are offered from then on and can be deleted', async () => {
    const page = await openCrm(admin, '/users/mensajes');
    await button(page, 'Nuevo mensaje').click();
    const dialog = page.getByRole('dialog', { name: 'Nuevo mensaje' });
    await dialog.getByLabel('Medio').selectOption('Email');
    await dialog.getByLabel('Nombre').fill('Feria');
    await dialog.getByLabel('Texto con vos').fill('Hola {nombre}, ¿vas a la feria?');
    await dialog.getByLabel('Texto con tú').fill('Hola {nombre}, ¿irás a la feria?');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.getByText('Asunto: escribilo, no puede quedar vacío.').waitFor();
    await dialog.getByLabel('Asunto').fill('La feria');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await toast(page, 'Mensaje guardado');
    await dialog.waitFor({ state: 'detached' });
    const { templates } = (await call(server, '/api/templates', { cookie: staff.cookie })).json;
    expect(templates.at(-1)).toMatchObject({ name: 'Feria', channel: 'email', subject: 'La feria' });

    await button(page, 'Editar Feria').click();
    await page
      .getByRole('dialog', { name: 'Editar Feria' })
      .getByRole('button', { name: 'Eliminar' })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await toast(page, 'Mensaje eliminado');
    await expect.poll(() => button(page, 'Editar Feria').count()).toBe(0);
  });
});
