import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { intercept, launchBrowser } from '../support/browser';
import { withDatabase } from '../support/database';
import { validEnquiry } from '../support/http';
import { fillEnquiry, goTo, standStill, topOf, visitLanding, waitForLiveDialog } from '../support/landing';
import { newWord } from '../support/new-word';
import { DESKTOP, openStage, PHONE, server } from '../support/stage';
import { translate } from '../support/translate';

openStage();

const OPENERS: [name: string, topic: string][] = [
  ['Quiero mi agente inmobiliario IA', ''],
  ['Quiero explorar automatizaciones', 'Automatizaciones personalizadas'],
  ['Quiero el Agente Inicial', 'Plan Agente Inicial'],
  ['Quiero el Chatbot Clásico', 'Plan Chatbot Clásico'],
  ['Quiero el Chat con IA', 'Plan Chat con IA'],
  ['Quiero el Agente de IA', 'Plan Agente de IA'],
  ['Hacer otra pregunta', ''],
  ['Quiero empezar hoy', ''],
];

const opener = (page: Page, name = 'Quiero mi agente inmobiliario IA') => page.getByRole('button', { name });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Contactanos' });
const submissionId = (page: Page) => page.locator('#contacto [name=submission_id]').inputValue();
const isOpen = (page: Page) => page.locator('#contacto').evaluate((dialog: HTMLDialogElement) => dialog.open);

/** There once a form's code has come: then the number that it asks for is one that it has completed. */
const enhancedForm = (page: Page) => page.locator('.enquiry:has([name=telefono][pattern^="\\\\+"])');

const enquiriesBy = (email: string) =>
  withDatabase(server, (db) => db.prepare('SELECT submission_id FROM leads WHERE email = ?').all(email)) as {
    submission_id: string;
  }[];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const newEmail = () => `${newWord()}@x.example.com`;

/** Opens the dialog by keyboard, tries to scroll the page behind it, and closes it as given. */
async function lockAndClose(page: Page, way: string, close: () => Promise<unknown>): Promise<void> {
  const button = opener(page, 'Quiero explorar automatizaciones');
  await button.scrollIntoViewIfNeeded();
  // What has come into sight is laid out in the next frame.
  await standStill(page);
  const before = await topOf(page, '#capabilities');
  await button.focus();
  await page.keyboard.press('Enter');
  await dialogOf(page).waitFor();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY), { message: way })
    .toBe('hidden');
  await page.mouse.move(8, 450);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press('End');
  expect(await topOf(page, '#capabilities'), `${way}: the page stays`).toBe(before);
  expect(
    await page.evaluate(() => document.querySelector('#contacto')?.contains(document.activeElement)),
    `${way}: the focus is in the dialog`,
  ).toBe(true);
  await close();
  await expect.poll(() => isOpen(page), { message: way }).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim()), way).toBe(
    'Quiero explorar automatizaciones',
  );
}

test('the contact dialog opens, closes and sends before any of its code has come, from every one of its buttons', async () => {
  const { page, complaints } = await visitLanding({
    viewport: DESKTOP,
    // Its code never arrives.
    before: (blank) => intercept(blank, '**/_astro/*.js', () => {}),
  });
  const dialog = dialogOf(page);
  const closing = dialog.getByRole('button', { name: 'Cerrar' });
  const seen = new Set<string>();
  for (const [name, topic] of OPENERS) {
    const openAtOnce = await opener(page, name).evaluate((button: HTMLElement) => {
      button.click();
      return document.querySelector<HTMLDialogElement>('#contacto')?.open;
    });
    expect(openAtOnce, name).toBe(true);
    expect(await page.locator('#contacto').getAttribute('data-topic'), name).toBe(topic);
    const id = await submissionId(page);
    expect(id).toMatch(UUID);
    expect(seen.has(id), 'a fresh submission_id').toBe(false);
    seen.add(id);
    await closing.click();
    expect(await isOpen(page), name).toBe(false);
  }
  await lockAndClose(page, 'button', () => closing.click());
  expect(complaints).toEqual([]);

  await opener(page).click();
  await dialog.getByText('Completá el formulario y te contactaremos pronto.').waitFor();
  expect(
    await dialog
      .locator('form[method=post]')
      .evaluate((form: HTMLFormElement) =>
        [...form.elements]
          .filter((field) => 'required' in field && field.required)
          .map((field) => `${field.getAttribute('name')}:${(field as HTMLInputElement).type}`),
      ),
  ).toEqual(['nombre:text', 'email:email', 'pais:select-one', 'telefono:tel', 'mensaje:textarea']);
  expect(await dialog.locator('[name=mensaje]').getAttribute('rows')).toBe('4');
  expect(
    await dialog
      .locator('[name=pais] option')
      .evaluateAll((options) => options.map((option) => `${option.getAttribute('value')} ${option.textContent}`)),
  ).toEqual([
    ' Selecciona tu país',
    'AR Argentina',
    'PY Paraguay',
    'BO Bolivia',
    'PE Perú',
    'UY Uruguay',
    'MX México',
    'ES España',
    'ROW Otro país',
  ]);
  const phone = dialog.getByLabel('Teléfono de WhatsApp');
  const hints = await phone.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
  );
  expect(hints).toEqual([
    'Formato E.164: +549... (código de país + número sin espacios)',
    'Formato: +[código país][número] (ej: +5491123456789)',
  ]);

  const email = newEmail();
  const id = await submissionId(page);
  await fillEnquiry(dialog, { email });
  await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
  await page.waitForURL('**/gracias');
  expect(enquiriesBy(email)).toEqual([{ submission_id: id }]);
});

test('the contact dialog validates as the browser does, understands numbers as people type them, and loses nothing with the connection', async () => {
  const { page, complaints } = await visitLanding();
  await opener(page).click();
  await waitForLiveDialog(page);
  const dialog = dialogOf(page);
  const first = await submissionId(page);
  const invalid = () =>
    page.locator('#contacto form[method=post] :invalid').evaluateAll((fields) => fields.map((f) => f.id));
  const submit = dialog.getByRole('button', { name: 'Enviar consulta' });
  await submit.click();
  expect(await invalid()).toEqual(['nombre', 'email', 'pais', 'telefono', 'mensaje'].map((name) => `contacto-${name}`));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('contacto-nombre');
  await fillEnquiry(dialog, { email: 'sin-arroba' });
  expect(await invalid()).toEqual(['contacto-email']);
  for (const telefono of ['15 2345 6789', '+12345', '+1234567890123456', '+54911a']) {
    await fillEnquiry(dialog, { telefono });
    expect(await invalid(), telefono).toEqual(['contacto-telefono']);
  }
  for (const telefono of ['+123456', '+123456789012345']) {
    await fillEnquiry(dialog, { telefono });
    expect(await invalid(), telefono).toEqual([]);
  }
  expect(new URL(page.url()).pathname).toBe('/');

  const country = dialog.locator('[name=pais]');
  const phone = dialog.getByLabel('Teléfono de WhatsApp');
  const lack = dialog.getByRole('status');
  await country.selectOption('');
  await phone.fill('');
  await phone.pressSequentially('(0981) 123-456');
  await expect.poll(() => lack.innerText()).toBe('Falta el código de país: elegí tu país o empezá con +.');
  await country.selectOption('PY');
  await expect.poll(() => phone.inputValue()).toBe('+595981123456');
  expect(await lack.innerText()).toBe('');
  await phone.fill('+54 9 11 2345-6789');
  await phone.press('Tab');
  await expect.poll(() => phone.inputValue()).toBe('+5491123456789');

  const mensaje = 'Busco un agente para 40 propiedades.';
  await fillEnquiry(dialog, { mensaje });
  await intercept(page, '**/webhook/**', (route) => route.abort());
  await submit.click();
  await page.waitForURL(/chrome-error/);
  await page.unroute('**/webhook/**');
  await page.goBack();
  await dialog.getByText('No sabemos si llegó: enviala otra vez').waitFor();
  expect(await dialog.getByLabel('Mensaje').inputValue()).toBe(mensaje);
  expect(await submissionId(page), 'the same enquiry').toBe(first);

  complaints.length = 0;
  const email = newEmail();
  await fillEnquiry(dialog, { email });
  await submit.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL('**/gracias');
  expect(enquiriesBy(email), 'one enquiry, however often the button is pressed').toEqual([{ submission_id: first }]);
  await page.goBack();
  await dialog.getByText('Ya recibimos tu consulta').waitFor();
  expect(await dialog.getByRole('definition').allInnerTexts()).toEqual([
    validEnquiry.nombre,
    email,
    'Argentina',
    validEnquiry.telefono,
    validEnquiry.mensaje,
  ]);
  expect(await submit.isVisible()).toBe(false);
  await dialog.getByRole('button', { name: 'Hacer otra' }).click();
  expect(await dialog.getByLabel('Mensaje').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await dialog.getByLabel('Mensaje').inputValue()).toBe('');
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe(validEnquiry.nombre);
  expect(await submissionId(page), 'an enquiry of its own').not.toBe(first);
  expect(complaints).toEqual([]);
});

test('the contact dialog closes by key, overlay and button and gives the focus back, and at every size the page behind it stays as it is', async () => {
  const { page, complaints } = await visitLanding({ viewport: DESKTOP });
  const dialog = dialogOf(page);
  await opener(page).click();
  await waitForLiveDialog(page);
  await page.keyboard.press('Escape');
  await lockAndClose(page, 'Escape', () => page.keyboard.press('Escape'));
  await lockAndClose(page, 'overlay', () => page.mouse.click(8, 8));
  await lockAndClose(page, 'button', () => dialog.getByRole('button', { name: 'Cerrar' }).click());

  // Two frames later all movement is done.
  const places = () =>
    page.evaluate(async () => {
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
      return [...document.querySelectorAll('main > *, footer, #pricing *')].map((element) => {
        const { top, left, width, height } = element.getBoundingClientRect();
        return [element.tagName, top, left, width, height].join(' ');
      });
    });
  const LANDSCAPE = { width: 740, height: 360 };
  for (const viewport of [DESKTOP, PHONE, LANDSCAPE]) {
    const size = `${viewport.width} × ${viewport.height}`;
    await page.setViewportSize(viewport);
    // By anchor: it lays out every section of the page.
    await page.goto('about:blank');
    await goTo(page, '/#pricing');
    const button = opener(page, 'Quiero el Chat con IA');
    await button.scrollIntoViewIfNeeded();
    const before = await places();
    await button.click();
    expect(await places(), `${size}, open`).toEqual(before);
    const { height, endsInside, scrolls, scrolledInside } = await page.locator('#contacto').evaluate((element) => {
      const hasSubmit = () => {
        const submit = element.querySelector('[method=post] [type=submit]')?.getBoundingClientRect();
        const { bottom, left, right } = element.getBoundingClientRect();
        return Boolean(submit && submit.bottom <= bottom && left >= 0 && right <= innerWidth);
      };
      const endsInside = hasSubmit();
      element.scrollTop = element.scrollHeight;
      const { height } = element.getBoundingClientRect();
      return { height, endsInside, scrolls: element.scrollTop > 0, scrolledInside: hasSubmit() };
    });
    // Where a sticky button would cover the fields, it stays at the end.
    expect(endsInside, `${size}: sent without scrolling`).toBe(viewport !== LANDSCAPE);
    if (viewport !== DESKTOP) {
      expect(height, size).toBeLessThanOrEqual(viewport.height * 0.85 + 0.5);
      expect({ scrolls, scrolledInside }, size).toEqual({ scrolls: true, scrolledInside: true });
    }
    await page.keyboard.press('Escape');
    expect(await places(), `${size}, closed`).toEqual(before);
  }
  expect(complaints).toEqual([]);
});

test('the contact dialog opens and sends in a browser that does not know `command`, even if its code never comes', async () => {
  const { page } = await visitLanding({
    before: async (blank) => {
      await blank.addInitScript(() => {
        Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement');
        // Missing outside secure contexts.
        Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
      });
      await intercept(blank, '**/', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('command="show-modal"', 'command="--unknown"');
        await route.fulfill({ response, body });
      });
      await intercept(blank, '**/_astro/*.js', (route) => route.abort());
    },
  });
  await opener(page, 'Quiero el Chat con IA').click();
  await dialogOf(page).waitFor();
  expect(await page.locator('#contacto').getAttribute('data-topic')).toBe('Plan Chat con IA');
  const email = newEmail();
  const id = await submissionId(page);
  expect(id).toMatch(UUID);
  await fillEnquiry(dialogOf(page), { email });
  await dialogOf(page).getByRole('button', { name: 'Enviar consulta' }).click();
  await page.waitForURL('**/gracias');
  expect(enquiriesBy(email)).toEqual([{ submission_id: id }]);
});

test('whoever goes back and makes another one has sent two enquiries', async () => {
  const reader = await launchBrowser([], { backForwardCache: true });
  try {
    const email = newEmail();
    const { page } = await visitLanding({
      reader,
      before: (blank) =>
        blank.addInitScript(() =>
          addEventListener('pageshow', ({ persisted }) => {
            document.documentElement.dataset['persisted'] = String(persisted);
          }),
        ),
    });
    await opener(page).click();
    await waitForLiveDialog(page);
    await fillEnquiry(dialogOf(page), { email, mensaje: 'Somos 4 agentes.' });
    const submit = dialogOf(page).getByRole('button', { name: 'Enviar consulta' });
    await submit.click();
    await page.waitForURL('**/gracias');
    await page.evaluate(() => void setTimeout(() => history.back()));
    // The very same page, from the back-forward cache.
    await page.waitForFunction(() => document.documentElement.dataset['persisted'] === 'true');
    await dialogOf(page).getByText('Somos 4 agentes.').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Hacer otra' }).click();
    await dialogOf(page).getByLabel('Mensaje').fill('Somos 14 agentes.');
    await submit.click();
    await page.waitForURL('**/gracias');
    const leads = withDatabase(server, (db) =>
      db.prepare('SELECT mensaje FROM leads WHERE email = ? ORDER BY id').all(email),
    );
    expect(leads).toEqual([{ mensaje: 'Somos 4 agentes.' }, { mensaje: 'Somos 14 agentes.' }]);
  } finally {
    await reader.close();
  }
});

test('the dialog remembers the plan that opened it and where its visitor came from, and a corrected enquiry can be gone back from', async () => {
  const { page, complaints } = await visitLanding({ path: '/?utm_source=google&utm_campaign=primavera' });
  await page.getByRole('radio', { name: 'Mensual' }).check();
  await opener(page, 'Quiero el Agente de IA').click();
  const dialog = dialogOf(page);
  await dialog.getByText('Sobre: Agente de IA · mensual').waitFor();
  const message = dialog.getByLabel('Mensaje');
  await message.focus();
  const ring = await message.evaluate((field) => getComputedStyle(field).outlineColor);
  expect(ring, 'no error’s').toBe('rgb(15, 91, 83)');
  // Nothing is typed for anybody, and the visitor's own words stay.
  await page.keyboard.press('Escape');
  await opener(page).click();
  await dialog.getByText('Sobre:').waitFor({ state: 'detached' });
  expect(await message.inputValue()).toBe('');
  await message.fill('Somos 4 agentes.');
  await page.keyboard.press('Escape');
  await opener(page, 'Quiero el Chat con IA').click();
  await dialog.getByText('Sobre: Chat con IA · mensual').waitFor();
  expect(await message.inputValue()).toBe('Somos 4 agentes.');

  // Valid for the browser, not for the server.
  const email = newEmail();
  await fillEnquiry(dialog, { email, mensaje: 'Somos 4 agentes.' });
  await dialog.getByLabel('Email').evaluate((field: HTMLInputElement) => {
    field.type = 'text';
    field.value = 'sin-arroba';
  });
  await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
  await page.getByRole('alert').waitFor();
  // Until its code has come, a page remembers nothing.
  await enhancedForm(page).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Enviar consulta' }).click();
  await page.waitForURL('**/gracias');
  const leads = () =>
    withDatabase(server, (db) =>
      db
        .prepare('SELECT tema, plan, billing, utm_source, utm_medium, utm_campaign FROM leads WHERE email = ?')
        .all(email),
    );
  const sent = {
    ...{ tema: 'Chat con IA · mensual', plan: 'chat-ia', billing: 'mensual' },
    ...{ utm_source: 'google', utm_medium: null, utm_campaign: 'primavera' },
  };
  expect(leads()).toEqual([sent]);
  await page.goBack();
  await page.getByText('Ya recibimos tu consulta').waitFor();
  expect(new URL(page.url()).pathname).toBe('/contacto');
  expect(await page.locator('[name=mensaje]').inputValue()).toBe('Somos 4 agentes.');
  await page.getByRole('link', { name: 'Hacer otra' }).click();
  await page.getByRole('button', { name: 'Enviar consulta' }).waitFor();
  expect(await page.locator('[name=mensaje]').inputValue()).toBe('');
  expect(await page.getByText('Ya recibimos tu consulta').isVisible()).toBe(false);
  expect(complaints.filter((said) => !said.includes('422'))).toEqual([]);
});

test('a page that is translated, with what extensions add, is the same to whoever asks: prices, dialog, number and topic', async () => {
  const { page, complaints } = await visitLanding({ before: (blank) => blank.addInitScript(translate, true) });
  await page.locator('html.translated-ltr').waitFor();
  const isLocked = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden');
  const monthly = page.getByRole('radio', { name: 'Mensual' });
  await monthly.check();
  await waitForLiveDialog(page);
  await page.locator('[data-island=billing] [role=status] font > font').waitFor({ state: 'attached' });
  expect(await monthly.isChecked()).toBe(true);

  const dialog = dialogOf(page);
  const ids: string[] = [];
  for (const [name, topic] of [
    ['Quiero el Agente de IA', 'Sobre: Agente de IA · mensual'],
    ['Quiero el Chat con IA', 'Sobre: Chat con IA · mensual'],
  ] as const) {
    await opener(page, name).click();
    await dialog.getByText(topic).waitFor();
    await expect.poll(isLocked).toBe(true);
    ids.push(await submissionId(page));
    await page.keyboard.press('Escape');
    await expect.poll(() => isOpen(page)).toBe(false);
    await expect.poll(isLocked).toBe(false);
  }
  await opener(page, 'Quiero el Chat con IA').click();
  await dialog.waitFor();
  ids.push(await submissionId(page));
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size, 'each opening has its own').toBe(3);

  const email = newEmail();
  const phone = dialog.getByLabel('Teléfono de WhatsApp');
  await fillEnquiry(dialog, { email, telefono: '2345 6789' });
  await phone.press('Tab');
  await dialog.getByText('Falta el código de área, sin el 15').waitFor();
  expect(await phone.inputValue(), 'too short for Argentina').toBe('2345 6789');
  await phone.fill('11 2345-6789');
  await phone.press('Tab');
  await expect.poll(() => phone.inputValue()).toBe('+5491123456789');
  await dialog.getByText('Falta el código de área').waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Enviar consulta' }).click();
  await page.waitForURL('**/gracias');
  const leads = withDatabase(server, (db) =>
    db.prepare('SELECT submission_id, whatsapp, mensaje, tema FROM leads WHERE email = ?').all(email),
  );
  expect(leads).toEqual([
    {
      ...{ submission_id: ids[2], whatsapp: '+5491123456789' },
      ...{ mensaje: validEnquiry.mensaje, tema: 'Chat con IA · mensual' },
    },
  ]);
  await page.goBack();
  await dialog.getByText('Ya recibimos tu consulta').waitFor();
  expect(await dialog.getByText('Sobre: Chat con IA · mensual').isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Hacer otra' }).click();
  await expect.poll(() => submissionId(page)).not.toBe(ids[2]);
  expect(await submissionId(page)).toMatch(UUID);
  expect(complaints).toEqual([]);
});

test('the form’s own pages complete numbers and ask as the dialog does, and so does the one that asks for corrections', async () => {
  for (const [path, pais, typed, completed] of [
    ['/contacto', 'AR', '11 2345-6789', '+5491123456789'],
    ['/mx/contacto', 'MX', '55 1234 5678', '+525512345678'],
  ] as const) {
    const { page } = await visitLanding({
      path,
      before: (blank) => blank.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID')),
    });
    const phone = page.getByLabel('Teléfono de WhatsApp');
    const completes = async () => {
      await enhancedForm(page).waitFor();
      await phone.fill(typed.slice(0, -1));
      await phone.press('Tab');
      await page.getByText('Faltan dígitos.').waitFor();
      expect(await phone.inputValue()).toBe(typed.slice(0, -1));
      await phone.fill(typed);
      await phone.press('Tab');
      await expect.poll(() => phone.inputValue()).toBe(completed);
      await page.getByText('Faltan dígitos.').waitFor({ state: 'hidden' });
    };
    const email = newEmail();
    await fillEnquiry(page, { email, pais });
    await completes();
    const id = await page.locator('[name=submission_id]').inputValue();
    expect(id).toMatch(UUID);
    // Valid for the browser, not for the server.
    await page.getByLabel('Email').evaluate((field: HTMLInputElement) => {
      field.type = 'text';
      field.value = 'sin-arroba';
    });
    await page.locator('.enquiry .btn').click();
    await page.getByRole('alert').waitFor();
    await completes();
    await page.getByLabel('Email').fill(email);
    await page.locator('.enquiry .btn').click();
    await page.waitForURL('**/gracias');
    expect(enquiriesBy(email), path).toEqual([{ submission_id: id }]);
  }
});
