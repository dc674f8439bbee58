import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import { watchConsoleErrors } from '../support/browser';
import { withDatabase } from '../support/database';
import { submitEnquiry, validEnquiry } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { factOf, makeLead, nameOf, openMore, readCounter, rowOf } from '../support/panel';
import { provideProvenPerson } from '../support/provide';
import { atPath, button, DESKTOP, openPage, openStage, server, toast } from '../support/stage';
import { translate } from '../support/translate';

const word = newWord();
const own = (nombre: string) => `${nombre} ${word}`;
/** Words of the pages' own checks. */
let complaints: string[];

openStage();
const admin = provideProvenPerson(server, { name: 'Ada', roles: ['admin'] });

async function openTranslated({ person, isEarly = false }: { person?: Person; isEarly?: boolean }): Promise<Page> {
  const page = await openPage({ viewport: DESKTOP, ...(person && { person }) });
  await page.addInitScript(translate, isEarly);
  complaints = watchConsoleErrors(page);
  return page;
}

async function ready(page: Page): Promise<void> {
  await waitForIslands(page);
  await page.locator('html.translated-ltr').waitFor();
  expect(await page.locator('font > font').count()).toBeGreaterThan(5);
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Nothing crashed, and React holds no text that is not on the page. */
const expectWhole = () =>
  // Hydration of what is translated already begins anew (#418), and the browser itself logs refusals.
  expect(complaints.filter((text) => !/#418|status of 4/.test(text))).toEqual([]);

test('what was typed before a translated page hydrates is kept, and sent', async () => {
  const person = makePerson(server, { name: 'Ana' });
  const page = await openTranslated({ isEarly: true });
  const { promise: scripts, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', (route) => scripts.then(() => route.continue()));
  await page.goto('/login', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await email.waitFor();
  // The browser says so only once the scripts have come.
  await page.evaluate(() => void document.dispatchEvent(new Event('DOMContentLoaded')));
  await page.locator('html.translated-ltr').waitFor();
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await email.fill(person.email);
  release();
  await ready(page);
  await expect.poll(() => email.inputValue()).toBe(person.email);
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
  await button(page, 'Iniciar sesión').click();
  await atPath(page, '/panel');
});

test('what is typed between a translated page’s begin of hydration and its being drawn anew is kept', async () => {
  const page = await openTranslated({ isEarly: true });
  await page.addInitScript(() => {
    // Astro takes the mark away once React has begun.
    new MutationObserver((_, observer) => {
      const email = document.querySelector<HTMLInputElement>('astro-island:not([ssr]) input[type=email]');
      if (!email) return;
      observer.disconnect();
      email.focus();
      email.value = 'ana@equipo.example.com';
      email.dispatchEvent(new Event('input', { bubbles: true }));
    }).observe(document, { subtree: true, attributeFilter: ['ssr'] });
  });
  await visit(page, '/login');
  await page.getByLabel('Email').and(page.locator(':focus')).waitFor();
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ana@equipo.example.com');
  expectWhole();
});

test.for([false, true])('one signs in, and changes the own name (translated before hydration: %s)', async (isEarly) => {
  const person = makePerson(server, { name: 'Ana' });
  const page = await openTranslated({ isEarly });
  await visit(page, '/login');
  await page.getByLabel('Email').fill(person.email);
  const password = page.getByLabel('Contraseña', { exact: true });
  await password.fill('no es esta');
  await button(page, 'Iniciar sesión').click();
  await toast(page, 'Email o contraseña incorrectos');
  await button(page, 'Mostrar contraseña').click();
  await password.fill(PASSWORD);
  await button(page, 'Iniciar sesión').click();
  await atPath(page, '/panel');
  await visit(page, '/cuenta');
  await page.getByLabel('Nombre').fill('Ana María');
  await button(page, 'Guardar').click();
  await toast(page, 'Nombre guardado');
  await button(page, 'Guardar').waitFor();
  await page.getByRole('radio', { name: /^Cada consulta/ }).check();
  await button(page, 'Guardar avisos').click();
  await toast(page, 'Avisos guardados');
  await button(page, 'Crear dirección').click();
  await button(page, 'Crear otra').waitFor();
  for (const path of ['/cuenta/recuperar', '/cuenta/cambiar-contrasena', '/cuenta/verificacion'])
    await visit(page, path);
  expectWhole();
});

test.for([false, true])(
  'leads are made, walked, changed and noted (translated before hydration: %s)',
  async (isEarly) => {
    const [first, second, made] = [own(`Iris ${isEarly}`), own(`Omar ${isEarly}`), own(`Hecha ${isEarly}`)];
    await makeLead(server, admin, { nombre: second, email: `omar-${isEarly}-${word}@x.example.com`, pais: 'Perú' });
    await makeLead(server, admin, { nombre: first, email: `iris-${isEarly}-${word}@x.example.com`, pais: 'Chile' });
    const page = await openTranslated({ person: admin, isEarly });
    await visit(page, '/panel');
    await button(page, 'Crear Lead').click();
    const creation = page.getByRole('dialog', { name: 'Crear Lead Manual' });
    const submit = creation.getByRole('button', { name: 'Crear Lead' });
    await submit.click();
    await toast(page, 'Nombre y email son obligatorios');
    await creation.getByLabel('Nombre *').fill(made);
    await creation.getByLabel('Email *').fill(`hecha-${isEarly}-${word}@x.example.com`);
    await submit.click();
    await toast(page, 'Lead creado exitosamente');
    await creation.waitFor({ state: 'detached' });

    const contacted = await readCounter(page, 'Contactados');
    await page.getByLabel('Buscar').fill(`${isEarly} ${word}`);
    await page.getByText('3 leads', { exact: true }).waitFor();
    await rowOf(page, first).getByRole('button', { name: 'Nuevo', exact: true }).click();
    await page.getByRole('dialog', { name: 'Cambiar estado a:' }).getByRole('button', { name: 'Contactado' }).click();
    await toast(page, 'Estado actualizado correctamente');
    await rowOf(page, first).getByRole('button', { name: 'Contactado', exact: true }).waitFor();
    await expect.poll(() => readCounter(page, 'Contactados')).toBe(contacted + 1);

    await nameOf(page, first).click();
    const lead = page.getByRole('dialog', { name: first });
    await lead.getByText(`iris-${isEarly}-${word}@x.example.com`).waitFor();
    await lead.getByLabel('Nueva nota').fill('Llamar el lunes');
    await lead.getByRole('button', { name: 'Guardar nota' }).click();
    await toast(page, 'Nota añadida');
    const note = lead.getByRole('listitem').filter({ hasText: /Llamar el|nota eliminada/ });
    await note.getByRole('button', { name: 'Editar' }).click();
    await note.getByLabel('Editar nota').fill('Llamar el martes');
    await note.getByRole('button', { name: 'Guardar' }).click();
    await toast(page, 'Nota actualizada');
    await note.getByText('Llamar el martes').waitFor();
    await note.getByText('(editada)').waitFor();
    await note.getByRole('button', { name: 'Eliminar' }).click();
    await note.getByText('(nota eliminada)').waitFor();
    await openMore(lead);
    await factOf(lead, 'Empresa').click();
    await lead.getByLabel('Empresa').fill('Casa Sur');
    await lead.getByLabel('Empresa').press('Enter');
    await lead.getByRole('button', { name: 'Casa Sur' }).waitFor();
    await lead.getByRole('tabpanel', { name: 'Información' }).getByRole('button', { name: 'En 3 días' }).click();
    await lead.getByLabel('Tipo de cliente').selectOption('Constructora');
    await toast(page, 'Datos guardados');

    // Nothing of the former lead is left.
    await lead.getByRole('heading', { name: first }).click();
    await page.keyboard.press('j');
    const next = page.getByRole('dialog', { name: second });
    await next.getByText(`omar-${isEarly}-${word}@x.example.com`).waitFor();
    await next.getByText('No hay notas para este lead').waitFor();
    const shown = await next.innerText();
    expect(shown).toContain(second);
    expect(shown).not.toMatch(new RegExp(`${first}|iris-|Casa Sur|nota eliminada`));
    expect(await next.getByLabel('País').or(factOf(next, 'País')).innerText()).toContain('Perú');
    await page.keyboard.press('Escape');
    await next.waitFor({ state: 'detached' });

    await page.getByLabel('País').selectOption('Chile');
    await page.getByText('1 lead', { exact: true }).waitFor();
    await rowOf(page, second).waitFor({ state: 'detached' });
    await button(page, 'Guardar vista').click();
    const view = page.getByRole('dialog', { name: 'Guardar vista' });
    await view.getByRole('button', { name: 'Guardar' }).click();
    await view.getByText('Nombre: escribí uno para la vista.').waitFor();
    await view.getByLabel('Nombre').fill(own(`Chile ${isEarly}`));
    await page.keyboard.press('Enter');
    await page
      .getByRole('navigation', { name: 'Vistas' })
      .getByRole('link', { name: own(`Chile ${isEarly}`) })
      .waitFor();

    await button(page, `Eliminar lead ${first}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await toast(page, 'Lead eliminado correctamente');
    await rowOf(page, first).waitFor({ state: 'detached' });
    await page.getByText('0 leads', { exact: true }).waitFor();
    await visit(page, '/panel/papelera');
    await button(page, `Recuperar lead ${first}`).click();
    await toast(page, 'Lead recuperado');

    await submitEnquiry(server, { ...validEnquiry, nombre: own(`Robot ${isEarly}`), sitio_web: 'x' });
    await visit(page, '/panel/apartadas');
    await button(page, `Descartar la consulta de ${own(`Robot ${isEarly}`)}`).click();
    await toast(page, 'Consulta descartada');
    await button(page, 'Deshacer').click();
    await toast(page, 'Consulta recuperada');
    await button(page, `Aceptar como lead la consulta de ${own(`Robot ${isEarly}`)}`).click();
    await toast(page, 'Consulta aceptada como lead');
    expectWhole();
  },
);

test('administrators invite, create an agency, write a message, import a file and read the numbers', async () => {
  const page = await openTranslated({ person: admin });
  await visit(page, '/users?vista=equipo&invitar');
  const invitation = page.getByRole('dialog', { name: 'Invitar al equipo' });
  const address = `invitada-${word}@equipo.example.com`;
  await invitation.getByRole('textbox', { name: 'Email' }).fill('sin arroba');
  await page.keyboard.press('Enter');
  await invitation.getByText('Email: escribí una dirección válida').waitFor();
  await invitation.getByRole('textbox', { name: 'Email' }).fill(address);
  await invitation.getByRole('button', { name: 'Enviar invitación' }).click();
  await toast(page, `Invitación enviada a ${address}`);
  await page.getByRole('listitem').filter({ hasText: address }).getByText('En un archivo', { exact: true }).waitFor();
  await visit(page, '/users?vista=registro');

  await visit(page, '/users');
  await button(page, 'Crear Inmobiliaria').click();
  const company = page.getByRole('dialog', { name: 'Crear Inmobiliaria' });
  await company.getByRole('button', { name: 'Crear Inmobiliaria' }).click();
  await company.getByText('Nombre: escribí el nombre de la inmobiliaria.').waitFor();
  await company.getByLabel('Nombre').fill(own('Altos'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: own('Altos') }).waitFor();
  await ready(page);

  await visit(page, '/users/mensajes');
  await button(page, 'Nuevo mensaje').click();
  const message = page.getByRole('dialog', { name: 'Nuevo mensaje' });
  await message.getByLabel('Nombre').fill(own('Feria'));
  await message.getByLabel('Texto con vos').fill('Hola {apellido}');
  await message.getByLabel('Texto con tú').fill('Hola {nombre}, ¿irás a la feria?');
  await message.getByText('{apellido} no existe; usá {nombre}').waitFor();
  await message.getByLabel('Texto con vos').fill('Hola {nombre}, ¿vas a la feria?');
  await message.getByRole('button', { name: 'Guardar' }).click();
  await toast(page, 'Mensaje guardado');
  await button(page, `Editar ${own('Feria')}`).waitFor();

  await visit(page, '/panel/importar');
  const file = `Nombre;Email;País\nRita;rita-${word}@x.example.com;Chile`;
  await page
    .getByLabel('Elegir archivo')
    .setInputFiles({ name: `clientes-${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('heading', { name: 'Columnas', level: 2 }).waitFor();
  await button(page, 'Revisar').click();
  await page.getByRole('heading', { name: 'Revisión', level: 2 }).waitFor();
  await page.getByRole('button', { name: /^Importar/ }).click();
  await page.getByRole('heading', { name: 'Importación', level: 2 }).waitFor();
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText();
  await expect.poll(() => figure('creados')).toBe('1');

  await visit(page, '/panel/numeros');
  await page.getByRole('link', { name: '7 días' }).click();
  await page.waitForURL(/periodo=7d/);
  await ready(page);
  for (const path of ['/users/tokens', '/users/destinos', '/users/avisos', '/users/whatsapp']) await visit(page, path);
  expectWhole();
  withDatabase(server, (db) => db.prepare('DELETE FROM saved_views WHERE author_id = ?').run(admin.id));
});
