import type { Browser, BrowserContext, CDPSession, Page, Worker } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { launchBrowser, measureOverflow, newContext } from '../support/browser';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { addDevice, devicesOf, enquire } from '../support/notices';
import { providePushService, provideServer } from '../support/provide';
import type { Subscription } from '../support/push-service';
import { button, DESKTOP, PHONE, toast } from '../support/stage';

let browser: Browser;
const service = providePushService();
const server = provideServer(() => ({ env: { PUSH_SERVICES: service.origin } }));
beforeAll(async () => {
  browser = await launchBrowser([], { notifies: true });
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser.close();
});

const ACCOUNT = '/cuenta#avisos';

/**
 * A profile whose browser would subscribe to the local push service, as real ones are unreachable here. Everything
 * after that is the browser's own.
 */
async function openBrowser() {
  const person = makePerson(server);
  const context = await newContext(browser, server, { person, viewport: DESKTOP });
  await context.grantPermissions(['notifications']);
  const { json } = await call(server, '/api/push/key', { cookie: person.cookie });
  const device = service.makeDevice(json.key);
  await context.addInitScript(
    ([given, key]) => {
      const NAME = 'subscribed';
      const subscription = {
        ...given,
        toJSON: () => given,
        unsubscribe: async () => localStorage.removeItem(NAME),
      } as unknown as PushSubscription;
      PushManager.prototype.getSubscription = async () => (localStorage.getItem(NAME) ? subscription : null);
      PushManager.prototype.subscribe = async (options) => {
        if (options?.applicationServerKey !== key) throw new DOMException('another key', 'InvalidStateError');
        localStorage.setItem(NAME, 'yes');
        return subscription;
      };
    },
    [device, json.key] as [Subscription, string],
  );
  return { context, person, device, key: json.key };
}

async function openAccount(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(ACCOUNT);
  await waitForIslands(page);
  return page;
}

/** The service worker, once notifications are enabled in this browser. */
async function activate(context: BrowserContext): Promise<{ page: Page; worker: Worker }> {
  const page = await openAccount(context);
  await button(page, 'Activar en este dispositivo').click();
  await page.getByText('Este dispositivo recibe avisos.').waitFor();
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
  // A worker not yet active would lose messages.
  await expect.poll(() => worker.evaluate('registration.active?.state')).toBe('activated');
  await worker.evaluate(`(() => {
    const { showNotification } = registration;
    self.timesShown = 0;
    ServiceWorkerRegistration.prototype.showNotification = async function (...given) {
      await showNotification.apply(this, given);
      self.timesShown += 1;
    };
  })()`);
  return { page, worker };
}

/** Hands a push message to the worker, as the browser does, and waits until it is shown. */
async function deliver(page: Page, worker: Worker, data: string): Promise<void> {
  const timesShown = () => worker.evaluate<number>('self.timesShown');
  const before = await timesShown();
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  await expect.poll(timesShown).toBe(before + 1);
}

type Shown = { title: string; body: string; tag: string; actions: string[] };

/** The notifications shown. A string, because the type checker knows no worker globals. */
const shown = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(`registration.getNotifications().then((found) => found.map(({ title, body, tag, actions }) => ({
    title, body, tag, actions: actions.map((action) => action.title),
  })))`);

/** Presses the notification or one of its buttons; returns the addresses opened in new windows. */
function press(worker: Worker, action: string, { mayFocus = true } = {}): Promise<string[]> {
  return worker.evaluate(`(async () => {
    const opened = [];
    // Both need a real press, which nobody makes here.
    Clients.prototype.openWindow = async (url) => void opened.push(String(url));
    WindowClient.prototype.focus = async function () {
      if (!${mayFocus}) throw new DOMException('', 'InvalidAccessError');
      return this;
    };
    const [notification] = await registration.getNotifications();
    const event = new NotificationEvent('notificationclick', { notification, action: '${action}' });
    let work;
    event.waitUntil = (until) => { work = until; };
    dispatchEvent(event);
    await work;
    return opened;
  })()`);
}

test('somebody lets a browser be told, an enquiry is shown there, and its buttons lead to the lead', async () => {
  const { context, person, device } = await openBrowser();
  const { page, worker } = await activate(context);
  expect(devicesOf(server, person)).toEqual([device.endpoint]);
  const lead = await enquire(server, 'Carla Paz');
  const told = () => service.received.find(({ endpoint }) => endpoint === device.endpoint)?.text;
  await expect.poll(told).toBeTruthy();
  const text = told() ?? '';
  await deliver(page, worker, text);
  await expect
    .poll(() => shown(worker))
    .toEqual([
      {
        title: 'Nueva consulta: Carla Paz, Argentina',
        body: '',
        tag: `lead-${lead}`,
        actions: ['WhatsApp', 'Abrir'],
      },
    ]);
  // A duplicate, sent after a lost answer, is merged.
  await deliver(page, worker, text);
  await expect.poll(() => shown(worker)).toHaveLength(1);
  expect(await press(worker, 'whatsapp')).toEqual([`${server.url}/panel/whatsapp?lead=${lead}`]);
  await expect.poll(() => shown(worker)).toEqual([]);
  await deliver(page, worker, text);
  await expect.poll(() => shown(worker)).toHaveLength(1);
  expect(await press(worker, 'open')).toEqual([`${server.url}/panel?lead=${lead}`]);
  await expect.poll(() => shown(worker)).toEqual([]);

  // Whatever the message, something is shown and leads to the panel.
  for (const [what, data] of [
    ['nothing', ''],
    ['no JSON', '{"web_push":'],
    ['something else', '{"greeting":"hola"}'],
    ['no title', '{"web_push":8030,"notification":{"title":""}}'],
  ] as const) {
    await deliver(page, worker, data);
    await expect.poll(() => shown(worker), { message: what }).toMatchObject([{ title: 'Hay novedades en el CRM' }]);
    expect(await press(worker, ''), what).toEqual([`${server.url}/panel`]);
    await expect.poll(() => shown(worker), { message: what }).toEqual([]);
  }
  const notification = { title: 'Hola', navigate: 'https://evil.example.com/panel' };
  await deliver(page, worker, JSON.stringify({ web_push: 8030, notification }));
  await expect.poll(() => shown(worker)).toHaveLength(1);
  expect(await press(worker, ''), 'to no other site').toEqual(['/panel']);
  await expect.poll(() => shown(worker)).toEqual([]);

  // With the panel open it is shown there.
  await page.goto('/panel');
  await waitForIslands(page);
  await deliver(page, worker, text);
  await expect.poll(() => shown(worker)).toHaveLength(1);
  expect(await press(worker, '')).toEqual([]);
  await page.getByRole('dialog', { name: /Carla Paz/ }).waitFor();
  await expect.poll(() => shown(worker)).toEqual([]);
  // If the browser refuses focus, another window opens.
  await deliver(page, worker, text);
  await expect.poll(() => shown(worker)).toHaveLength(1);
  expect(await press(worker, '', { mayFocus: false })).toEqual([`${server.url}/panel?lead=${lead}`]);
});

test('the button for WhatsApp opens the chat and is in the lead’s history; another site’s link only offers it', async () => {
  const { context, person } = await openBrowser();
  const lead = await enquire(server, 'Carla Paz');
  const page = await context.newPage();
  const asked: string[] = [];
  await context.route('https://wa.me/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' });
  });
  const timeline = async () => {
    const { json } = await call(server, `/api/leads/${lead}/timeline`, { cookie: person.cookie });
    return json.events.map(({ type }: { type: string }) => type);
  };
  const elsewhere = await context.newPage();
  await elsewhere.route('http://127.0.0.1:1/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${server.url}/panel/whatsapp?lead=${lead}">Ver</a>`,
    }),
  );
  await elsewhere.goto('http://127.0.0.1:1/');
  await elsewhere.getByRole('link', { name: 'Ver' }).click();
  await waitForIslands(elsewhere);
  await elsewhere.getByRole('link', { name: 'Abrir WhatsApp' }).waitFor();
  expect(asked).toEqual([]);
  await expect.poll(() => timeline()).not.toContain('whatsapp_opened');

  await page.goto(`/panel/whatsapp?lead=${lead}`);
  await page.waitForURL('https://wa.me/**');
  expect(asked[0]).toMatch(/^https:\/\/wa\.me\/5491155554444\?text=Hola/);
  await expect.poll(timeline).toContain('whatsapp_opened');
  // Coming back does not open it again.
  await page.goBack();
  await page.getByRole('link', { name: 'Ver el lead en el CRM' }).click();
  await page.getByRole('dialog', { name: /Carla Paz/ }).waitFor();
  expect(asked.length).toBe(1);
});

test('devices are silenced in the account, elsewhere, by one switch for all, and by signing out', async () => {
  const { context, person, key } = await openBrowser();
  const other = await addDevice(server, person, service.makeDevice(key));
  const { page } = await activate(context);
  const on = page.getByText('Este dispositivo recibe avisos.');
  const off = page.getByText('Este dispositivo no recibe avisos.');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expect
      .poll(() => measureOverflow(page), { message: `the account at ${viewport.width} px` })
      .toBeLessThanOrEqual(0);
  }
  await page.reload();
  await waitForIslands(page);
  await on.waitFor();
  await page
    .getByRole('list', { name: 'Otros dispositivos' })
    .getByRole('button', { name: /^Silenciar/ })
    .click();
  await toast(page, 'Dispositivo silenciado');
  expect(devicesOf(server, person)).not.toContain(other.endpoint);
  await button(page, 'Silenciar este dispositivo').click();
  await off.waitFor();
  expect(devicesOf(server, person)).toEqual([]);
  await button(page, 'Activar en este dispositivo').click();
  await on.waitFor();
  expect(devicesOf(server, person)).toHaveLength(1);

  // Removed elsewhere, the device learns it in the panel.
  const { json } = await call(server, '/api/push/subscriptions', { cookie: person.cookie });
  await call(server, `/api/push/subscriptions/${json.devices[0].id}`, {
    method: 'DELETE',
    cookie: person.cookie,
  });
  await page.goto('/panel');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed'))).toBe(null);
  await page.getByText(/^Este dispositivo dejó de recibir avisos/).waitFor();
  await button(page, 'Activarlos').click();
  await off.waitFor();
  await waitForIslands(page);
  await button(page, 'Activar en este dispositivo').click();
  await on.waitFor();

  const box = page.getByRole('checkbox', { name: 'Avisos en mis dispositivos' });
  await expect.poll(() => box.isChecked()).toBe(true);
  await box.uncheck();
  await button(page, 'Guardar avisos').click();
  await toast(page, 'Avisos guardados');
  const notices = await call(server, '/api/account/notices', { cookie: person.cookie });
  expect(notices.json.push).toBe(false);
  await page.reload();
  await waitForIslands(page);
  await expect.poll(() => box.isChecked(), { message: 'the switch after a reload' }).toBe(false);
  expect(devicesOf(server, person)).toHaveLength(1);
  await button(page, 'Cerrar sesión').click();
  await page.waitForURL(`${server.url}/`);
  expect(devicesOf(server, person)).toEqual([]);
});

test('a browser that tells nothing says why, and how it may', async () => {
  const { context, person } = await openBrowser();
  await context.addInitScript(() => {
    Notification.requestPermission = async () => 'default';
  });
  const page = await openAccount(context);
  const activating = button(page, 'Activar en este dispositivo');
  await activating.click();
  await toast(page, 'El navegador no dio permiso para avisar. Probá de nuevo y elegí «Permitir».');
  await expect.poll(() => activating.isEnabled(), { message: 'to try again' }).toBe(true);
  expect(devicesOf(server, person)).toEqual([]);

  await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await page.reload();
  await waitForIslands(page);
  await page.getByText(/tiene bloqueados los avisos de este sitio/).waitFor();
  await expect.poll(() => activating.count(), { message: 'where it is blocked' }).toBe(0);

  for (const [what, userAgent, text] of [
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', /«Agregar a inicio»/],
    ['an old browser', 'Mozilla/5.0 (Windows NT 6.1) Gecko/20100101', /no puede recibir avisos/],
  ] as const) {
    const unable = await newContext(browser, server, { person, userAgent, viewport: PHONE });
    await unable.addInitScript(() => {
      Reflect.deleteProperty(window, 'PushManager');
    });
    const screen = await openAccount(unable);
    await screen.getByText(text).waitFor();
    await expect.poll(() => button(screen, 'Activar en este dispositivo').count(), { message: what }).toBe(0);
  }
});

test('the worker is looked for anew each time, and answers no request', async () => {
  const answer = await fetch(`${server.url}/sw.js`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript;charset=utf-8']);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const text = await answer.text();
  expect(text).not.toMatch(/addEventListener\('fetch'|caches\.|indexedDB/);
});

test('who does not confirm is told nothing here, neither is the browser left with a subscription', async () => {
  const { context, person } = await openBrowser();
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE sessions SET created_at = ?, confirmed_at = NULL WHERE user_id = ?')
      .run(new Date(Date.now() - 3_600_000).toISOString(), person.id),
  );
  const page = await openAccount(context);
  await button(page, 'Activar en este dispositivo').click();
  const question = page.getByRole('dialog', { name: 'Confirmá que sos vos' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => question.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed'))).toBe(null);
  expect(devicesOf(server, person)).toEqual([]);
});
