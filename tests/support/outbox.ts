import { expect } from 'vitest';
import { withDatabase } from './database';
import type { TestServer } from './server';

export type DeliveryRow = {
  id: number;
  message_id: string;
  kind: string;
  webhook_id: number | null;
  event: string;
  lead_id: number | null;
  payload: string;
  state: string;
  ended_in: string | null;
  waits: number;
  attempts: number;
  planned_at: string;
  next_attempt_at: string;
  last_attempt_at: string | null;
  last_status: number | null;
  last_error: string | null;
  last_answer: string | null;
};

/** All outbox messages, or one kind's, oldest first. */
export function readDeliveries(server: TestServer, kind?: string): DeliveryRow[] {
  return withDatabase(server, (db) =>
    db
      .prepare<[{ kind: string | null }], DeliveryRow>(
        'SELECT * FROM deliveries WHERE :kind IS NULL OR kind = :kind ORDER BY id',
      )
      .all({ kind: kind ?? null }),
  );
}

/** Resolves once the outbox matches; on failure shows the difference. */
export async function expectDeliveries(server: TestServer, expected: Partial<DeliveryRow>[], kind?: string) {
  await expect.poll(() => readDeliveries(server, kind), { interval: 40 }).toMatchObject(expected);
}

/** Shifts every pending message in time: negative seconds act like a clock set forward. */
export function shiftPending(server: TestServer, seconds: number): void {
  withDatabase(server, (db) =>
    db
      .prepare(
        `UPDATE deliveries SET
           planned_at = strftime('%Y-%m-%dT%H:%M:%fZ', planned_at, :shift),
           next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at, :shift)
         WHERE state = 'pending'`,
      )
      .run({ shift: `${seconds >= 0 ? '+' : ''}${seconds} seconds` }),
  );
}

/** Seconds between a message's last and next attempt. */
export function plannedWait({ next_attempt_at, last_attempt_at }: DeliveryRow): number {
  return (Date.parse(next_attempt_at) - Date.parse(last_attempt_at ?? '')) / 1000;
}
