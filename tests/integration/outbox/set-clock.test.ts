import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withDatabase } from '../../support/database';
import { submitEnquiry, validEnquiry } from '../../support/http';
import { expectDeliveries, readDeliveries, shiftPending } from '../../support/outbox';
import { provideReceiver } from '../../support/provide';
import { startServer, type TestServer } from '../../support/server';

const YEAR = 365 * 24 * 3600;

let server: TestServer;
const receiver = provideReceiver();
beforeAll(async () => {
  server = await startServer({ env: { LEAD_WEBHOOK_URL: receiver.url } });
});
afterAll(async () => {
  await server.stop();
});

const enquire = (email: string) => submitEnquiry(server, { ...validEnquiry, email });
const minutesAhead = (moment: string | undefined) => (Date.parse(moment ?? '') - Date.now()) / 60_000;

describe('a clock that is set', () => {
  beforeEach(async () => {
    withDatabase(server, (db) => db.exec('DELETE FROM deliveries'));
    receiver.received.length = 0;
    receiver.answerWith((response) => response.writeHead(500, { 'retry-after': '600' }).end());
    for (const email of ['a@x.co', 'b@x.co', 'c@x.co']) await enquire(email);
    await expectDeliveries(server, [{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }]);
  });

  const waits = () => readDeliveries(server).map((row) => minutesAhead(row.next_attempt_at));

  test('forward by a year makes each message due once, and no more', async () => {
    // Shifting all rows back a year equals a clock a year ahead.
    shiftPending(server, -YEAR);
    await expectDeliveries(server, [{ attempts: 2 }, { attempts: 2 }, { attempts: 2 }]);
    for (const wait of waits()) expect(wait).toBeGreaterThan(8);
    expect(receiver.received).toHaveLength(6);
  });

  test('back by a year keeps the waits that were meant, and new messages leave at once', async () => {
    // As if each second failure had happened while the clock was a year ahead.
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
    shiftPending(server, YEAR);
    server = await startServer({ folder, env: { LEAD_WEBHOOK_URL: receiver.url } });
    await server.printed(/outbox_replanned/);
    for (const wait of waits()) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(10);
    }
    expect(receiver.received).toHaveLength(3);
  });
});
