import { beforeAll, expect, test } from 'vitest';
import { watchConsoleErrors } from '../support/browser';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { makeLead, nameOf, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { button, openCrm, openStage, PHONE, server, toast } from '../support/stage';

/** A unique surname. */
let surname: string;
openStage();
const admin = providePerson(server, { name: 'Ada Lovera', roles: ['admin'] });
const staff = providePerson(server, { name: 'Bruno Sosa' });
beforeAll(() => {
  surname = `Mensaje ${staff.id.slice(0, 8)}`;
});

async function make(first: string, fields: Record<string, string> = {}) {
  const email = `${first.toLowerCase()}-${staff.id.slice(0, 8)}@x.example.com`;
  const nombre = `${first} ${surname}`;
  const whatsapp = '+5491158749895';
  return makeLead(server, staff, { nombre, email, whatsapp, pais: 'Argentina', ...fields });
}

const readTemplates = async () => (await call(server, '/api/templates', { cookie: staff.cookie })).json.templates;

test('another message than the usual is chosen in the open lead, counts as an attempt, and an open panel goes on with changed texts', async () => {
  const iris = await make('Iris');
  const vera = await make('Vera');
  await call(server, `/api/leads/${iris.id}`, {
    method: 'PATCH',
    cookie: staff.cookie,
    body: { plan: 'chat-ia', billing: 'mensual' },
  });
  const page = await openCrm(staff);
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'ok' }));
  const complaints = watchConsoleErrors(page);
  await nameOf(page, iris.nombre).click();
  await page.getByRole('button', { name: `Elegir mensaje para ${iris.nombre}` }).click();
  const dialog = page.getByRole('dialog', { name: `Elegir mensaje para ${iris.nombre}` });
  const whatsapp = dialog.getByRole('region', { name: 'WhatsApp' }).getByRole('link');
  // The template for its status comes first.
  await expect.poll(() => whatsapp.first().innerText()).toMatch(/^Primer contacto\s+Se abre con «WhatsApp»/);
  const price = whatsapp.filter({ hasText: 'Pasar el precio' });
  const text = 'te paso el precio de Chat con IA: USD 65 por mes con pago mensual. Si tenés dudas, escribime por acá.';
  await expect.poll(() => price.innerText()).toContain(`Hola Iris, ${text}`);
  // Staff read templates; administrators edit them.
  await expect.poll(() => dialog.getByRole('link', { name: 'Editar plantillas' }).count()).toBe(0);
  const [popup] = await Promise.all([page.waitForEvent('popup'), price.click()]);
  await expect.poll(() => decodeURIComponent(popup.url())).toBe(`https://wa.me/5491158749895?text=Hola Iris, ${text}`);
  await popup.close();
  await dialog.waitFor({ state: 'detached' });
  // The outcome is asked in the open lead.
  const open = page.getByRole('dialog', { name: iris.nombre, exact: true });
  await open.getByText('WhatsApp abierto recién').waitFor();
  const { json } = await call(server, `/api/leads/${iris.id}`, { cookie: staff.cookie });
  expect(json.lead.attempts).toMatchObject([{ channel: 'whatsapp', user_name: 'Bruno Sosa' }]);
  expect(complaints).toEqual([]);

  const link = rowOf(page, vera.nombre).getByRole('link', { name: /WhatsApp/ });
  const readLink = async () => decodeURIComponent((await link.getAttribute('href')) ?? '');
  await expect.poll(() => readLink()).toContain('Hola Vera');
  const usual = (await readTemplates()).find(
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
  await expect.poll(readLink).toContain('Un texto de hoy.');
  await call(server, `/api/templates/${usual.id}`, { method: 'DELETE', cookie: admin.cookie });
  await expect.poll(readLink).not.toContain('Un texto de hoy.');
});

test('it is chosen on a phone in the open lead, by email too, and Escape closes only the choice', async () => {
  const omar = await make('Omar', { whatsapp: '', pais: 'México' });
  const page = await openCrm(staff, `/panel?lead=${omar.id}`, { viewport: PHONE, hasTouch: true });
  const open = page.getByRole('dialog', { name: omar.nombre, exact: true });
  await open.getByRole('button', { name: `Elegir mensaje para ${omar.nombre}` }).click();
  const dialog = page.getByRole('dialog', { name: `Elegir mensaje para ${omar.nombre}` });
  await dialog.getByText('No tiene un número que sirva.').waitFor();
  const email = dialog.getByRole('region', { name: 'Email' }).getByRole('link').first();
  const href = decodeURIComponent((await email.getAttribute('href')) ?? '');
  expect(href).toMatch(/^mailto:omar-\w+@x\.example\.com\?subject=Tu consulta a .*&body=Hola Omar,\r\n\r\n/);
  expect(href).toContain('Puedes responder a este correo.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open.waitFor();
});

test('administrators write a message while they see a lead’s data in it, go back to its first text, and add and delete their own', async () => {
  const lia = await make('Lía', { email: `lia-${admin.id}@x.example.com` });
  const page = await openCrm(admin);
  const complaints = watchConsoleErrors(page);
  await page.getByRole('link', { name: 'Gestionar CRM' }).click();
  await page.getByRole('link', { name: 'Plantillas y avisos' }).click();
  await page.waitForURL('**/users/mensajes');
  await page.goto(`/users/mensajes?lead=${lia.id}`);
  const edited = page.getByText('Editado');
  await expect.poll(() => edited.count()).toBe(0);
  const edit = button(page, 'Editar Primer contacto').first();
  const dialog = page.getByRole('dialog', { name: 'Editar Primer contacto' });
  const preview = dialog.getByRole('region', { name: 'Vista previa' });
  await waitForIslands(page);
  await edit.click();
  await preview.getByText('Hola Lía, soy Ada Lovera, del equipo de').waitFor();
  await dialog.getByLabel('Texto con vos').fill('Hola {nombre}, ¿hablamos de {apellido}?');
  await preview.getByText('{apellido} no existe; usá {nombre}').waitFor();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.getByText('Texto con vos: {apellido} no existe; usá {nombre}').waitFor();
  await dialog.getByLabel('Texto con vos').fill('Hola {nombre}, ¿hablamos hoy?');
  await preview.getByText('Hola Lía, ¿hablamos hoy?').waitFor();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await toast(page, 'Mensaje guardado');
  await dialog.waitFor({ state: 'detached' });
  await edited.waitFor();
  // At once in every panel opened from now on.
  const panel = await call(server, '/panel', { cookie: staff.cookie });
  expect(panel.text).toContain(`text=${encodeURIComponent('Hola Lía, ¿hablamos hoy?')}`);

  await edit.click();
  await dialog.getByRole('button', { name: 'Volver al texto de fábrica' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Volver al texto de fábrica' }).click();
  await toast(page, 'El mensaje volvió a su texto de fábrica');
  await expect.poll(() => edited.count()).toBe(0);

  await button(page, 'Nuevo mensaje').click();
  const creation = page.getByRole('dialog', { name: 'Nuevo mensaje' });
  await creation.getByLabel('Medio').selectOption('Email');
  await creation.getByLabel('Nombre').fill('Feria');
  await creation.getByLabel('Texto con vos').fill('Hola {nombre}, ¿vas a la feria?');
  await creation.getByLabel('Texto con tú').fill('Hola {nombre}, ¿irás a la feria?');
  await creation.getByRole('button', { name: 'Guardar' }).click();
  await creation.getByText('Asunto: escribilo, no puede quedar vacío.').waitFor();
  await creation.getByLabel('Asunto').fill('La feria');
  await creation.getByRole('button', { name: 'Guardar' }).click();
  await toast(page, 'Mensaje guardado');
  await creation.waitFor({ state: 'detached' });
  expect((await readTemplates()).at(-1)).toMatchObject({
    name: 'Feria',
    channel: 'email',
    subject: 'La feria',
  });

  await button(page, 'Editar Feria').click();
  await page.getByRole('dialog', { name: 'Editar Feria' }).getByRole('button', { name: 'Eliminar' }).click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await toast(page, 'Mensaje eliminado');
  await expect.poll(() => button(page, 'Editar Feria').count()).toBe(0);
  // Nothing from the browser: the refusals were client-side.
  expect(complaints).toEqual([]);
});
