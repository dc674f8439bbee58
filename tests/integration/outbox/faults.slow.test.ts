import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { call } from '../../support/http';
import { plannedWait, readDeliveries, settingsLine } from '../../support/outbox';
import { providePerson, provideReceiver, provideServer } from '../../support/provide';
import type { Received } from '../../support/receiver';

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_EVENTS: 'lead.created,lead.updated,note.created' },
}));
const admin = providePerson(server, { roles: ['admin'] });
/** Responses held open on purpose, released at the end of the test. */
const hanging = new Set<ServerResponse>();
afterEach(async () => {
  receiver.answerWith((response) => response.end('ok'));
  for (const response of hanging) response.destroy();
  hanging.clear();
  await setActive(true);
  await api('/api/deliveries/retry', await settingsLine(server, admin));
  for (const { id } of readDeliveries(server).filter(({ state }) => state === 'pending')) {
    await api(`/api/deliveries/${id}/resend`, {});
  }
  await expect.poll(() => readDeliveries(server).every(({ state }) => state === 'sent')).toBe(true);
});

const api = (path: string, body?: unknown, method?: string) =>
  call(server, path, { cookie: admin.cookie, body, ...(method && { method }) });

async function makeLead(nombre: string): Promise<number> {
  const { json, status } = await api('/api/leads', { nombre, email: 'a@x.example.com' });
  expect(status).toBe(201);
  return json.lead.id;
}

async function setActive(active: boolean): Promise<void> {
  const { webhook_id } = await settingsLine(server, admin);
  expect((await api(`/api/webhooks/${webhook_id}`, { active }, 'PATCH')).status).toBe(200);
}

/** Answers once the destination is paused: no second try can follow the first before a test has read of it. */
const answerInPause = (answer: (response: ServerResponse) => void) =>
  receiver.answerWith(async (response) => {
    await setActive(false);
    answer(response);
  });

const about = (nombre: string) => readDeliveries(server).find(({ payload }) => payload.includes(nombre));
/** Postpones the automatic retry, otherwise due in 5 s, until a test triggers it. */
const LATER = { 'retry-after': '600' };
const isAbout = (nombre: string) => (message: { body: string }) => message.body.includes(nombre);
const triesOf = (nombre: string) => receiver.received.filter(isAbout(nombre)).length;

/** Resolves with the person's message once it matches. */
async function expectAbout(nombre: string, expected: object) {
  await expect.poll(() => about(nombre), { interval: 40 }).toMatchObject(expected);
}

describe('a receiver that hangs', () => {
  test('over some messages keeps the others moving, and mail, and those who work', async () => {
    const held = () => [...hanging].filter(({ destroyed }) => !destroyed).length;
    const passed: Received[] = [];
    receiver.answerWith((response, _count, message) => {
      if (isAbout('Colgada')(message)) {
        hanging.add(response);
        return;
      }
      if (held() === 8) passed.push(message);
      response.end('ok');
    });
    for (let i = 0; i < 7; i++) await makeLead(`Colgada ${i}`);
    await expect.poll(held).toBe(7);
    // The single lane left takes them in turn.
    for (let i = 0; i < 20; i++) await makeLead(`Libre ${i}`);
    for (let i = 0; i < 20; i++) await expectAbout(`Libre ${i}`, { state: 'sent', attempts: 1 });
    await makeLead('Colgada 7');
    await expect.poll(held).toBe(8);
    await makeLead('Detrás de todas');
    await call(server, '/api/auth/recover', { body: { email: admin.email } });
    await server.printed(/Correo: Elegí/);
    expect(passed).toEqual([]);
    receiver.answerWith((response) => response.end('ok'));
    for (const response of hanging) response.end('por fin');
    // A single try, unless one was given up meanwhile.
    for (let i = 0; i < 8; i++) {
      await expectAbout(`Colgada ${i}`, { state: 'sent' });
      expect(about(`Colgada ${i}`)?.attempts).toBe(triesOf(`Colgada ${i}`));
    }
    await expectAbout('Detrás de todas', { state: 'sent', attempts: 1 });
  });

  test('after its status, answers gigabytes or a byte at a time was heard all the same; before it, is given up', async () => {
    let sent = 0;
    let cut = 0;
    receiver.answerWith((response, _count, message) => {
      if (isAbout('Silencio')(message)) {
        hanging.add(response);
        return;
      }
      response.writeHead(200);
      response.on('close', () => {
        cut += 1;
      });
      if (isAbout('Muda')(message)) response.flushHeaders();
      if (isAbout('Gotera')(message)) {
        const drip = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(drip));
      }
      if (isAbout('Catarata')(message)) {
        const chunk = Buffer.alloc(65_536, 'x');
        const pour = () => {
          while (!response.destroyed && sent < 2 ** 33) {
            sent += chunk.length;
            if (!response.write(chunk)) return;
          }
        };
        response.on('drain', pour);
        pour();
      }
    });
    await Promise.all(['Silencio', 'Muda', 'Gotera', 'Catarata'].map(makeLead));
    for (const name of ['Muda', 'Gotera', 'Catarata']) {
      await expectAbout(name, { state: 'sent', attempts: 1, last_status: 200 });
    }
    await expect.poll(() => cut).toBe(3);
    expect(sent).toBeLessThan(2 ** 26);
    expect(about('Catarata')?.last_answer).toBe('x'.repeat(2000));
    expect(about('Gotera')?.last_answer).toMatch(/^\.+$/);
    const noAnswer = { state: 'pending', last_status: null, last_error: 'No respondió a tiempo.' };
    await expectAbout('Silencio', { ...noAnswer, attempts: 1 });
    await expect.poll(() => [...hanging].some((response) => response.destroyed)).toBe(true);
  });
});

describe('a receiver that', () => {
  test('breaks the connection is tried again', async () => {
    receiver.answerWith((response) => response.destroy());
    await makeLead('Cortada');
    const cut = { state: 'pending', last_status: null, last_error: expect.stringMatching(/^Cortó la conexión/) };
    await expectAbout('Cortada', cut);
    receiver.answerWith((response) => response.end());
    await expectAbout('Cortada', { state: 'sent', last_status: 200 });
    expect(about('Cortada')?.attempts).toBe(triesOf('Cortada'));
  });

  test.each([
    ['seconds', () => '7200', 7200, 7201],
    ['a date', () => new Date(Date.now() + 7_200_000).toUTCString(), 7190, 7201],
    ['more than a day', () => '999999999', 86_400, 86_401],
    ['nonsense', () => 'mañana', 4, 6.1],
    ['a moment that has passed', () => 'Sun, 06 Nov 1994 08:49:37 GMT', 4, 6.1],
  ])('asks to wait by %s is heard as far as is sensible', async (name, header, least, most) => {
    answerInPause((response) => response.writeHead(500, { 'retry-after': header() }).end('ahora no'));
    await makeLead(`Espera ${name}`);
    await expectAbout(`Espera ${name}`, { attempts: 1, last_status: 500, last_answer: 'ahora no' });
    const row = about(`Espera ${name}`);
    if (!row) throw new Error('no row');
    expect(plannedWait(row)).toBeGreaterThanOrEqual(least);
    expect(plannedWait(row)).toBeLessThanOrEqual(most);
  });

  test.each([429, 503])('says %i keeps the others from knocking, until somebody insists', async (status) => {
    const [first, second] = [`Primera ${status}`, `Segunda ${status}`];
    receiver.answerWith((response) => response.writeHead(status, { 'retry-after': '3600' }).end());
    await makeLead(first);
    await expectAbout(first, { state: 'pending', attempts: 1, last_status: status });
    receiver.answerWith((response) => response.end());
    await makeLead(second);
    const receivedBefore = receiver.received.length;
    // Mail has a worker of its own; once it has delivered, the webhook worker has been awake too.
    await call(server, '/api/auth/recover', { body: { email: makePerson(server).email } });
    await expect.poll(() => readDeliveries(server, 'mail').every(({ state }) => state === 'sent')).toBe(true);
    expect(receiver.received).toHaveLength(receivedBefore);
    expect(about(second)).toMatchObject({ state: 'pending', attempts: 0 });
    await api(`/api/deliveries/${about(first)?.id}/resend`, {});
    await expectAbout(first, { state: 'sent', attempts: 2 });
    await expectAbout(second, { state: 'sent', attempts: 1 });
  });
});

test('messages about one lead arrive in order, and others pass them', async () => {
  receiver.answerWith((response, _count, message) =>
    response.writeHead(isAbout('Ordenada')(message) ? 500 : 200, LATER).end(),
  );
  const id = await makeLead('Ordenada');
  await expectAbout('Ordenada', { state: 'pending', attempts: 1 });
  await api(`/api/leads/${id}`, { estado: 'contactado' }, 'PATCH');
  await api(`/api/leads/${id}/notes`, { body: 'La llamé' });
  await api(`/api/leads/${id}`, { estado: 'ganado' }, 'PATCH');
  await makeLead('Apurada');
  await expectAbout('Apurada', { state: 'sent' });
  const own = () => readDeliveries(server).filter((row) => row.lead_id === id);
  expect(own().map(({ attempts, waits }) => [attempts, waits])).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
  receiver.answerWith((response) => response.end());
  await api(`/api/deliveries/${own()[0]?.id}/resend`, {});
  await expect.poll(() => own().every(({ state }) => state === 'sent')).toBe(true);
  const ids = own().map(({ message_id }) => message_id);
  const receivedIds = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  expect(receivedIds.filter((messageId) => ids.includes(messageId)).slice(-4)).toEqual(ids);
});

test('a message that is parked lets the next one about its lead pass', async () => {
  receiver.answerWith((response) => response.writeHead(410).end());
  const id = await makeLead('Estacionada');
  await expectAbout('Estacionada', { state: 'failed', attempts: 1, last_status: 410 });
  receiver.answerWith((response) => response.end());
  await api(`/api/leads/${id}`, { estado: 'perdido' }, 'PATCH');
  await expect
    .poll(() => readDeliveries(server).filter((row) => row.lead_id === id))
    .toMatchObject([{ state: 'failed' }, { state: 'sent', waits: 0 }]);
});

test('the schedule is kept to within a fifth, and after ten tries the message is parked', async () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];
  receiver.answerWith((response) => response.writeHead(500).end());
  await makeLead('Insistente');
  const messageIds = new Set<unknown>();
  for (const [index, wait] of minutes.entries()) {
    await expect.poll(() => about('Insistente')?.attempts).toBeGreaterThan(index);
    const row = about('Insistente');
    if (row?.state !== 'pending') throw new Error(`parked after ${row?.attempts} tries`);
    if (row.attempts > index + 1) continue;
    expect(plannedWait(row)).toBeGreaterThanOrEqual(wait * 60 * 0.8 - 0.01);
    expect(plannedWait(row)).toBeLessThanOrEqual(wait * 60 * 1.2 + 0.01);
    // The second attempt follows by itself after 5 s, perhaps while somebody presses.
    if (index > 0) await api(`/api/deliveries/${row.id}/resend`, {});
  }
  await expectAbout('Insistente', { state: 'failed', attempts: 10, last_status: 500 });
  for (const message of receiver.received.filter(isAbout('Insistente'))) {
    messageIds.add(message.headers['webhook-id']);
  }
  expect(receiver.received.filter(isAbout('Insistente'))).toHaveLength(10);
  expect(messageIds.size).toBe(1);
});
