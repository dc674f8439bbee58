import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { readDeliveries } from '../../support/outbox';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startServer, type TestServer } from '../../support/server';

const DAY_MS = 24 * 3_600_000;

let receiver: Receiver;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer({ env: { LEAD_WEBHOOK_URL: receiver.url } });
  admin = makePerson(server, { roles: ['admin'] });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const api = (path: string, body?: unknown, method?: string) =>
  call(server, path, { cookie: admin.cookie, body, ...(method && { method }) });

type Made = { state: string; kind?: string; leadId?: number; finishedDaysAgo?: number };

/** Adds finished messages to the log, backdated; returns their ids. */
function addToLog(count: number, { state, kind = 'webhook', leadId, finishedDaysAgo = 0 }: Made): number[] {
  const at = new Date(Date.now() - finishedDaysAgo * DAY_MS).toISOString();
  return withDatabase(server, (db) => {
    const insert = db.prepare(
      `INSERT INTO deliveries (message_id, kind, event, lead_id, payload, state, attempts, planned_at,
                               next_attempt_at, created_at, finished_at)
       VALUES (?, ?, 'lead.created', ?, '{"nombre":"Ana"}', ?, 10, ?, ?, ?, ?)`,
    );
    return db.transaction(() =>
      Array.from({ length: count }, () =>
        Number(insert.run(`msg_${crypto.randomUUID()}`, kind, leadId ?? null, state, at, at, at, at).lastInsertRowid),
      ),
    )();
  });
}

/** A pending one, due tomorrow. */
function addPending(sinceDays = 0): number {
  const [id = 0] = addToLog(1, { state: 'failed', finishedDaysAgo: sinceDays });
  withDatabase(server, (db) =>
    db
      .prepare(`UPDATE deliveries SET state = 'pending', finished_at = NULL, next_attempt_at = ? WHERE id = ?`)
      .run(new Date(Date.now() + DAY_MS).toISOString(), id),
  );
  return id;
}

const clearLog = () => withDatabase(server, (db) => db.exec('DELETE FROM deliveries'));

describe('the log', () => {
  test('is read page by page, newest first, by state and kind', async () => {
    clearLog();
    const failed = addToLog(60, { state: 'failed' });
    addToLog(60, { state: 'sent' });
    addToLog(5, { state: 'failed', kind: 'provisioning' });
    const first = (await api('/api/deliveries?state=failed&kind=webhook')).json;
    expect(first.counts).toEqual({ pending: 0, failed: 65 });
    const second = (await api(`/api/deliveries?state=failed&kind=webhook&cursor=${first.next_cursor}`)).json;
    expect(second.next_cursor).toBeNull();
    const ids = [...first.deliveries, ...second.deliveries].map(({ id }: { id: number }) => id);
    expect(ids).toEqual(failed.toReversed());
    expect((await api('/api/deliveries?kind=provisioning')).json.deliveries).toHaveLength(5);
    expect((await api('/api/deliveries?state=sent')).json.deliveries).toHaveLength(50);
    expect((await api('/api/deliveries')).json.deliveries[0].kind).toBe('provisioning');
  });

  test('knows no other filters', async () => {
    for (const search of ['state=lost', 'kind=fax', 'cursor=0', 'cursor=x']) {
      expect((await api(`/api/deliveries?${search}`)).status, search).toBe(422);
    }
  });

  test('never holds what a mail’s link opens with', async () => {
    clearLog();
    const { email } = makePerson(server);
    await call(server, '/api/auth/recover', { body: { email } });
    await expect.poll(() => readDeliveries(server, 'mail')).toMatchObject([{ state: 'sent' }]);
    const [row] = readDeliveries(server, 'mail');
    const { delivery } = (await api(`/api/deliveries/${row?.id}`)).json;
    expect(delivery).toMatchObject({ about: email, event: 'mail.recover', last_error: null });
    expect(JSON.parse(delivery.payload)).toEqual({ template: 'recover', email });
    expect(JSON.stringify(row)).not.toMatch(/token|https?:/);
  });
});

describe('sending again', () => {
  test('every failed message starts over under its own id, each lead’s in order', async () => {
    clearLog();
    const ids = [1, 2, 3].flatMap((leadId) => addToLog(150, { state: 'failed', leadId }));
    const kept = addToLog(1, { state: 'sent' });
    const before = receiver.received.length;
    expect((await api('/api/deliveries/resend-failed', {})).json).toEqual({ resent: 450 });
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
    clearLog();
    const [first, second, third] = addToLog(3, { state: 'failed', leadId: 7 });
    receiver.answerWith((response) => response.writeHead(500, { 'retry-after': '600' }).end());
    for (const id of [second, third, first]) await api(`/api/deliveries/${id}/resend`, undefined, 'POST');
    const waiting = async () =>
      Promise.all([first, second, third].map(async (id) => (await api(`/api/deliveries/${id}`)).json.delivery.waits));
    expect(await waiting()).toEqual([0, 1, 1]);
    // Wait until the refusal is recorded: a delivery in flight would be rescheduled after the press.
    await expect.poll(async () => (await api(`/api/deliveries/${first}`)).json.delivery.attempts).toBe(1);
    receiver.answerWith((response) => response.end('ok'));
    const before = receiver.received.length;
    await api('/api/deliveries/retry-pending', {});
    await receiver.waitForRequests(before + 3);
    const receivedIds = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(receivedIds).toEqual(readDeliveries(server, 'webhook').map(({ message_id }) => message_id));
  });

  test('one that was sent is possible, and only those of one kind', async () => {
    clearLog();
    const [sent] = addToLog(1, { state: 'sent' });
    const [other] = addToLog(1, { state: 'failed', kind: 'provisioning' });
    expect((await api(`/api/deliveries/${sent}/resend`, undefined, 'POST')).json.delivery).toMatchObject({
      id: sent,
      state: 'pending',
      attempts: 0,
    });
    expect((await api('/api/deliveries/resend-failed', { kind: 'webhook' })).json).toEqual({ resent: 0 });
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
  const answer = await api('/api/deliveries/test', undefined, 'POST');
  expect([answer.status, answer.json.delivery.event]).toEqual([202, 'test']);
  await receiver.waitForRequests(before + 1);
  const { type, id, data, ...specified } = JSON.parse(receiver.received[before]?.body ?? '');
  expect([type, id, data.id]).toEqual(['test', receiver.received[before]?.headers['webhook-id'], 0]);
  expect(Object.keys(specified).sort()).toEqual(
    ['nombre', 'email', 'whatsapp', 'pais', 'empresa', 'mensaje', 'timestamp', 'source'].sort(),
  );
});

describe('discarding', () => {
  test('removes one that failed, and nothing that was sent or is under way', async () => {
    clearLog();
    const [failed] = addToLog(1, { state: 'failed' });
    const [sent = 0] = addToLog(1, { state: 'sent' });
    const kept = [sent, addPending()];
    expect((await api(`/api/deliveries/${failed}`, undefined, 'DELETE')).status).toBe(204);
    expect((await api(`/api/deliveries/${failed}`, undefined, 'DELETE')).status).toBe(404);
    for (const id of kept) {
      const refused = await api(`/api/deliveries/${id}`, undefined, 'DELETE');
      expect([refused.status, refused.json?.error.message]).toEqual([409, expect.stringContaining('falló')]);
    }
    expect(readDeliveries(server).map(({ id }) => id)).toEqual(kept);
  });

  test('removes all that failed, or only those of one kind', async () => {
    clearLog();
    addToLog(30, { state: 'failed' });
    addToLog(3, { state: 'failed', kind: 'mail' });
    const [sent = 0] = addToLog(1, { state: 'sent' });
    const kept = [sent, addPending()];
    expect((await api('/api/deliveries/discard-failed', { kind: 'mail' })).json).toEqual({ discarded: 3 });
    expect((await api('/api/deliveries/discard-failed', {})).json).toEqual({ discarded: 30 });
    expect(readDeliveries(server).map(({ id }) => id)).toEqual(kept);
  });
});

test('what was sent more than 30 days ago is removed, what failed after 180; what is under way never', async () => {
  clearLog();
  const old = addToLog(450, { state: 'sent', finishedDaysAgo: 31 });
  old.push(...addToLog(3, { state: 'failed', finishedDaysAgo: 181 }));
  const recent = addToLog(2, { state: 'sent', finishedDaysAgo: 29 });
  recent.push(...addToLog(2, { state: 'failed', finishedDaysAgo: 179 }));
  const stuck = addPending(400);
  const { folder } = server;
  await server.stop({ keep: true });
  server = await startServer({ folder, env: { LEAD_WEBHOOK_URL: receiver.url } });
  await server.printed(new RegExp(`"job":"old_deliveries","removed":${old.length}`));
  // Administrators are also mailed about failures; those are not counted here.
  const kept = readDeliveries(server, 'webhook').map(({ id }) => id);
  expect(kept).toEqual([...recent, stuck]);
});
