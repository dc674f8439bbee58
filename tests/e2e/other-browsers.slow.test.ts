import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeAgents, makeCompany } from '../support/companies';
import { validEnquiry } from '../support/http';
import { isHydrated } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { makeLead } from '../support/panel';
import { providePerson } from '../support/provide';
import { openStage, server } from '../support/stage';
import { WAIT_TIMEOUT_MS } from '../support/timeouts';
import { ESCAPE, openChromium, openFirefox, openWebKit, type Window } from '../support/webdriver';

const SIZES = [
  [390, 844],
  [1280, 800],
] as const;
const word = newWord();
let company: number;
/** In the list's order. */
const leads: { id: number }[] = [];

openStage();
const ana = providePerson(server, { roles: ['admin'] });
beforeAll(async () => {
  company = makeCompany(server);
  makeAgents(server, company, 2);
  for (let n = 1; n <= 9; n++)
    leads.unshift(await makeLead(server, ana, { nombre: `Fila ${n} ${word}`, whatsapp: '+54 11 4321-0000' }));
});

/** Polls the page until it returns something. */
async function until<Args extends unknown[], Result>(
  window: Window,
  work: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<NonNullable<Result>> {
  const latest = Date.now() + WAIT_TIMEOUT_MS;
  while (Date.now() < latest) {
    const result = await window.run(work, ...args);
    if (result) return result as NonNullable<Result>;
  }
  const shown = await window.run(
    () => `${location.href}, the focus on ${document.activeElement?.outerHTML.slice(0, 200)}`,
  );
  throw new Error(`it never came: ${work.name || work} ${args.join(' ')}, at ${shown}`);
}

/** Where the element can be pressed; null while it is missing, moving or covered. */
async function placeOf(selector: string, name: string, at: number): Promise<{ x: number; y: number } | null> {
  const named = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? '';
  const element = [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((one) => one.checkVisibility() && named(one).trim().startsWith(name))
    .at(at);
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  const isStill = before.x === x && before.y === y;
  if (!isStill || !element.contains(document.elementFromPoint(middle.x, middle.y))) return null;

  const page = globalThis as unknown as { opener?: Element; landed?: 'on it' | 'beside it' | null };
  // The page may still move before the press: what lands beside, on a link for one, has no effect.
  if (page.landed === undefined)
    for (const type of ['mousedown', 'click'])
      addEventListener(
        type,
        (event) => {
          page.landed = page.opener?.contains(event.target as Node) ? 'on it' : 'beside it';
          if (page.landed === 'on it') return;
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        { capture: true },
      );
  Object.assign(page, { opener: element, landed: null });
  return middle;
}

/** Presses the element, wherever it moves. */
async function press(window: Window, selector: string, name = '', at = 0): Promise<void> {
  const whereLanded = () => (globalThis as unknown as { landed: string | null }).landed;
  const latest = Date.now() + WAIT_TIMEOUT_MS;
  while (Date.now() < latest) {
    const { x, y } = await until(window, placeOf, selector, name, at);
    await window.press(x, y);
    if ((await until(window, whereLanded)) === 'on it') return;
  }
  throw new Error(`no press reached ${selector} ${name}`);
}

/** Whether the focus is back on the opener, or on the modal window that contains it. A script may give it back later. */
function isFocusBack(isModal: boolean): boolean {
  const { opener } = globalThis as unknown as { opener: Element };
  const focused = document.activeElement;
  return focused === opener || (isModal && focused?.closest('[role=dialog]')?.contains(opener) === true);
}

/** As in Safari on macOS and iOS, where a press gives no focus. The bare engine does. */
const pressWithoutFocus = () =>
  document.addEventListener('mousedown', (event) => event.preventDefault(), { capture: true });

const isOpen = () => document.querySelector(':popover-open') !== null;
const isShut = () => document.querySelector(':popover-open') === null;
/** A popover with lazily loaded content has at most one button before. */
const isLoaded = () =>
  document.querySelectorAll(':popover-open :is(button, a, select)').length > 1 &&
  !document.querySelector(':popover-open :is([role=status], .filters-more:empty)');

/** Faults in the open popover's position; `isSheet`: at the viewport's lower edge, not beside its button. */
function faultsOfPopover(isSheet: boolean | null): string[] {
  const panel = [...document.querySelectorAll<HTMLElement>(':popover-open')].at(-1);
  const { opener } = globalThis as unknown as { opener: HTMLElement };
  if (!panel) return ['it is not open'];
  for (const animation of panel.getAnimations({ subtree: true })) animation.finish();
  const place = panel.getBoundingClientRect();
  const button = opener.getBoundingClientRect();
  const told = `${[place.left, place.top, place.right, place.bottom].map(Math.round)} of ${innerWidth} × ${innerHeight}`;
  const isWithin = (rect: DOMRect, by: { left: number; top: number; right: number; bottom: number }) =>
    rect.left >= by.left - 1 && rect.top >= by.top - 1 && rect.right <= by.right + 1 && rect.bottom <= by.bottom + 1;
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const controls = [...panel.querySelectorAll('button, a, input, select')]
    .filter((control) => control.checkVisibility())
    .map((control) => control.getBoundingClientRect());
  const faults: string[] = [];
  if (!isWithin(place, view)) faults.push(`it stands out of the window: ${told}`);
  if (panel.scrollHeight <= panel.clientHeight && !controls.every((control) => isWithin(control, place)))
    faults.push(`something stands out of it: ${told}`);
  const gapX = Math.max(place.left - button.right, button.left - place.right);
  const gapY = Math.max(place.top - button.bottom, button.top - place.bottom);
  if (isSheet && innerHeight - place.bottom > 10) faults.push(`it is not at the lower edge: ${told}`);
  if (isSheet === false && Math.max(gapX, gapY) > 16)
    faults.push(
      `it is not beside its button at ${Math.round(button.left)},${Math.round(button.top)},${Math.round(button.bottom)}: ${told}`,
    );
  const tops = controls.map(({ top }) => top).sort((a, b) => a - b);
  if (tops.some((top, index) => top - (tops[index - 1] ?? top) > 110)) faults.push(`it is stretched: ${told}`);
  return faults;
}

/** `sheet`: at the viewport's lower edge by design; null: anywhere. */
type Opener = { css: string; name?: string; at?: number; sheet?: boolean | null };

/** Opens each popover by a press; returns faults in it. After Escape the focus is back. */
async function walkPopovers(window: Window, openers: readonly Opener[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { css, name = '', at = 0, sheet = false } of openers) {
    await press(window, css, name, at);
    await until(window, isOpen);
    await until(window, isLoaded);
    const found = await window.run(faultsOfPopover, sheet);
    await window.type(ESCAPE);
    await until(window, isShut);
    await until(window, isFocusBack, false);
    faults.push(...found.map((fault) => `${css} ${name}: ${fault}`));
  }
  return faults;
}

/** Presses a button that opens a dialog. After Escape the focus is back. */
async function walkDialog(window: Window, css: string, name: string, isModal = false): Promise<void> {
  const countDialogs = () => document.querySelectorAll('[role=dialog]:not([popover])').length;
  const isThere = (count: number) => document.querySelectorAll('[role=dialog]:not([popover])').length === count;
  const before = await window.run(countDialogs);
  await press(window, css, name);
  await until(window, isThere, before + 1);
  await window.type(ESCAPE);
  await until(window, isThere, before);
  await until(window, isFocusBack, isModal);
}

/** The landing's faults at this size. */
async function walkLanding(window: Window): Promise<string[]> {
  await window.goto(`${server.url}/#ecosystem`);
  return window.run(() => {
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide`);
    if (document.querySelector('.clock span')?.getClientRects().length) faults.push('the clock stands still');
    const drawing = document.querySelector('.plan svg')?.getBoundingClientRect();
    const room = document.querySelector('.plan li')?.getBoundingClientRect();
    if (!drawing || !room || Math.abs(drawing.width - room.width) > 1)
      faults.push('the drawing is not as wide as its room');
    if (!drawing || Math.abs(drawing.height - (drawing.width * 150) / 400) > 1)
      faults.push(`the drawing is ${drawing?.width} × ${drawing?.height}`);
    const currency = document.querySelector<HTMLSelectElement>('.money select');
    if (currency) currency.selectedIndex = 2;
    document.querySelector<HTMLInputElement>('[name=facturacion][value=mensual]')?.click();
    const shown = [...document.querySelectorAll('.hot :is(.price b, .fx span)')]
      .filter((price) => price.getClientRects().length > 0)
      .map((price) => price.textContent?.trim().slice(0, 5));
    if (shown.join() !== (currency ? `65,≈ ${currency.value}` : '65')) faults.push(`the choices show ${shown}`);
    return faults;
  });
}

/** Fills in and submits the landing's form. `email` may be one that only the server refuses. */
function sendEnquiry(fields: Record<string, string>): boolean {
  const form = document.querySelector<HTMLFormElement>('.enquiry');
  for (const [name, value] of Object.entries(fields)) {
    const field = form?.elements.namedItem(name) as HTMLInputElement;
    if (name === 'email') field.type = 'text';
    field.value = value;
  }
  // After the answer to this call, which would fail with the page's unload.
  setTimeout(() => form?.requestSubmit());
  return true;
}

/** After this the call is repeated. */
const ANSWER_MS = 2_000;

/** Like `until`, across a navigation. */
async function untilThere<Result>(window: Window, work: () => Result): Promise<NonNullable<Result>> {
  const latest = Date.now() + WAIT_TIMEOUT_MS;
  while (Date.now() < latest) {
    // WebKit's driver never answers calls to a page that is unloaded.
    const result = await Promise.race([window.run(work).catch(() => null), delay(ANSWER_MS, null)]);
    if (result) return result as NonNullable<Result>;
  }
  throw new Error(`it never came: ${work}`);
}

const ENGINES = { Chromium: openChromium, Firefox: openFirefox, WebKit: openWebKit };

describe.each(Object.entries(ENGINES))('%s', (_engine, open) => {
  test('every popover stands in the window beside its button, the focus comes back, and nothing is cut or stretched', async () => {
    const window = await open();
    const faults: Record<string, string[]> = {};
    try {
      for (const [width, height] of SIZES) {
        const isPhone = width < 640;
        await window.resize(width, height);
        faults[`landing, ${width}`] = await walkLanding(window);
        if (isPhone) faults[`landing's menu`] = await walkPopovers(window, [{ css: '.menu', sheet: null }]);

        await window.run((cookie) => {
          // biome-ignore lint/suspicious/noDocumentCookie: the one way that every engine has
          document.cookie = `${cookie}; path=/`;
        }, ana.cookie);
        await window.goto(`${server.url}/panel?q=${word}`);
        await until(window, isHydrated);
        await window.run(pressWithoutFocus);
        faults[`list, ${width}`] = await walkPopovers(window, [
          ...(isPhone
            ? [{ css: '.filters-open', sheet: true }, { css: '[popovertarget=cuenta]' }]
            : [{ css: '.filters-more-open' }]),
          { css: '.lead-status' },
          { css: '.lead-status', at: -1 },
          // On a phone it is in the lead.
          ...(isPhone ? [] : [{ css: '.lead-next' }, { css: '.lead-next', at: -1 }]),
          { css: '.lead-actions-open', sheet: isPhone },
        ]);

        await press(window, '.lead-pick');
        faults[`many, ${width}`] = await walkPopovers(window, [
          { css: '.bulk-actions > button', name: 'Cambiar estado' },
          { css: '.bulk-actions > button', name: 'Asignar' },
          { css: '.bulk-actions > button', name: 'Próximo contacto', sheet: isPhone },
        ]);

        await window.goto(`${server.url}/panel?q=${word}&lead=${leads[0]?.id}`);
        await until(window, isHydrated);
        await window.run(pressWithoutFocus);
        const sheet = '[role=dialog]';
        faults[`lead, ${width}`] = await walkPopovers(window, [{ css: `${sheet} .lead-status` }]);
        await walkDialog(window, `${sheet} button`, 'Elegir mensaje', isPhone);
        await press(window, `${sheet} [role=tab]`, 'Notas');
        await until(window, () => document.querySelector('textarea') !== null);
        await window.run(() => document.querySelector('textarea')?.focus());
        await window.type('Una nota larga. '.repeat(6));
        faults[`note, ${width}`] = await window.run(() => {
          const box = document.querySelector('textarea');
          return box && box.scrollHeight <= box.clientHeight ? [] : [`${box?.scrollHeight} in ${box?.clientHeight}`];
        });

        await window.goto(`${server.url}/users/company/${company}`);
        await until(window, isHydrated);
        faults[`agency, ${width}`] = await walkPopovers(window, [
          { css: '[aria-haspopup=dialog]', name: '' },
          { css: '[aria-haspopup=dialog]', name: '', at: -1 },
        ]);
      }
    } finally {
      await window.close();
    }
    expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((at) => [at, []])));
  });

  test('whoever goes back after sending finds what was sent, also a corrected enquiry', async () => {
    const window = await open();
    const { pais, ...texts } = { ...validEnquiry, email: `${newWord()}@x.example.com` };
    const thanked = () => location.pathname === '/gracias' && document.readyState === 'complete';
    const goBack = () => {
      setTimeout(() => history.back());
    };
    try {
      await window.goto(`${server.url}/`);
      await window.run(() => document.querySelector<HTMLElement>('[commandfor=contacto][data-topic]')?.click());
      // Once the topic is shown, the islands' code has come: Firefox gives back a page that was left before that without it.
      await until(window, () => document.querySelector('[data-island=contact] p')?.textContent);
      for (const mensaje of [texts.mensaje, 'Otra consulta, desde la misma página']) {
        await window.run(sendEnquiry, { pais, ...texts, mensaje });
        await untilThere(window, thanked);
        await window.run(goBack);
        const told = await untilThere(window, () => document.querySelector('#contacto[open] dl')?.textContent);
        expect(told).toContain(mensaje);
        await window.run(() => document.querySelector<HTMLElement>('.received button')?.click());
      }

      // Its code has come when it asks for a number that it has completed.
      const isEnhanced = () => document.querySelector<HTMLInputElement>('[name=telefono]')?.pattern.startsWith('\\+');
      await window.goto(`${server.url}/contacto`);
      await untilThere(window, isEnhanced);
      await window.run(sendEnquiry, { pais, ...texts, email: 'sin-arroba' });
      await untilThere(window, () => document.querySelector('.summary')?.textContent);
      await untilThere(window, isEnhanced);
      await window.run(sendEnquiry, { pais, ...texts });
      await untilThere(window, thanked);
      await window.run(goBack);
      await untilThere(window, () => document.querySelector('[data-when=received]:not([hidden])')?.textContent);
      await expect.poll(() => window.run(() => location.pathname)).toBe('/contacto');
    } finally {
      await window.close();
    }
  });
});
