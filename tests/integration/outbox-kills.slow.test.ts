import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { submitEnquiry, validEnquiry } from '../support/http';
import { expectDeliveries } from '../support/outbox';
import { type Receiver, startReceiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';

let receiver: Receiver;
let server: TestServer;
beforeEach(async () => {
  receiver = await startReceiver();
  server = await startServer({ env: { LEAD_WEBHOOK_URL: receiver.url } });
});
afterEach(async () => {
  await server.stop();
  await receiver.stop();
});

test('of two processes on one database one sends, and the other takes over when it is killed', async () => {
  const receivedIds = () => receiver.received.map(({ headers }) => headers['webhook-id']);
  const hanging: ServerResponse[] = [];
  receiver.answerWith((response) => hanging.push(response));
  const second = await startServer({
    folder: server.folder,
    env: { DATABASE_PATH: server.databasePath, LEAD_WEBHOOK_URL: receiver.url },
  });
  try {
    await second.printed(/outbox_waits/);
    await submitEnquiry(server, { ...validEnquiry, email: 'uno@x.example.com' });
    await submitEnquiry(second, { ...validEnquiry, email: 'dos@x.example.com' });
    // The first process finds the second's message by polling.
    await receiver.waitForRequests(2);
    expect(new Set(receivedIds()).size).toBe(2);
    // Before: the other may be there as soon as it is killed.
    receiver.answerWith((response) => response.end());
    server.process.kill('SIGKILL');
    await server.exited;
    await expectDeliveries(second, [{ state: 'sent' }, { state: 'sent' }]);
    expect(receivedIds()).toHaveLength(4);
    expect(new Set(receivedIds()).size).toBe(2);
  } finally {
    await second.stop({ keep: true });
  }
});

test('a workflow gets after a kill -9 what it had not confirmed, under the same id', async () => {
  receiver.answerWith(() => {
    // Never answers: the process dies between sending and recording.
  });
  await submitEnquiry(server, validEnquiry);
  await receiver.waitForRequests(1);
  server.process.kill('SIGKILL');
  await server.exited;
  receiver.answerWith((response) => response.end());
  const { folder } = server;
  server = await startServer({ folder, env: { LEAD_WEBHOOK_URL: receiver.url } });
  await receiver.waitForRequests(2);
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
});
