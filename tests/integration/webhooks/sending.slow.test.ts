import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call, submitEnquiry, validEnquiry } from '../../support/http';
import { setOfficeHours, subjectsTo } from '../../support/notices';
import { expectDeliveries, readDeliveries, readLine } from '../../support/outbox';
import { type Received, type Receiver, startReceiver } from '../../support/receiver';
import { startServer, type TestServer } from '../../support/server';
import { callAs, makeToken } from '../../support/tokens';
import { ageWebhook, createWebhook, readWebhook } from '../../support/webhooks';

const ALLOWED = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };

let server: TestServer;
let admin: Person;
let one: Receiver;
let two: Receiver;
beforeEach(async () => {
  [one, two] = await Promise.all([startReceiver(), startReceiver()]);
  server = await startServer({ env: ALLOWED });
  admin = makePerson(server, { roles: ['admin'] });
  // No digest, whatever the hour.
  setOfficeHours(server, { email: 'none' });
});
afterEach(async () => {
  await server.stop();
  await Promise.all([one.stop(), two.stop()]);
});

const asAdmin = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: admin.cookie, ...options });
const act = (id: number, what: string, body?: object) =>
  asAdmin(`/api/webhooks/${id}/${what}`, { method: 'POST', ...(body && { body }) });
const change = (id: number, body: object) => asAdmin(`/api/webhooks/${id}`, { method: 'PATCH', body });
const addLead = async (nombre: string) =>
  (await asAdmin('/api/leads', { body: { nombre, email: `${nombre}@x.example.com`, owner_id: null } })).json.lead as {
    id: number;
  };
const names = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body).nombre ?? JSON.parse(body).lead.nombre);
const verify = (secret: string, { body, headers }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>);
/** Postpones the next try, otherwise due in 5 s, until a test brings it forward. */
const LATER = { 'retry-after': '600' };
const refuse = (response: ServerResponse) => response.writeHead(500, LATER).end();
const dueNow = () =>
  withDatabase(server, (db) => db.exec("UPDATE deliveries SET next_attempt_at = '2020-01-01T00:00:00.000Z'"));

describe('destinations', () => {
  test('get what they asked for, signed by their own secret, with their own header', async () => {
    const first = await createWebhook(server, admin, { url: one.url, header: 'X-Flujo: ventas' });
    const second = await createWebhook(server, admin, {
      url: two.url,
      events: ['lead.updated', 'note.created'],
    });
    await submitEnquiry(server, { ...validEnquiry, nombre: 'Marta' });
    const { id } = await addLead('Leo');
    await asAdmin(`/api/leads/${id}/notes`, { body: { body: 'Llamar' } });
    await asAdmin(`/api/leads/${id}`, { method: 'PATCH', body: { estado: 'contactado' } });
    await one.waitForRequests(2);
    await two.waitForRequests(3);
    expect(names(one).sort()).toEqual(['Leo', 'Marta']);
    // The note made its author the owner.
    expect(two.received.map(({ headers }) => headers['webhook-event'])).toEqual([
      'note.created',
      'lead.updated',
      'lead.updated',
    ]);
    for (const message of one.received) expect(verify(first.secret, message)).toBeTruthy();
    for (const message of two.received) expect(verify(second.secret, message)).toBeTruthy();
    expect(() => verify(second.secret, one.received[0] as Received)).toThrow();
    expect(one.received[0]?.headers['x-flujo']).toBe('ventas');
    expect(two.received[0]?.headers['x-flujo']).toBeUndefined();
  });

  test('that hang or fail delay no other', async () => {
    const dead = await createWebhook(server, admin, { url: one.url });
    await createWebhook(server, admin, { url: two.url });
    one.answerWith(() => {});
    const leads = Array.from({ length: 12 }, (_, n) => `l${n}`);
    for (const nombre of leads) await addLead(nombre);
    await two.waitForRequests(leads.length);
    expect(names(two)).toHaveLength(leads.length);
    expect((await readWebhook(server, admin, dead.webhook.id)).waiting).toBe(leads.length);
  });

  test('asks one to wait: the other ones do not', async () => {
    await createWebhook(server, admin, { url: one.url });
    await createWebhook(server, admin, { url: two.url });
    one.answerWith((response) => response.writeHead(503, { 'retry-after': '120' }).end());
    await addLead('uno');
    const [asked, sent] = [{ state: 'pending', attempts: 1, last_status: 503 }, { state: 'sent' }];
    await expectDeliveries(server, [asked, sent], 'webhook');
    await addLead('dos');
    await expectDeliveries(server, [asked, sent, { state: 'pending', attempts: 0 }, sent], 'webhook');
  });

  test('get a test, which is told apart, and each says how it is', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    const other = await createWebhook(server, admin, { url: two.url });
    const answer = await act(webhook.id, 'test');
    expect([answer.status, answer.json.delivery.webhook_id]).toEqual([202, webhook.id]);
    await one.waitForRequests(1);
    expect(JSON.parse(one.received[0]?.body ?? '')).toMatchObject({ source: 'prueba' });
    await addLead('Marta');
    await two.waitForRequests(1);
    await expectDeliveries(server, Array(3).fill({ state: 'sent' }), 'webhook');
    one.answerWith((response) => response.writeHead(500, LATER).end('apagado'));
    await addLead('Leo');
    await expectDeliveries(
      server,
      [...Array(3).fill({ state: 'sent' }), { attempts: 1 }, { state: 'sent' }],
      'webhook',
    );
    const failure = { event: 'lead.created', about: 'Leo', last_status: 500, last_answer: 'apagado' };
    const last = { finished_at: expect.any(String), ended_in: null };
    const lineOf = ({ id }: { id: number }) => readLine(server, admin, { kind: 'webhook', webhook_id: id });
    expect(await lineOf(webhook)).toMatchObject({ last, undelivered: 1, failures: [failure] });
    expect(await lineOf(other.webhook)).toMatchObject({ last, undelivered: 0, failures: [] });
  });

  test('are told once where two processes work on one database', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    const other = await startServer({ env: { ...ALLOWED, DATABASE_PATH: server.databasePath } });
    try {
      const made = await call(other, '/api/webhooks', {
        cookie: admin.cookie,
        body: { url: two.url, events: ['lead.created'] },
      });
      expect(made.status).toBe(201);
      await addLead('aca');
      await call(other, '/api/leads', {
        cookie: admin.cookie,
        body: { nombre: 'alla', email: 'alla@x.example.com' },
      });
      const sent = { state: 'sent', attempts: 1 };
      await expectDeliveries(server, [sent, sent, sent, sent], 'webhook');
      expect([names(one).sort(), names(two).sort()]).toEqual([
        ['aca', 'alla'],
        ['aca', 'alla'],
      ]);
      expect((await readWebhook(other, admin, webhook.id)).waiting).toBe(0);
    } finally {
      await other.stop();
    }
  });
});

describe('a secret', () => {
  test('that was replaced signs for another day, and so do all that have not expired', async () => {
    const { webhook, secret } = await createWebhook(server, admin, { url: one.url });
    const rotated = (await act(webhook.id, 'rotate')).json.secret;
    const again = (await act(webhook.id, 'rotate')).json.secret;
    await addLead('uno');
    await one.waitForRequests(1);
    for (const each of [secret, rotated, again]) expect(verify(each, one.received[0] as Received)).toBeTruthy();
    ageWebhook(server, webhook.id, 24);
    await addLead('dos');
    await one.waitForRequests(2);
    const message = one.received[1] as Received;
    expect(verify(again, message)).toBeTruthy();
    for (const each of [secret, rotated]) expect(() => verify(each, message)).toThrow();
  });

  test('that cannot be read any more stops the messages until there is another', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    withDatabase(server, (db) => db.prepare('UPDATE webhook_secrets SET box = zeroblob(60)').run());
    await addLead('uno');
    const last_error = expect.stringContaining('ya no se pueden leer');
    await expectDeliveries(server, [{ state: 'pending', last_error }], 'webhook');
    const { secret } = (await act(webhook.id, 'rotate')).json;
    dueNow();
    await one.waitForRequests(1);
    expect(verify(secret, one.received[0] as Received)).toBeTruthy();
  });
});

describe('an address', () => {
  /** Counts connections to a forbidden address. */
  async function listenInside() {
    let connections = 0;
    const inside = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, '127.0.0.2');
    await once(inside, 'listening');
    const { port } = inside.address() as { port: number };
    return { url: `http://127.0.0.2:${port}/`, connections: () => connections, stop: () => inside.close() };
  }

  test('is looked at again when it is called', async () => {
    const inside = await listenInside();
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    // As if the checked name resolved elsewhere by now.
    withDatabase(server, (db) => db.prepare('UPDATE webhooks SET url = ? WHERE id = ?').run(inside.url, webhook.id));
    await addLead('uno');
    const last_error = expect.stringContaining('no se puede enviar');
    await expectDeliveries(server, [{ state: 'pending', last_status: null, last_error }], 'webhook');
    const [failed] = readDeliveries(server, 'webhook');
    expect(failed?.last_error).not.toContain('127.0');
    expect(inside.connections()).toBe(0);
    inside.stop();
  });

  test('that redirects is not followed', async () => {
    const inside = await listenInside();
    await createWebhook(server, admin, { url: one.url });
    one.answerWith((response) => response.writeHead(302, { location: inside.url, ...LATER }).end());
    await addLead('uno');
    await expectDeliveries(server, [{ state: 'pending', attempts: 1, last_status: 302 }], 'webhook');
    expect(inside.connections()).toBe(0);
    inside.stop();
  });
});

describe('a pause', () => {
  test('comes by itself after three days without one success, and administrators are told once', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    one.answerWith(refuse);
    await addLead('uno');
    await expectDeliveries(server, [{ attempts: 1 }], 'webhook');
    expect((await readWebhook(server, admin, webhook.id)).failing_since).not.toBeNull();
    ageWebhook(server, webhook.id, 71);
    dueNow();
    await expectDeliveries(server, [{ attempts: 2 }], 'webhook');
    expect((await readWebhook(server, admin, webhook.id)).active).toBe(true);
    ageWebhook(server, webhook.id, 2);
    dueNow();
    await expectDeliveries(server, [{ attempts: 3 }], 'webhook');
    expect(await readWebhook(server, admin, webhook.id)).toMatchObject({ active: false, pause: 'failing' });
    const { host } = new URL(one.url);
    await expect.poll(() => subjectsTo(server, admin)).toEqual([`Se pausó un destino de avisos: ${host}`]);
    expect((await asAdmin('/panel')).text).toContain('Se pausó un destino de avisos');
    // Events meanwhile queue up and leave in order once resumed.
    one.answerWith((response) => response.end());
    await addLead('dos');
    expect(one.received).toHaveLength(3);
    expect((await change(webhook.id, { active: true })).json.webhook).toMatchObject({
      active: true,
      failing_since: null,
    });
    await one.waitForRequests(5);
    expect(names(one).slice(3).sort()).toEqual(['dos', 'uno']);
    expect((await asAdmin('/panel')).text).not.toContain('Se pausó un destino');
  });

  test('comes at once where the destination says that it is gone, and administrators are told', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    one.answerWith((response) => response.writeHead(410).end());
    await addLead('uno');
    await expectDeliveries(server, [{ state: 'failed', last_status: 410 }], 'webhook');
    expect(await readWebhook(server, admin, webhook.id)).toMatchObject({ active: false, pause: 'failing' });
    const { host } = new URL(one.url);
    await expect.poll(() => subjectsTo(server, admin)).toEqual([`Se pausó un destino de avisos: ${host}`]);
    await addLead('dos');
    one.answerWith((response) => response.end());
    await change(webhook.id, { active: true });
    await one.waitForRequests(2);
    await asAdmin('/api/deliveries/retry', { body: { kind: 'webhook', webhook_id: webhook.id } });
    await expectDeliveries(server, [{ state: 'sent' }, { state: 'sent' }], 'webhook');
  });

  test('is an end for a token’s destination that says that it is gone', async () => {
    const token = makeToken(server, { name: 'Zapier', scopes: ['webhooks'] });
    const body = { url: one.url, events: ['lead.created'] };
    const { webhook } = (await callAs(server, token, '/api/webhooks', { body })).json;
    one.answerWith((response) => response.writeHead(410).end());
    await addLead('uno');
    await expect.poll(() => readWebhook(server, admin, webhook.id)).toBeUndefined();
    await addLead('dos');
    await expectDeliveries(server, [], 'webhook');
    expect([one.received.length, subjectsTo(server, admin)]).toEqual([1, []]);
    const { events } = (await asAdmin('/api/audit')).json;
    expect(events[0]).toMatchObject({ type: 'webhook_removed', actor_email: null });
  });

  test('lets a test through, once, before what waits, and stays', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    await change(webhook.id, { active: false });
    const leads = Array.from({ length: 12 }, (_, n) => `l${n}`);
    for (const nombre of leads) await addLead(nombre);
    one.answerWith(refuse);
    expect((await act(webhook.id, 'test')).status).toBe(202);
    await one.waitForRequests(1);
    const waiting = leads.map(() => ({ state: 'pending', attempts: 0 }));
    await expectDeliveries(server, [...waiting, { state: 'pending', attempts: 1 }], 'webhook');
    dueNow();
    one.answerWith((response) => response.end());
    await act(webhook.id, 'test');
    await one.waitForRequests(2);
    const first = { state: 'pending', attempts: 1 };
    await expectDeliveries(server, [...waiting, first, { state: 'sent', attempts: 1 }], 'webhook');
    expect(one.received.map(({ headers }) => headers['webhook-event'])).toEqual(['test', 'test']);
    expect(await readWebhook(server, admin, webhook.id)).toMatchObject({ active: false, pause: 'hand' });
    await change(webhook.id, { active: true });
    await one.waitForRequests(leads.length + 3);
  });

  test('is forgotten by a success', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    one.answerWith(refuse);
    await addLead('uno');
    await expectDeliveries(server, [{ attempts: 1 }], 'webhook');
    ageWebhook(server, webhook.id, 80);
    one.answerWith((response) => response.end());
    await addLead('dos');
    await expectDeliveries(server, [{ state: 'pending' }, { state: 'sent' }], 'webhook');
    expect(await readWebhook(server, admin, webhook.id)).toMatchObject({ active: true, failing_since: null });
  });

  test('by hand holds everything back, tells nobody, and can be ended', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    await createWebhook(server, admin, { url: two.url });
    expect((await change(webhook.id, { active: false })).json.webhook).toMatchObject({ pause: 'hand' });
    await addLead('uno');
    await two.waitForRequests(1);
    expect((await readWebhook(server, admin, webhook.id)).waiting).toBe(1);
    // Old enough to be reported, not to be given up.
    const longAgo = new Date(Date.now() - 20 * 86_400_000).toISOString();
    withDatabase(server, (db) => db.prepare('UPDATE deliveries SET created_at = ?').run(longAgo));
    expect((await asAdmin('/panel')).text).not.toMatch(/Fallan los envíos|Se pausó/);
    expect(one.received).toEqual([]);
    await change(webhook.id, { active: true });
    await one.waitForRequests(1);
  });
});

describe('the settings’ destination', () => {
  const restart = async (env: Record<string, string> = {}) => {
    await server.stop({ keep: true });
    server = await startServer({ folder: server.folder, env: { ...ALLOWED, ...env } });
  };
  const settings = async () => (await asAdmin('/api/webhooks')).json.webhooks;

  test('follows the settings at each start: without them it rests while something was not delivered, and goes then', async () => {
    await restart({ LEAD_WEBHOOK_URL: `${one.url}/secreto` });
    const [{ id }] = await settings();
    one.answerWith(refuse);
    await addLead('espera');
    await expectDeliveries(server, [{ webhook_id: id, attempts: 1 }], 'webhook');
    await restart({ LEAD_WEBHOOK_URL: two.url, LEAD_WEBHOOK_EVENTS: 'note.created' });
    dueNow();
    await two.waitForRequests(1);
    await expectDeliveries(server, [{ state: 'sent' }], 'webhook');
    expect(await settings()).toMatchObject([{ id, url: new URL(two.url).origin, events: ['note.created'] }]);

    await restart({ LEAD_WEBHOOK_URL: one.url });
    await addLead('otra');
    await expectDeliveries(server, [{ state: 'sent' }, { state: 'pending', attempts: 1 }], 'webhook');
    await restart();
    expect(await settings()).toMatchObject([{ id, active: false, events: [], waiting: 1 }]);
    await addLead('nadie');
    const line = { kind: 'webhook', webhook_id: id } as const;
    expect(await readLine(server, admin, line)).toMatchObject({ undelivered: 1, failures: [{ about: 'otra' }] });
    expect((await asAdmin('/api/deliveries/discard', { body: line })).json).toEqual({ discarded: 1 });
    await restart();
    expect(await settings()).toEqual([]);
  });

  test('is paused and resumed by hand, and never by itself', async () => {
    await restart({ LEAD_WEBHOOK_URL: one.url });
    const [{ id }] = await settings();
    await change(id, { active: false });
    await addLead('uno');
    expect((await act(id, 'test')).status).toBe(202);
    await one.waitForRequests(1);
    expect(names(one)).toEqual(['Prueba de integración']);
    one.answerWith(refuse);
    await change(id, { active: true });
    await expectDeliveries(server, [{ attempts: 1 }, { state: 'sent' }], 'webhook');
    ageWebhook(server, id, 80);
    dueNow();
    await expectDeliveries(server, [{ attempts: 2 }, { state: 'sent' }], 'webhook');
    expect(await settings()).toMatchObject([{ id, active: true }]);
  });
});

describe('a destination that is removed', () => {
  test('gets nothing of what waited, and what it got stays known', async () => {
    const { webhook, secret } = await createWebhook(server, admin, {
      url: one.url,
      header: 'X-Clave: oculta',
    });
    await createWebhook(server, admin, { url: two.url });
    await addLead('llega');
    await one.waitForRequests(1);
    await expectDeliveries(server, [{ state: 'sent' }, { state: 'sent' }], 'webhook');
    one.answerWith(refuse);
    await addLead('espera');
    await one.waitForRequests(2);
    await expectDeliveries(
      server,
      [{ state: 'sent' }, { state: 'sent' }, { attempts: 1, state: 'pending' }, { state: 'sent' }],
      'webhook',
    );
    expect((await asAdmin(`/api/webhooks/${webhook.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await act(webhook.id, 'rotate')).status).toBe(404);
    const left = readDeliveries(server, 'webhook');
    expect(left.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    expect(await readWebhook(server, admin, webhook.id)).toBeUndefined();
    const [sent] = left;
    expect((await asAdmin(`/api/deliveries/${sent?.id}`)).json.delivery).toMatchObject({ webhook_id: webhook.id });
    expect((await asAdmin(`/api/deliveries/${sent?.id}/resend`, { method: 'POST' })).status).toBe(409);
    await addLead('despues');
    await two.waitForRequests(3);
    expect(one.received).toHaveLength(2);
    const kept = withDatabase(server, (db) => [
      db.prepare('SELECT count(*) FROM webhooks').pluck().get(),
      db.prepare('SELECT count(*) FROM webhook_secrets').pluck().get(),
    ]);
    expect(kept).toEqual([1, 1]);
    expect(server.output()).not.toContain(secret.slice(6, 20));
    expect(server.output()).not.toContain('oculta');
  });

  test('is removed by the next start if the process dies in between', async () => {
    const { webhook } = await createWebhook(server, admin, { url: one.url });
    one.answerWith(refuse);
    await addLead('espera');
    await expectDeliveries(server, [{ attempts: 1 }], 'webhook');
    await server.stop({ keep: true });
    withDatabase(server, (db) =>
      db.prepare('UPDATE webhooks SET removed_at = created_at WHERE id = ?').run(webhook.id),
    );
    dueNow();
    server = await startServer({ folder: server.folder, env: ALLOWED });
    await expect
      .poll(() => withDatabase(server, (db) => db.prepare('SELECT count(*) FROM webhooks').pluck().get()))
      .toBe(0);
    expect(readDeliveries(server, 'webhook')).toEqual([]);
    expect(one.received).toHaveLength(1);
  });
});

test('a person’s data in what waits for a destination is exported and erased', async () => {
  await createWebhook(server, admin, { url: one.url, events: ['lead.created', 'note.created'] });
  one.answerWith(refuse);
  const { id } = await addLead('Marta');
  await asAdmin(`/api/leads/${id}/notes`, { body: { body: 'Busca casa' } });
  await addLead('Otra');
  await expectDeliveries(server, [{ attempts: 1 }, { waits: 1 }, { attempts: 1 }], 'webhook');
  const person = await asAdmin(`/api/leads/${id}/person`);
  expect(person.text).toContain('note.created');
  const erased = await asAdmin(`/api/leads/${id}/erase`, { body: { confirm: 'Marta@x.example.com' } });
  expect([erased.status, erased.json.erased?.deliveries]).toEqual([200, 2]);
  const left = readDeliveries(server, 'webhook').map(({ payload }) => payload);
  expect(left).toHaveLength(1);
  expect(left.join()).not.toContain('Marta');
});
