import type { Page } from 'playwright';
import { beforeAll, expect, test, vi } from 'vitest';
import { makePerson } from '../support/accounts';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { waitForMail } from '../support/mail';
import { readDeliveries } from '../support/outbox';
import { provideProvenPerson, provideReceiver } from '../support/provide';
import { startServer } from '../support/server';
import { DESKTOP, openCrm, openPage, openStage, PHONE, server } from '../support/stage';
import { WAIT_TIMEOUT_MS } from '../support/timeouts';

let id: number;

const receiver = provideReceiver();
openStage(() => ({ env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_EVENTS: 'lead.created,lead.updated' } }));
const admin = provideProvenPerson(server, { roles: ['admin'], email: 'ana@equipo.example.com' });
beforeAll(async () => {
  receiver.answerWith((response) =>
    response.writeHead(500, { 'retry-after': '3600' }).end('{"message":"El flujo está apagado"}'),
  );
  const { json } = await call(server, '/api/leads', {
    cookie: admin.cookie,
    body: { nombre: 'Iris Vega', email: 'iris@x.example.com' },
  });
  id = json.lead.id;
  await call(server, `/api/leads/${id}`, {
    cookie: admin.cookie,
    method: 'PATCH',
    body: { estado: 'ganado' },
  });
  await call(server, '/api/auth/recover', { body: { email: admin.email } });
  await waitForMail(server, admin.email);
  // The refusal is for the lead's first message.
  await receiver.waitForRequests(1);
  receiver.answerWith((response) => response.writeHead(410).end('Gone'));
  await submitEnquiry(server, validEnquiry);
  // Administrators' notifications come after these.
  const expected = ['pending', 'pending', 'sent', 'failed'];
  await vi.waitUntil(() => {
    const deliveries = readDeliveries(server);
    return expected.every((state, index) => deliveries[index]?.state === state);
  }, WAIT_TIMEOUT_MS);
  receiver.answerWith((response) => response.end('{"ok":true}'));
});

const states = () => readDeliveries(server, 'webhook').map(({ state }) => state);
const card = (page: Page) => page.getByRole('listitem').filter({ hasText: new URL(receiver.url).host });

test('a destination says how it is, on any screen; what it did not get is tried again, and it gets a test', async () => {
  const page = await openPage({ person: admin, viewport: PHONE });
  const complaints = watchConsoleErrors(page);
  await page.goto('/users');
  await page.getByRole('link', { name: 'Integraciones' }).click();
  await page.getByRole('heading', { name: 'Envíos a otros sistemas', level: 1 }).waitFor();
  await waitForIslands(page);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await card(page)
      .getByText(/^3 sin entregar: (410|500)$/)
      .waitFor();
    await card(page).getByText('Todavía no llegó nada').waitFor();
    const failures = card(page).getByRole('list', { name: 'Últimos fallos' });
    await failures.getByText('Lead nuevo, Iris Vega').waitFor();
    await failures.getByText('El flujo está apagado').waitFor();
    await failures.getByText('no se vuelve a intentar solo').waitFor();
    // There is no mail server here.
    const mails = page.getByRole('listitem').filter({ hasText: 'Correos' });
    await mails.getByText(/Guardado en archivo/).waitFor();
    await expect.poll(() => mails.getByRole('button').count()).toBe(0);
    await expect.poll(() => measureOverflow(page), { message: `${viewport.width} px wide` }).toBeLessThanOrEqual(0);
  }
  await card(page)
    .getByRole('button', { name: /^Reintentar todo/ })
    .click();
  await page.getByText('3 envíos se intentan ahora').waitFor();
  await expect.poll(states).toEqual(['sent', 'sent', 'sent']);
  await card(page)
    .getByRole('button', { name: /^Enviar prueba/ })
    .click();
  await page.getByText('La prueba llegó').waitFor();
  await card(page)
    .getByText(/^Entregado/)
    .waitFor();
  await expect
    .poll(() =>
      card(page)
        .getByRole('button', { name: /^(Reintentar|Descartar)/ })
        .count(),
    )
    .toBe(0);
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ source: 'prueba' });
  expect(complaints).toEqual([]);
});

test('what a destination did not get is discarded, once somebody has been asked', async () => {
  receiver.answerWith((response) => response.writeHead(410).end());
  for (const nombre of ['Fallida uno', 'Fallida dos'])
    await submitEnquiry(server, { ...validEnquiry, nombre, email: 'corte@x.example.com' });
  const failed = () => states().filter((state) => state === 'failed').length;
  await expect.poll(failed).toBe(2);
  const page = await openCrm(admin, '/users/destinos');
  const complaints = watchConsoleErrors(page);
  const discard = card(page).getByRole('button', { name: /^Descartar/ });
  const question = page.getByRole('alertdialog');
  await discard.click();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(failed()).toBe(2);
  await discard.click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await page.getByText('2 envíos descartados').waitFor();
  await discard.waitFor({ state: 'detached' });
  expect(failed()).toBe(0);
  expect(complaints).toEqual([]);
});

test('without any destination the screen says what one is for, and makes one', async () => {
  const none = await startServer();
  try {
    const page = await openPage({ site: none, person: makePerson(none, { roles: ['admin'] }), viewport: PHONE });
    await page.goto(`${none.url}/users/destinos`);
    await page.getByText('https://n8n.ejemplo.com/webhook/leads').waitFor();
    await waitForIslands(page);
    await page.getByRole('button', { name: 'Crear destino' }).click();
    await page.getByRole('dialog', { name: 'Nuevo destino' }).waitFor();
  } finally {
    await none.stop();
  }
});
