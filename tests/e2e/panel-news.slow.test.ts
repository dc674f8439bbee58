import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { newContext } from '../support/browser';
import { withDatabase } from '../support/database';
import { submitEnquiry, validEnquiry } from '../support/http';
import { makeLead, nameOf } from '../support/panel';
import { browser, openStage, server } from '../support/stage';
import { callAs, makeToken } from '../support/tokens';

// Its own server, because set-aside enquiries are counted.
openStage(() => ({}));

let staff: Person;
let context: BrowserContext;

/** A tab's visibility as set by the test. */
type Told = { isLooked: boolean; isHidden: boolean };
declare global {
  interface Window {
    told: Told;
  }
}

async function begin(): Promise<void> {
  staff = makePerson(server);
  context = await newContext(browser, server, { person: staff });
  await context.addInitScript(() => {
    window.told = { isLooked: true, isHidden: false };
    document.hasFocus = () => window.told.isLooked;
    Object.defineProperty(document, 'visibilityState', {
      get: () => (window.told.isHidden ? 'hidden' : 'visible'),
    });
  });
}

/** A tab with the panel, including its deferred code. */
async function openTab(): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/panel');
  await page.getByRole('button', { name: 'Más acciones' }).waitFor();
  // The tab's lock is requested with the rest of the deferred code.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query();
        return [...held, ...pending].filter(({ name }) => name?.endsWith('-listens')).length;
      }),
    )
    .toBe(context.pages().length);
  return page;
}

const tell = (page: Page, told: Partial<Told>) =>
  page.evaluate((change) => {
    Object.assign(window.told, change);
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
  }, told);
const arrive = (nombre: string) =>
  submitEnquiry(server, { ...validEnquiry, nombre, email: `${crypto.randomUUID()}@x.example.com` });
const iconOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href);

test('title and icon count the enquiries that came since one looked at any tab', async () => {
  await begin();
  const [first, second] = [await openTab(), await openTab()];
  for (const page of [first, second]) await tell(page, { isLooked: false });
  const title = await first.title();
  const icon = await iconOf(first);
  await arrive('Noa Rey');
  await makeLead(server, staff, { nombre: 'A mano' });
  await arrive('Uma Paz');
  for (const page of [first, second]) {
    await nameOf(page, 'A mano').waitFor();
    await expect.poll(() => page.title()).toBe(`(2) ${title}`);
    await expect.poll(() => iconOf(page)).toMatch(/^data:image\/png/);
  }
  await tell(first, { isLooked: true });
  for (const page of [first, second]) {
    await expect.poll(() => page.title()).toBe(title);
    await expect.poll(() => iconOf(page)).toBe(icon);
  }
  // While one tab is looked at, nothing counts as new in any.
  await arrive('Leo Gil');
  await nameOf(second, 'Leo Gil').waitFor();
  await expect.poll(() => second.title()).toBe(title);
});

test('after enquiries came while nobody looked, alerts are offered: once, with one press', async () => {
  await begin();
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'denied';
  });
  const page = await openTab();
  const leave = () => tell(page, { isLooked: false, isHidden: true });
  const offer = page.getByRole('button', { name: 'Que te avise el teléfono' });
  await leave();
  await arrive('Ema Ríos');
  await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  await tell(page, { isLooked: true, isHidden: false });
  await offer.click();
  await page.getByRole('status').getByText('El navegador no dio permiso').waitFor();
  await leave();
  await arrive('Teo Luz');
  await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  await tell(page, { isLooked: true, isHidden: false });
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  await nameOf(page, 'Teo Luz').waitFor();
  await expect.poll(() => offer.count()).toBe(0);
});

/** An enquiry and many other leads in one write: with so many news the panel rereads its list. */
function arriveAmongMany(nombre: string): void {
  withDatabase(server, (db) => {
    const addLead = db.prepare(
      `INSERT INTO leads (nombre, email, email_key, source, created_at)
       VALUES (?, 'muchas@x.example.com', 'muchas@x.example.com', ?, ?) RETURNING id`,
    );
    const addEvent = db.prepare("INSERT INTO lead_events (lead_id, type, created_at) VALUES (?, 'created', ?)");
    const addNews = db.prepare('INSERT INTO notice_enquiries (lead_id, arrived_at) VALUES (?, ?)');
    const now = new Date().toISOString();
    const add = (name: string, source: string) => {
      const id = addLead.pluck().get(name, source, now);
      addEvent.run(id, now);
      return id;
    };
    db.transaction(() => {
      addNews.run(add(nombre, 'landing'), now);
      for (let n = 0; n < 100; n++) add(`De una lista ${n}`, 'crm_manual');
    })();
  });
}

test('what a program brings counts as what the site does, also among a great many others', async () => {
  await begin();
  const page = await openTab();
  await submitEnquiry(server, { ...validEnquiry, sitio_web: 'https://x.example.com' });
  await page.getByTitle('Consultas apartadas (1)').waitFor();
  await tell(page, { isLooked: false });
  const { status } = await callAs(server, makeToken(server), '/api/leads', {
    body: { nombre: 'Del portal', email: 'portal@x.example.com' },
  });
  expect(status).toBe(201);
  await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  arriveAmongMany('Entre muchas');
  await expect.poll(() => page.title()).toMatch(/^\(2\)/);
});

test('of hidden tabs one goes on listening for all, and another where that one is closed', async () => {
  await begin();
  await context.clock.install();
  const [first, second] = [await openTab(), await openTab()];
  for (const page of [first, second]) {
    await tell(page, { isLooked: false, isHidden: true });
    await page.clock.fastForward(60_000);
  }
  await arrive('De noche');
  for (const page of [first, second]) await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  await first.close();
  await arrive('De madrugada');
  await expect.poll(() => second.title()).toMatch(/^\(2\)/);
});
