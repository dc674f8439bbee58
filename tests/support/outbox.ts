import { expect } from 'vitest';
import type { Line, LineState } from '~/shared/deliveries/delivery';
import type { Webhook } from '~/shared/webhooks/webhook';
import type { Person } from './accounts';
import { withDatabase } from './database';
import { call } from './http';
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

/** The line of the settings' destination. */
export async function settingsLine(server: TestServer, admin: Person): Promise<Line> {
  const { json } = await call(server, '/api/webhooks', { cookie: admin.cookie });
  return { kind: 'webhook', webhook_id: json.webhooks.find((webhook: Webhook) => webhook.from_settings).id };
}

/** How a line is, as the screen shows it; undefined where there is none. */
export async function readLine(server: TestServer, admin: Person, line: Line): Promise<LineState | undefined> {
  const { json } = await call(server, '/api/deliveries', { cookie: admin.cookie });
  return json.lines.find(({ kind, webhook_id }: Line) => kind === line.kind && webhook_id === line.webhook_id);
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
