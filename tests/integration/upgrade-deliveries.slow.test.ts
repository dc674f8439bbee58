import { rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { expectDeliveries } from '../support/outbox';
import { startReceiver } from '../support/receiver';
import { unpackRelease } from '../support/releases';
import { startServer } from '../support/server';

test('what waited for the settings’ destination before there were others is delivered in its order', async () => {
  const { folder, path } = unpackRelease('0109.sqlite.gz');
  const db = new Sqlite(path);
  db.exec('DELETE FROM deliveries');
  const at = '2026-01-01T00:00:00.000Z';
  const insert = db.prepare(
    `INSERT INTO deliveries (message_id, kind, event, lead_id, payload, waits, planned_at, next_attempt_at, created_at)
     VALUES (:id, 'webhook', 'lead.updated', :lead, '{}', :waits, :at, :at, :at)`,
  );
  for (const [id, lead, waits] of [
    ['msg_a1', 1, 0],
    ['msg_a2', 1, 1],
    ['msg_a3', 1, 1],
    ['msg_b1', 2, 0],
  ] as const)
    insert.run({ id, lead, waits, at });
  db.close();
  const receiver = await startReceiver();
  const server = await startServer({ folder, env: { LEAD_WEBHOOK_URL: receiver.url } });
  try {
    const sent = { state: 'sent', webhook_id: expect.any(Number) };
    await expectDeliveries(server, [sent, sent, sent, sent], 'webhook');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.filter((id) => id !== 'msg_b1')).toEqual(['msg_a1', 'msg_a2', 'msg_a3']);
    expect(ids).toHaveLength(4);
  } finally {
    await server.stop();
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
