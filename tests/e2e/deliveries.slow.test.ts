import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { measureOverflow, watchConsoleErrors } from '../support/browser';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { waitForMail } from '../support/mail';
import { readDeliveries } from '../support/outbox';
import { type Receiver, startReceiver } from '../support/receiver';
import { DESKTOP, openCrm, openPage, openStage, PHONE, server, waitForIslands } from '../support/stage';
import { WAIT_TIMEOUT_MS } from '../support/timeouts';

let receiver: Receiver;
let admin: Person;
let id: number;

openStage(async () => {
  receiver = await startReceiver();
  return { env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_EVENTS: 'lead.created,lead.updated' } };
});
beforeAll(async () => {
  admin = makePerson(server, { roles: ['admin'], email: 'ana@equipo.example.com' });
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
afterAll(() => receiver.stop());

test('an administrator reads the log on any screen, filters, resends one and all that failed, and sends a test', async () => {
  const page = await openPage({ person: admin, viewport: PHONE });
  const complaints = watchConsoleErrors(page);
  await page.goto('/users');
  await page.getByRole('link', { name: 'Integraciones' }).click();
  await page.getByRole('heading', { name: 'Integraciones', level: 1 }).waitFor();
  await waitForIslands(page);
  const log = page.getByRole('region', { name: 'Integraciones' });
  const row = (text: string) => log.getByRole('row').filter({ hasText: text });
  const dialog = page.getByRole('dialog');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await row('Marta Giménez').getByText('Falló').waitFor();
    await row('Marta Giménez').getByText('→ automatización: no se pudo entregar').waitFor();
    await row('Lead nuevo de Iris Vega').getByText('Respondió con el estado 500.').waitFor();
    await row('Lead nuevo de Iris Vega').getByText('falló una vez y se vuelve a intentar solo').waitFor();
    await row('Lead modificado de Iris Vega').getByText('espera su turno').waitFor();
    // There is no mail server here.
    await row('Recuperación de contraseña').getByText('Guardado en archivo').waitFor();
    expect(await row('Recuperación de contraseña').getByText('Enviado').count()).toBe(0);
    expect(await measureOverflow(page), `${viewport.width} px wide`).toBeLessThanOrEqual(0);
    await log.getByRole('link', { name: 'Lead nuevo de Iris Vega' }).click();
    const message = page.getByRole('dialog', { name: 'Lead nuevo de Iris Vega' });
    await message.getByText('"email": "iris@x.example.com"').waitFor();
    await message.getByText('El flujo está apagado').waitFor();
    // The URL restores it.
    await page.reload();
    await waitForIslands(page);
    await message.getByRole('button', { name: 'Cerrar' }).click();
    await log.getByRole('link', { name: 'Recuperación de contraseña para ana@equipo.example.com' }).click();
    await dialog.getByText('no se guardan').waitFor();
    expect(await dialog.innerText()).not.toMatch(/token|https?:/);
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  // Meanwhile administrators are notified of a failed message and its recovery.
  const rows = page.getByRole('rowgroup').last().getByRole('row').filter({ hasNotText: 'Aviso de un problema' });
  await rows.nth(3).waitFor();
  await page.getByLabel('Estado').selectOption('Falló');
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('failed');
  await page.reload();
  await waitForIslands(page);
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText(/Espera hasta el \d\d\/\d\d\/\d{4}/).waitFor();
  await page.getByRole('button', { name: 'Reenviar fallidos (1)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reenviar' }).click();
  await page.getByText('Un envío vuelve a la cola').waitFor();
  await expect.poll(() => readDeliveries(server, 'webhook').at(-1)?.state).toBe('sent');
  await page.getByLabel('Estado').selectOption('Todos');
  await expect.poll(() => rows.count()).toBe(4);
  // The first of the lead's two messages; the second follows, perhaps after the list was read.
  await page.getByRole('button', { name: 'Reenviar Lead nuevo de Iris Vega' }).click();
  await row('Lead nuevo de Iris Vega').getByText('Enviado').waitFor();
  await expect
    .poll(() => readDeliveries(server, 'webhook').map(({ state }) => state))
    .toEqual(['sent', 'sent', 'sent']);
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(() => rows.filter({ hasText: 'Enviado' }).count()).toBe(3);
  await rows.filter({ hasText: 'Iris Vega' }).getByText('entregado a la primera').first().waitFor();
  await page.getByRole('button', { name: 'Enviar prueba' }).click();
  await page.getByText('La prueba llegó').waitFor();
  await rows.filter({ hasText: 'Prueba' }).getByText('Enviado').waitFor();
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ source: 'prueba' });
  expect(complaints).toEqual([]);
});

test('after an outage all that waits is tried at once; what was given up is discarded, one or all', async () => {
  const answerTo = (name: string) => (name === 'Espera' ? 503 : 410);
  receiver.answerWith((response, _count, { body }) => {
    const status = answerTo(JSON.parse(body).nombre);
    response.writeHead(status, { 'retry-after': '3600' }).end();
  });
  for (const nombre of ['Fallida uno', 'Fallida dos', 'Fallida tres', 'Espera'])
    await submitEnquiry(server, { ...validEnquiry, nombre, email: 'corte@x.example.com' });
  const states = () => readDeliveries(server, 'webhook').map(({ state }) => state);
  const count = (wanted: string) => states().filter((state) => state === wanted).length;
  await expect.poll(() => [count('failed'), count('pending')]).toEqual([3, 1]);
  await expect.poll(() => readDeliveries(server).map(({ last_status }) => last_status)).toContain(503);
  receiver.answerWith((response) => response.end());

  const page = await openCrm(admin, '/users?vista=integraciones');
  const complaints = watchConsoleErrors(page);
  await page.getByRole('button', { name: 'Reintentar todo lo pendiente ahora' }).click();
  await page.getByText('Un envío pendiente se intenta ahora').waitFor();
  await expect.poll(() => count('pending')).toBe(0);

  await page.getByRole('link', { name: 'Lead nuevo de Fallida uno' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lead nuevo de Fallida uno' });
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('¿Descartar Lead nuevo de Fallida uno?').waitFor();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await page.getByText('Envío descartado').waitFor();
  expect(count('failed')).toBe(2);
  await page.getByRole('button', { name: 'Descartar fallidos (2)' }).click();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(count('failed')).toBe(2);
  await page.getByRole('button', { name: 'Descartar fallidos (2)' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await page.getByText('2 envíos descartados').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /fallidos/ }).count()).toBe(0);
  expect(count('failed')).toBe(0);
  expect(complaints).toEqual([]);
});
