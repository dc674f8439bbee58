import { afterEach, expect, test, vi } from 'vitest';
import { getDb } from '~/server/database/connection';
import { addListener, announceChanges } from '~/server/leads/live/panels';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();
const ANA = { account: 'ana', browser: 'one', name: 'Ana', isAuthorised: () => true, wasSignedOut: () => false };
afterEach(() => vi.useRealTimers());

function makeLead() {
  getDb().exec(
    `INSERT INTO leads (nombre, email, email_key, source, created_at, last_activity_at)
     VALUES ('Iris', 'i@x', 'i@x', 'landing', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
     INSERT INTO lead_events (lead_id, type, to_value, created_at)
     VALUES (last_insert_rowid(), 'created', 'landing', '2026-01-01T00:00:00.000Z')`,
  );
}

test('what happens while panels are left alone is told when that ends, though timers count whole milliseconds', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setImmediate', 'setInterval', 'setTimeout'] });
  const happen = () => {
    makeLead();
    announceChanges();
  };
  let sent = 0;
  const send = (message: Uint8Array) => {
    if (new TextDecoder().decode(message).includes('event: leads')) sent++;
    return true;
  };
  const leave = addListener({ ...ANA, send, close() {} }, undefined);
  happen();
  vi.advanceTimersByTime(0.4);
  expect(sent).toBe(1);
  // Each message imposes a pause of 250 ms, of which less than one has passed.
  vi.advanceTimersByTime(0.3);
  happen();
  vi.advanceTimersByTime(255);
  expect(sent).toBe(2);
  leave();
});

test('an open panel misses nothing that another process commits while a further panel opens', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setImmediate', 'setInterval', 'setTimeout'] });
  const seen: string[] = [];
  const open = (send: (message: string) => void) =>
    addListener(
      {
        ...ANA,
        send: (message) => {
          send(new TextDecoder().decode(message));
          return true;
        },
        close() {},
      },
      undefined,
    );
  const leaveFirst = open((message) => {
    if (!message.includes('event: leads')) return;
    seen.push(message);
    // The other process's commit, between the broadcast and the second panel's start.
    if (seen.length === 1) makeLead();
  });
  makeLead();
  const leaveSecond = open(() => {});
  expect(seen).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(seen).toHaveLength(2);
  leaveFirst();
  leaveSecond();
});
