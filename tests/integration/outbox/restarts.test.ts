import type { ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withDatabase } from '../../support/database';
import { submitEnquiry, validEnquiry } from '../../support/http';
import { expectDeliveries, moveInTime, readDeliveries } from '../../support/outbox';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startServer, type TestServer } from '../../support/server';

const YEAR = 365 * 24 * 3600;

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

const heardIds = () => receiver.received.map(({ headers }) => headers['webhook-id']);
const enquire = (email: string) => submitEnquiry(server, { ...validEnquiry, email });
const minutesAhead = (moment: string | undefined) => (Date.parse(moment ?? '') - Date.now()) / 60_000;

test('of two processes on one database one sends, and the other takes over when it is killed', async () => {
  const hanging: ServerResponse[] = [];
  receiver.answerWith((response) => hanging.push(response));
  const second = await startServer({
    folder: server.folder,
    env: { DATABASE_PATH: server.databasePath, LEAD_WEBHOOK_URL: receiver.url },
  });
  try {
    await second.printed(/outbox_waits/);
    await enquire('uno@x.example.com');
    await submitEnquiry(second, { ...validEnquiry, email: 'dos@x.example.com' });
    // The first process hears of the second one's message by looking.
    await receiver.gets(2);
    expect(new Set(heardIds()).size).toBe(2);
    server.process.kill('SIGKILL');
    await server.exited;
    receiver.answerWith((response) => response.end());
    await expectDeliveries(second, [{ state: 'sent' }, { state: 'sent' }]);
    expect(heardIds()).toHaveLength(4);
    expect(new Set(heardIds()).size).toBe(2);
  } finally {
    await second.stop({ keep: true });
  }
});

test('what cannot be written down as sent is not sent again meanwhile', async () => {
  let lock: Sqlite.Database | undefined;
  receiver.answerWith((response) => {
    lock = new Sqlite(server.databasePath);
    lock.exec('BEGIN IMMEDIATE');
    response.end();
  });
  await enquire('una@x.example.com');
  await server.printed(/"event":"outbox_failed".*SQLITE_BUSY/);
  expect(readDeliveries(server)).toMatchObject([{ state: 'pending', attempts: 0 }]);
  lock?.exec('ROLLBACK');
  lock?.close();
  await expectDeliveries(server, [{ state: 'sent', attempts: 1 }]);
  expect(receiver.received).toHaveLength(1);
});

describe('a clock that is set', () => {
  beforeEach(async () => {
    receiver.answerWith((response) => response.writeHead(500, { 'retry-after': '600' }).end());
    for (const email of ['a@x.co', 'b@x.co', 'c@x.co']) await enquire(email);
    await expectDeliveries(server, [{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }]);
  });

  const waits = () => readDeliveries(server).map((row) => minutesAhead(row.next_attempt_at));

  test('forward by a year makes each message due once, and no more', async () => {
    // The same as a clock that shows a year more: everything was planned a year ago.
    moveInTime(server, -YEAR);
    await expectDeliveries(server, [{ attempts: 2 }, { attempts: 2 }, { attempts: 2 }]);
    for (const wait of waits()) expect(wait).toBeGreaterThan(8);
    expect(receiver.received).toHaveLength(6);
  });

  test('back by a year keeps the waits that were meant, and new messages leave at once', async () => {
    // As if each had just failed for the second time when the clock still showed a year more.
    withDatabase(server, (db) => {
      const later = new Date(Date.now() + YEAR * 1000);
      db.prepare('UPDATE deliveries SET attempts = 2, planned_at = ?, next_attempt_at = ?').run(
        later.toISOString(),
        new Date(later.getTime() + 300_000).toISOString(),
      );
    });
    await server.printed(/outbox_replanned/);
    for (const wait of waits()) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(5);
    }
    expect(receiver.received).toHaveLength(3);
    receiver.answerWith((response) => response.end());
    await enquire('d@x.co');
    await expectDeliveries(server, [{ attempts: 2 }, { attempts: 2 }, { attempts: 2 }, { state: 'sent' }]);
  });

  test('back while the process was down neither loses nor hurries anything', async () => {
    const { folder } = server;
    await server.stop({ keep: true });
    moveInTime(server, YEAR);
    server = await startServer({ folder, env: { LEAD_WEBHOOK_URL: receiver.url } });
    await server.printed(/outbox_replanned/);
    for (const wait of waits()) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(10);
    }
    expect(receiver.received).toHaveLength(3);
  });
});
