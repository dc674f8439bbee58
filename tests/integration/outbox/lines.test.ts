import { beforeAll, describe, expect, test } from 'vitest';
import type { Line } from '~/shared/deliveries/delivery';
import { makePerson } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readDeliveries, readLine, settingsLine } from '../../support/outbox';
import { providePerson, provideReceiver, provideServer } from '../../support/provide';

const DAY_MS = 24 * 3_600_000;

/** The settings' destination. */
let line: Line;
const PROVISIONING: Line = { kind: 'provisioning', webhook_id: null };
const receiver = provideReceiver();
const server = provideServer(() => ({ env: { LEAD_WEBHOOK_URL: receiver.url } }));
const admin = providePerson(server, { roles: ['admin'] });
beforeAll(async () => {
  line = await settingsLine(server, admin);
});

const api = (path: string, body?: unknown, method?: string) =>
  call(server, path, { cookie: admin.cookie, body, ...(method && { method }) });

type Made = { state: string; kind?: string; leadId?: number; finishedDaysAgo?: number };

/** Adds finished messages to the outbox, backdated; returns their ids. */
function addMessages(count: number, { state, kind = 'webhook', leadId, finishedDaysAgo = 0 }: Made): number[] {
  const at = new Date(Date.now() - finishedDaysAgo * DAY_MS).toISOString();
  const to = kind === 'webhook' ? line.webhook_id : null;
  return withDatabase(server, (db) => {
    const insert = db.prepare(
      `INSERT INTO deliveries (message_id, kind, webhook_id, event, lead_id, payload, state, attempts, planned_at,
                               next_attempt_at, created_at, finished_at)
       VALUES (?, ?, ?, 'lead.created', ?, '{"nombre":"Ana"}', ?, 10, ?, ?, ?, ?)`,
    );
    return db.transaction(() =>
      Array.from({ length: count }, () =>
        Number(
          insert.run(`msg_${crypto.randomUUID()}`, kind, to, leadId ?? null, state, at, at, at, at).lastInsertRowid,
        ),
      ),
    )();
  });
}

/** A pending one, due tomorrow. */
function addPending(sinceDays = 0): number {
  const [id = 0] = addMessages(1, { state: 'failed', finishedDaysAgo: sinceDays });
  withDatabase(server, (db) =>
    db
      .prepare(`UPDATE deliveries SET state = 'pending', finished_at = NULL, next_attempt_at = ? WHERE id = ?`)
      .run(new Date(Date.now() + DAY_MS).toISOString(), id),
  );
  return id;
}

const clearOutbox = () => withDatabase(server, (db) => db.exec('DELETE FROM deliveries'));

describe('a line', () => {
  test('says what arrived last, how much did not, and its last failures, newest first', async () => {
    clearOutbox();
    const twoDaysAgo = Date.now() - 2 * DAY_MS;
    addMessages(1, { state: 'sent', finishedDaysAgo: 2 });
    const failed = addMessages(5, { state: 'failed' });
    addPending();
    addMessages(2, { state: 'failed', kind: 'provisioning' });
    withDatabase(server, (db) =>
      db.exec(`UPDATE deliveries SET last_status = 500, last_error = 'Respondió con el estado 500.',
               last_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, id || ' seconds') WHERE state = 'failed'`),
    );
    const state = await readLine(server, admin, line);
    expect(state).toMatchObject({ undelivered: 6, last: { ended_in: null } });
    const finished = Date.parse(state?.last?.finished_at ?? '');
    expect(finished).toBeGreaterThanOrEqual(twoDaysAgo);
    expect(finished).toBeLessThanOrEqual(Date.now() - 2 * DAY_MS);
    expect(state?.failures.map(({ id }) => id)).toEqual(failed.slice(-3).toReversed());
    expect(state?.failures[0]).toMatchObject({ event: 'lead.created', about: 'Ana', last_status: 500 });
    expect(await readLine(server, admin, PROVISIONING)).toMatchObject({ undelivered: 2, last: null });
    expect(await readLine(server, admin, { kind: 'push', webhook_id: null })).toBeUndefined();
  });

  test('is named by its kind and destination', async () => {
    for (const body of [{}, { kind: 'fax' }, { kind: 'webhook', webhook_id: 'x' }, { kind: 'mail', state: 'sent' }])
      expect((await api('/api/deliveries/retry', body)).status, JSON.stringify(body)).toBe(422);
  });

  test('never holds what a mail’s link opens with', async () => {
    clearOutbox();
    const { email } = makePerson(server);
    await call(server, '/api/auth/recover', { body: { email } });
    await expect.poll(() => readDeliveries(server, 'mail')).toMatchObject([{ state: 'sent' }]);
    const [row] = readDeliveries(server, 'mail');
    const { delivery } = (await api(`/api/deliveries/${row?.id}`)).json;
    expect(delivery).toMatchObject({ about: email, event: 'mail.recover', last_error: null });
    expect(JSON.parse(row?.payload ?? '')).toEqual({ template: 'recover', email });
    expect(JSON.stringify(row)).not.toMatch(/token|https?:/);
  });
});

describe('sending again', () => {
  test('every failed message starts over under its own id, each lead’s in order', async () => {
    clearOutbox();
    const ids = [1, 2, 3].flatMap((leadId) => addMessages(150, { state: 'failed', leadId }));
    const kept = addMessages(1, { state: 'sent' });
    const before = receiver.received.length;
    expect((await api('/api/deliveries/retry', line)).json).toEqual({ retried: 450 });
    await receiver.waitForRequests(before + 450);
    await expect.poll(() => readDeliveries(server).every(({ state }) => state === 'sent')).toBe(true);
    const rows = readDeliveries(server);
    expect(rows.filter(({ attempts }) => attempts === 1).map(({ id }) => id)).toEqual(ids);
    expect(rows.find(({ id }) => id === kept[0])?.attempts).toBe(10);
    const receivedIds = receiver.received.slice(before).map(({ headers }) => String(headers['webhook-id']));
    for (const leadId of [1, 2, 3]) {
      const own = rows.filter((row) => row.lead_id === leadId).map(({ message_id }) => message_id);
      expect(receivedIds.filter((id) => own.includes(id))).toEqual(own);
    }
  });

  test('one keeps its place among those about the same lead that are still to be sent', async () => {
    clearOutbox();
    const [first, second, third] = addMessages(3, { state: 'failed', leadId: 7 });
    receiver.answerWith((response) => response.writeHead(500, { 'retry-after': '600' }).end());
    for (const id of [second, third, first]) await api(`/api/deliveries/${id}/resend`, undefined, 'POST');
    expect(readDeliveries(server, 'webhook').map(({ waits }) => waits)).toEqual([0, 1, 1]);
    // Wait until the refusals are recorded: a delivery in flight would be rescheduled after the press.
    await expect.poll(() => readDeliveries(server, 'webhook').map(({ attempts }) => attempts)).toEqual([1, 1, 0]);
    receiver.answerWith((response) => response.end('ok'));
    const before = receiver.received.length;
    await api('/api/deliveries/retry', line);
    await receiver.waitForRequests(before + 3);
    const receivedIds = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(receivedIds).toEqual(readDeliveries(server, 'webhook').map(({ message_id }) => message_id));
  });

  test('one that was sent is possible, and trying a line again leaves the others', async () => {
    clearOutbox();
    const [sent] = addMessages(1, { state: 'sent' });
    const [other] = addMessages(1, { state: 'failed', kind: 'provisioning' });
    expect((await api(`/api/deliveries/${sent}/resend`, undefined, 'POST')).json.delivery).toMatchObject({
      id: sent,
      state: 'pending',
      attempts: 0,
    });
    expect((await api('/api/deliveries/retry', line)).json.retried).toBeLessThanOrEqual(1);
    await expect
      .poll(() => readDeliveries(server).map(({ id, state }) => [id, state]))
      .toEqual([
        [sent, 'sent'],
        [other, 'failed'],
      ]);
  });
});

test('a test message has the fields of a new lead, and says that it is one', async () => {
  const before = receiver.received.length;
  const answer = await api(`/api/webhooks/${line.webhook_id}/test`, undefined, 'POST');
  expect([answer.status, answer.json.delivery.event]).toEqual([202, 'test']);
  await receiver.waitForRequests(before + 1);
  const { type, id, data, ...specified } = JSON.parse(receiver.received[before]?.body ?? '');
  expect([type, id, data.id]).toEqual(['test', receiver.received[before]?.headers['webhook-id'], 0]);
  expect(Object.keys(specified).sort()).toEqual(
    ['nombre', 'email', 'whatsapp', 'pais', 'empresa', 'mensaje', 'timestamp', 'source'].sort(),
  );
});

test('discarding removes what one line has not delivered, and nothing that was sent', async () => {
  clearOutbox();
  addMessages(30, { state: 'failed', leadId: 5 });
  addPending();
  const kept = [...addMessages(1, { state: 'sent' }), ...addMessages(3, { state: 'failed', kind: 'provisioning' })];
  expect((await api('/api/deliveries/discard', line)).json).toEqual({ discarded: 31 });
  expect(readDeliveries(server).map(({ id }) => id)).toEqual(kept);
  expect((await api('/api/deliveries/discard', PROVISIONING)).json).toEqual({ discarded: 3 });
});
