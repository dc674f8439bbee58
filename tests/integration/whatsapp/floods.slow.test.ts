import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { inParallel } from '../../support/in-parallel';
import { connectWhatsapp } from '../../support/meta';
import {
  bodyOf,
  messageOf,
  messagesChange,
  postWebhook,
  signWebhook,
  statusOf,
  textOf,
  waitForInbox,
  webhookOf,
} from '../../support/meta-webhooks';
import { provideMeta } from '../../support/provide';
import { startServer, type TestServer } from '../../support/server';

let server: TestServer;
const env = () => ({ WHATSAPP_API_URL: meta.url, RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' });
const meta = provideMeta();
beforeAll(async () => {
  server = await startServer({ env: env() });
  await connectWhatsapp(server, meta, makePerson(server, { roles: ['admin'] }));
});
afterAll(async () => {
  await server.stop();
});

const marta = { number: '5491155554444', name: 'Marta Giménez' };
const hello = () => JSON.stringify(webhookOf(meta, { messages: [textOf(marta, 'Hola')] }));
const post = async (address: string, body: string | Buffer<ArrayBuffer>, signature: string) => {
  const response = await fetch(`${server.url}/api/whatsapp/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      'x-hub-signature-256': signature,
    },
    body,
  }).catch(() => null);
  return response?.status ?? 0;
};
const backlog = () =>
  withDatabase(server, (db) => Number(db.prepare('SELECT count(*) FROM whatsapp_received').pluck().get()));

test('a flood that nobody signed stores nothing, is soon not even read, and leaves Meta its way', async () => {
  const heavy = Buffer.alloc(3_000_000, '{');
  const forged = signWebhook('otra', heavy);
  const counted: Record<number, number> = {};
  const startedAt = performance.now();
  await inParallel(Array.from({ length: 400 }).keys(), async () => {
    const status = await post('203.0.113.9', heavy, forged);
    counted[status] = (counted[status] ?? 0) + 1;
  });
  // 0: the connection was cut, because the server stopped reading.
  // 503: two of this address were being read already.
  expect(Object.keys(counted).filter((status) => !['0', '401', '429', '503'].includes(status))).toEqual([]);
  // Each minute that it takes.
  expect(counted[401]).toBeLessThanOrEqual(60 * Math.ceil((performance.now() - startedAt) / 60_000));
  expect(backlog()).toBe(0);
  // From elsewhere, signed.
  const text = hello();
  expect(await post('198.51.100.7', text, signWebhook(meta.appSecret, text))).toBe(200);
  expect((await call(server, '/healthz')).status).toBe(200);
  await waitForInbox(server);
});

test('a guessed verify token is soon not even compared', async () => {
  const ask = () =>
    call(server, '/api/whatsapp/webhook?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1', {
      headers: { 'x-forwarded-for': '203.0.113.10' },
    });
  const answers = [];
  for (let n = 0; n < 70; n++) answers.push((await ask()).status);
  expect(answers.filter((status) => status === 403)).toHaveLength(60);
  expect(answers.at(-1)).toBe(429);
});

test('what waits is bounded: Meta is told to come back, and is heard again once there is room', async () => {
  // Nothing is processed before it is due, and nothing waits longer than ten minutes.
  withDatabase(server, (db) => {
    const later = new Date(Date.now() + 9 * 60_000).toISOString();
    const insert = db.prepare('INSERT INTO whatsapp_received (body, due_at, received_at) VALUES (?, ?, ?)');
    for (let n = 0; n < 22; n++) insert.run('x'.repeat(3_100_000), later, later);
  });
  await expect.poll(async () => (await postWebhook(server, meta, hello())).status).toBe(503);
  const { headers } = await postWebhook(server, meta, hello());
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  withDatabase(server, (db) => db.prepare('DELETE FROM whatsapp_received').run());
  await expect.poll(async () => (await postWebhook(server, meta, hello())).status).toBe(200);
  await waitForInbox(server);
});

test('a week’s backlog comes through, also in batches, while the panel answers', async () => {
  const people = Array.from({ length: 200 }, (_, n) => ({
    number: `549117${String(1_000_000 + n)}`,
    name: `Persona ${n}`,
  }));
  const DAY_MS = 24 * 3_600_000;
  const changes = Array.from({ length: 5000 }, (_, n) => {
    const person = people[n % people.length] ?? marta;
    const at = new Date(Date.now() - 7 * DAY_MS + n * 100_000);
    const message = textOf(person, `Mensaje ${n} de la semana`, { at });
    return messagesChange(meta, {
      contacts: [person],
      messages: [message],
      statuses: [statusOf({ wamid: message.id, to: person.number }, 'read', {}, at)],
    });
  });
  const staff = makePerson(server);
  const fresh = { env: { ...env(), RATE_LIMIT_SCALE: '1000' }, folder: server.folder };
  await server.stop({ keep: true });
  server = await startServer(fresh);
  const batches = Array.from({ length: 50 }, (_, n) => changes.slice(n * 100, (n + 1) * 100));
  const startedAt = performance.now();
  await inParallel(batches, async (batch) => {
    expect((await postWebhook(server, meta, bodyOf(meta, batch))).status).toBe(200);
  });
  let slowest = 0;
  while (backlog() > 0) {
    const askedAt = performance.now();
    expect((await call(server, '/api/leads', { cookie: staff.cookie })).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - askedAt);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(`5000 messages in ${seconds.toFixed(1)} s, the slowest list took ${slowest.toFixed(0)} ms\n`);
  const rows = withDatabase(server, (db) =>
    db.prepare("SELECT count(*) FROM messages WHERE body LIKE 'Mensaje % de la semana'").pluck().get(),
  );
  expect(rows).toBe(5000);
});

test('a body of 3 MB is worked on in slices that let others in', async () => {
  const messages = Array.from({ length: 3000 }, (_, n) =>
    messageOf({ number: `549118${String(1_000_000 + (n % 100))}` }, 'text', {
      body: `${n} ${'a'.repeat(700)}`,
    }),
  );
  const body = JSON.stringify(bodyOf(meta, [messagesChange(meta, { messages })]));
  expect(Buffer.byteLength(body)).toBeGreaterThan(2.5e6);
  expect((await postWebhook(server, meta, body)).status).toBe(200);
  const waits: number[] = [];
  while (backlog() > 0) {
    const askedAt = performance.now();
    expect((await call(server, '/healthz')).status).toBe(200);
    waits.push(performance.now() - askedAt);
  }
  expect(waits.length).toBeGreaterThan(10);
  const rows = withDatabase(server, (db) =>
    db.prepare("SELECT count(*) FROM messages WHERE body LIKE '% aaaa%'").pluck().get(),
  );
  expect(rows).toBe(3000);
});
