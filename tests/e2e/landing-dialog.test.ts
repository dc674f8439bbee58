import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { intercept, launchBrowser } from '../support/browser';
import { withDatabase } from '../support/database';
import { fillEnquiry, topOf, visitLanding, waitForLiveDialog } from '../support/landing';
import { DESKTOP, openStage, PHONE, server } from '../support/stage';

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

const enquiriesBy = (email: string) =>
  withDatabase(server, (db) => db.prepare('SELECT submission_id FROM leads WHERE email = ?').all(email)) as {
    submission_id: string;
  }[];

describe('the contact dialog', () => {
  test('is open before any of its code is asked for, from every one of its buttons, with its topic', async () => {
    const { page, complaints } = await visitLanding({
      // Its code never answers.
      before: (blank) => intercept(blank, '**/_astro/*.js', () => {}),
    });
    const seen = new Set<string>();
    for (const [name, topic] of OPENERS) {
      const openAtOnce = await opener(page, name).evaluate((button: HTMLElement) => {
        button.click();
        return document.querySelector<HTMLDialogElement>('#contacto')?.open;
      });
      expect(openAtOnce, name).toBe(true);
      expect(await page.locator('#contacto').getAttribute('data-topic'), name).toBe(topic);
      const id = await submissionId(page);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(seen.has(id), 'a fresh submission_id').toBe(false);
      seen.add(id);
      await dialogOf(page).getByRole('button', { name: 'Cerrar' }).click();
      expect(await isOpen(page)).toBe(false);
    }
    expect(complaints).toEqual([]);
  });

  test('says what it is for and asks for the five fields, with both hints', async () => {
    const { page } = await visitLanding();
    await opener(page).click();
    const dialog = dialogOf(page);
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
        .evaluateAll((options) =>
          options.map((option) => `${option.getAttribute('value')} ${option.textContent}`),
        ),
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
    const phone = dialog.getByLabel('WhatsApp');
    const hints = await phone.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    );
    expect(hints).toEqual([
      'Formato E.164: +549... (código de país + número sin espacios)',
      'Formato: +[código país][número] (ej: +5491123456789)',
    ]);
  });

  test('validates as the browser does, field by field', async () => {
    const { page } = await visitLanding();
    await opener(page).click();
    await waitForLiveDialog(page);
    const invalid = () =>
      page.locator('#contacto form[method=post] :invalid').evaluateAll((fields) => fields.map((f) => f.id));
    await dialogOf(page).getByRole('button', { name: 'Enviar consulta' }).click();
    expect(await invalid()).toEqual(
      ['nombre', 'email', 'pais', 'telefono', 'mensaje'].map((name) => `contacto-${name}`),
    );
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('contacto-nombre');
    await fillEnquiry(dialogOf(page), { email: 'sin-arroba' });
    expect(await invalid()).toEqual(['contacto-email']);
    for (const telefono of ['15 2345 6789', '+12345', '+1234567890123456', '+54911a']) {
      await fillEnquiry(dialogOf(page), { telefono });
      expect(await invalid(), telefono).toEqual(['contacto-telefono']);
    }
    for (const telefono of ['+123456', '+123456789012345']) {
      await fillEnquiry(dialogOf(page), { telefono });
      expect(await invalid(), telefono).toEqual([]);
    }
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('takes a number as people type it, and says what it lacks meanwhile', async () => {
    const { page } = await visitLanding();
    await opener(page).click();
    await waitForLiveDialog(page);
    const phone = dialogOf(page).getByLabel('WhatsApp');
    const lack = dialogOf(page).getByRole('status');
    await phone.pressSequentially('(0981) 123-456');
    await expect.poll(() => lack.innerText()).toBe('Falta el código de país: elegí tu país o empezá con +.');
    await dialogOf(page).locator('[name=pais]').selectOption('PY');
    await expect.poll(() => phone.inputValue()).toBe('+595981123456');
    expect(await lack.innerText()).toBe('');
    await phone.fill('+54 9 11 2345-6789');
    await phone.press('Tab');
    await expect.poll(() => phone.inputValue()).toBe('+5491123456789');
  });

  test('comes back as it was sent when the connection was lost, for an enquiry of its own', async () => {
    const { page } = await visitLanding();
    await opener(page).click();
    await waitForLiveDialog(page);
    const first = await submissionId(page);
    await fillEnquiry(dialogOf(page), { mensaje: 'Busco un agente para 40 propiedades.' });
    await intercept(page, '**/webhook/**', (route) => route.abort());
    await dialogOf(page).getByRole('button', { name: 'Enviar consulta' }).click();
    await page.waitForURL(/chrome-error/);
    await page.goBack();
    await dialogOf(page).waitFor();
    expect(await dialogOf(page).getByLabel('Mensaje').inputValue()).toBe(
      'Busco un agente para 40 propiedades.',
    );
    expect(await submissionId(page)).not.toBe(first);
  });

  test('locks the page behind it, closes by button, key and overlay, and gives the focus back', async () => {
    const { page, complaints } = await visitLanding({ viewport: DESKTOP });
    const button = opener(page, 'Quiero explorar automatizaciones');
    await button.scrollIntoViewIfNeeded();
    const before = await topOf(page, '#capabilities');
    const close: Record<string, () => Promise<unknown>> = {
      'before its code: button': () => dialogOf(page).getByRole('button', { name: 'Cerrar' }).click(),
      Escape: () => page.keyboard.press('Escape'),
      overlay: () => page.mouse.click(8, 8),
      button: () => dialogOf(page).getByRole('button', { name: 'Cerrar' }).click(),
    };
    for (const [way, act] of Object.entries(close)) {
      await button.focus();
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor();
      if (!way.startsWith('before')) await waitForLiveDialog(page);
      await page.mouse.move(8, 450);
      await page.mouse.wheel(0, 600);
      await page.keyboard.press('End');
      expect(await topOf(page, '#capabilities'), `${way}: the page stays`).toBe(before);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
      expect(
        await page.evaluate(() => document.querySelector('#contacto')?.contains(document.activeElement)),
      ).toBe(true);
      await act();
      await expect.poll(() => isOpen(page), { message: way }).toBe(false);
      expect(await page.evaluate(() => document.activeElement?.textContent?.trim()), way).toBe(
        'Quiero explorar automatizaciones',
      );
    }
    expect(complaints).toEqual([]);
  });

  test.each([
    ['a phone', PHONE],
    ['a desk', DESKTOP],
  ])('moves and hides nothing of the page behind it on %s', async (_name, viewport) => {
    // By its anchor: no section of the page is left to be laid out later.
    const { page } = await visitLanding({ viewport, path: '/#pricing' });
    const button = opener(page, 'Quiero el Chat con IA');
    await button.scrollIntoViewIfNeeded();
    // Two frames later whatever would move has moved.
    const places = () =>
      page.evaluate(async () => {
        for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
        return [...document.querySelectorAll('main > *, footer, #pricing *')].map((element) => {
          const { top, left, width, height } = element.getBoundingClientRect();
          return [element.tagName, top, left, width, height].join(' ');
        });
      });
    const before = await places();
    await button.click();
    expect(await places()).toEqual(before);
    await page.keyboard.press('Escape');
    expect(await places()).toEqual(before);
  });

  test('takes at most 85 % of a small screen and scrolls inside', async () => {
    for (const viewport of [PHONE, { width: 740, height: 360 }]) {
      const { page } = await visitLanding({ viewport });
      await opener(page).click();
      const { height, scrolls, inside } = await page.locator('#contacto').evaluate((dialog) => {
        dialog.scrollTop = dialog.scrollHeight;
        const submit = dialog.querySelector('[method=post] [type=submit]')?.getBoundingClientRect();
        const { bottom, height, left, right } = dialog.getBoundingClientRect();
        return {
          height,
          scrolls: dialog.scrollTop > 0,
          inside: Boolean(submit && submit.bottom <= bottom && left >= 0 && right <= innerWidth),
        };
      });
      expect(height).toBeLessThanOrEqual(viewport.height * 0.85 + 0.5);
      expect({ scrolls, inside }).toEqual({ scrolls: true, inside: true });
    }
  });

  test('sends an enquiry even if its code never comes', async () => {
    const { page } = await visitLanding({
      before: (blank) => intercept(blank, '**/_astro/*.js', (route) => route.abort()),
    });
    await opener(page).click();
    const id = await submissionId(page);
    await fillEnquiry(dialogOf(page), { email: 'sin-codigo@x.example.com' });
    await dialogOf(page).getByRole('button', { name: 'Enviar consulta' }).click();
    await page.waitForURL('**/gracias');
    expect(enquiriesBy('sin-codigo@x.example.com')).toEqual([{ submission_id: id }]);
  });

  test('opens in browsers that do not know `command`', async () => {
    const { page } = await visitLanding({
      before: async (blank) => {
        await blank.addInitScript(() => {
          Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement');
        });
        await intercept(blank, '**/', async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll('command="show-modal"', 'command="--unknown"');
          await route.fulfill({ response, body });
        });
      },
    });
    await opener(page, 'Quiero el Chat con IA').click();
    await dialogOf(page).waitFor();
    expect(await submissionId(page)).not.toBe('');
    expect(await page.locator('#contacto').getAttribute('data-topic')).toBe('Plan Chat con IA');
  });

  test('is one enquiry, however often the button is pressed', async () => {
    const { page, complaints } = await visitLanding();
    await opener(page).click();
    await waitForLiveDialog(page);
    await fillEnquiry(dialogOf(page), { email: 'impaciente@x.example.com' });
    const submit = dialogOf(page).locator('[method=post] [type=submit]');
    await submit.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await page.waitForURL('**/gracias');
    expect(enquiriesBy('impaciente@x.example.com')).toHaveLength(1);
    await page.goBack();
    await dialogOf(page).getByRole('button', { name: 'Enviar consulta' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

test('whoever goes back, mends the message and sends again has sent two enquiries', async () => {
  const reader = await launchBrowser([], { backForwardCache: true });
  try {
    const email = 'corrige@x.example.com';
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
    // The very page that was left: the browser kept it alive.
    await page.waitForFunction(() => document.documentElement.dataset['persisted'] === 'true');
    const message = dialogOf(page).getByLabel('Mensaje');
    expect(await message.inputValue()).toBe('Somos 4 agentes.');
    await message.fill('Somos 14 agentes.');
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
