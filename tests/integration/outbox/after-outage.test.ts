import { beforeAll, expect, test } from 'vitest';
import type { Line } from '~/shared/deliveries/delivery';
import { call, submitEnquiry, validEnquiry } from '../../support/http';
import { expectDeliveries, readDeliveries, settingsLine } from '../../support/outbox';
import { providePerson, provideReceiver, provideServer } from '../../support/provide';

let line: Line;
const receiver = provideReceiver();
const server = provideServer(() => ({ env: { LEAD_WEBHOOK_URL: receiver.url } }));
const admin = providePerson(server, { roles: ['admin'] });
beforeAll(async () => {
  line = await settingsLine(server, admin);
});

const api = (path: string, body: unknown = {}) => call(server, path, { cookie: admin.cookie, body });
const retry = async () => (await api('/api/deliveries/retry', line)).json;
const sendTest = () => api(`/api/webhooks/${line.webhook_id}/test`);
let enquiries = 0;

/** This many enquiries arrive while the receiver is down, which was just reported to all. */
async function fallBehind(count: number): Promise<void> {
  receiver.answerWith((response) => response.writeHead(503, { 'retry-after': '86400' }).end());
  for (let i = 0; i < count; i++)
    await submitEnquiry(server, { ...validEnquiry, email: `corte-${++enquiries}@x.example.com` });
  await expect.poll(() => readDeliveries(server).some(({ last_status }) => last_status === 503)).toBe(true);
  const waiting = readDeliveries(server).filter(({ state }) => state === 'pending');
  expect(waiting).toHaveLength(count);
}

test('all that waits is tried at once when somebody asks, in vain without using its tries up, and then with success', async () => {
  await fallBehind(12);
  const recorded = () => server.output().split('"delivery_failed"').length - 1;
  for (let press = 0; press < 12; press++) {
    // What is on its way when it is pressed is not tried again by it.
    await expect.poll(() => receiver.received.length - recorded()).toBe(0);
    const before = receiver.received.length;
    expect(await retry()).toEqual({ retried: 12 });
    await receiver.waitForRequests(before + 1);
  }
  await expect
    .poll(() => readDeliveries(server).every(({ state, attempts }) => state === 'pending' && attempts <= 1))
    .toBe(true);
  receiver.answerWith((response) => response.end('ok'));
  expect((await api('/api/deliveries/retry', { kind: 'mail' })).json).toEqual({ retried: 0 });
  // All but those on their way since the press before.
  expect((await retry()).retried).toBeGreaterThan(0);
  await expectDeliveries(server, Array(12).fill({ state: 'sent' }));
  expect(await retry()).toEqual({ retried: 0 });
});

test('a test that fails sends nothing else; one that arrives sends all that waits', async () => {
  await fallBehind(5);
  await sendTest();
  const isTest = (row: { event: string }) => row.event === 'test';
  await expect.poll(() => readDeliveries(server).find(isTest)).toMatchObject({ attempts: 1, state: 'pending' });
  expect(readDeliveries(server).filter(({ state }) => state === 'pending')).toHaveLength(6);
  receiver.answerWith((response) => response.end('ok'));
  await sendTest();
  await expect.poll(() => readDeliveries(server).every(({ state }) => state === 'sent')).toBe(true);
});
