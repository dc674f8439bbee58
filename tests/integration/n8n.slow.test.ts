import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { completeWorkflow, type N8n, prepareN8n } from '../support/n8n';
import { expectDeliveries, readDeliveries, settingsLine, shiftPending } from '../support/outbox';
import { type Receiver, startReceiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const SECRET = secretOf('una clave secreta de treinta y dos');
const OTHER_SECRET = secretOf('otra clave, también de treinta y dos');
const HOUR = 3600;

const home = mkdtempSync(join(tmpdir(), 'crm-n8n-'));
let n8n: N8n;
/** The system to which a user's workflow forwards the lead. */
let destination: Receiver;
let server: TestServer;

beforeAll(async () => {
  destination = await startReceiver();
  n8n = await prepareN8n(home, [completeWorkflow([SECRET], destination.url)]);
  await n8n.start();
});
afterAll(async () => {
  await n8n?.kill();
  await destination?.stop();
  rmSync(home, { recursive: true, force: true });
});

const acceptAll = (response: ServerResponse) => response.end('{}');

/** A CRM per test; the workflow keeps its memory, as in production. */
beforeEach(async () => {
  destination.received.length = 0;
  destination.answerWith(acceptAll);
  server = await connect(SECRET);
  return () => server.stop();
});

function connect(secret: string): Promise<TestServer> {
  const LEAD_WEBHOOK_CONFIRMS = 'true';
  return startServer({
    env: {
      LEAD_WEBHOOK_URL: n8n.webhook('zaguan-leads'),
      LEAD_WEBHOOK_SECRET: secret,
      LEAD_WEBHOOK_CONFIRMS,
    },
  });
}

async function enquire(to: TestServer, nombre: string): Promise<void> {
  expect((await submitEnquiry(to, { ...validEnquiry, nombre })).status).toBe(303);
}

const namesAtDestination = () => destination.received.map(({ body }) => JSON.parse(body).nombre).sort();

test('a lead goes through the workflow as it is imported, and the answer names it', async () => {
  await enquire(server, 'Marta Giménez');
  await expectDeliveries(server, [{ state: 'sent', attempts: 1, last_status: 200 }]);
  const [{ message_id, last_answer, payload } = expect.fail()] = readDeliveries(server);
  expect(JSON.parse(last_answer ?? '')).toEqual({ received: message_id });
  expect(destination.received.map(({ body }) => JSON.parse(body))).toEqual([JSON.parse(payload)]);
  expect(n8n.readProcessed()).toContain(message_id);

  const again = { method: 'POST', body: payload, headers: sign(message_id, payload) };
  const answer = await fetch(n8n.webhook('zaguan-leads'), again);
  expect([answer.status, await answer.json()]).toEqual([200, { received: message_id }]);
  expect(destination.received.length, 'what was processed is confirmed again, not processed again').toBe(1);
});

function sign(id: string, body: string): Record<string, string> {
  const now = new Date();
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(id, now, body),
  };
}

test('what another secret signed is answered 500 and goes no further; while two are valid it passes', async () => {
  const stranger = await connect(OTHER_SECRET);
  const rotating = await connect(`${OTHER_SECRET} ${SECRET}`);
  try {
    await enquire(stranger, 'Nadie');
    await expectDeliveries(stranger, [{ state: 'pending', last_status: 500 }]);
    await enquire(rotating, 'Con dos secretos');
    await expectDeliveries(rotating, [{ state: 'sent', attempts: 1 }]);
    expect(namesAtDestination()).toEqual(['Con dos secretos']);
  } finally {
    await stranger.stop();
    await rotating.stop();
  }
});

test('an error in a later node is answered 500, and the message that comes again is no repeated one', async () => {
  destination.answerWith((response) => response.writeHead(500).end());
  await enquire(server, 'Marta');
  await expectDeliveries(server, [{ state: 'pending', last_status: 500 }]);
  destination.answerWith(acceptAll);
  shiftPending(server, -HOUR);
  await expectDeliveries(server, [{ state: 'sent' }]);
  // One try or more in vain, and each did its work.
  const [{ attempts } = expect.fail()] = readDeliveries(server);
  expect(attempts).toBeGreaterThan(1);
  expect(namesAtDestination()).toEqual(Array(attempts).fill('Marta'));
});

test('a workflow slower than the CRM waits is told again, and does its work once', async () => {
  const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>();
  destination.answerWith(hold);
  await enquire(server, 'Marta');
  const response = await held;
  // No second try while the first is at work.
  const admin = makePerson(server, { roles: ['admin'] });
  const { webhook_id } = await settingsLine(server, admin);
  const setActive = (active: boolean) =>
    call(server, `/api/webhooks/${webhook_id}`, { method: 'PATCH', cookie: admin.cookie, body: { active } });
  expect((await setActive(false)).status).toBe(200);
  await expectDeliveries(server, [{ state: 'pending', attempts: 1, last_status: null }]);
  acceptAll(response);
  const [{ message_id } = expect.fail()] = readDeliveries(server);
  await expect.poll(() => n8n.readProcessed()).toContain(message_id);
  expect((await setActive(true)).status).toBe(200);
  await expectDeliveries(server, [{ state: 'sent', last_status: 200 }]);
  expect(namesAtDestination()).toEqual(['Marta']);
});

test('n8n that is killed at work gets the message again when it is back, also with its task runners on', async () => {
  const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>();
  destination.answerWith(hold);
  await enquire(server, 'Marta');
  await held;
  await n8n.kill();
  await expectDeliveries(server, [{ state: 'pending', last_status: null, last_error: expect.any(String) }]);
  destination.answerWith(acceptAll);
  await n8n.start({ N8N_RUNNERS_ENABLED: 'true' });
  shiftPending(server, -HOUR);
  await expectDeliveries(server, [{ state: 'sent', last_status: 200 }]);
  expect(namesAtDestination()).toEqual(['Marta', 'Marta']);
});
