import type { Webhook } from '~/shared/webhooks/webhook';
import type { Person } from './accounts';
import { withDatabase } from './database';
import { call } from './http';
import type { TestServer } from './server';

type Input = { url: string; events?: string[]; header?: string };

/** Creates a webhook as an administrator does. */
export async function createWebhook(server: TestServer, admin: Person, { events, ...input }: Input) {
  const { status, json } = await call(server, '/api/webhooks', {
    cookie: admin.cookie,
    body: { events: events ?? ['lead.created'], ...input },
  });
  if (status !== 201) throw new Error(`no destination was made: ${JSON.stringify(json)}`);
  return json as { webhook: Webhook; secret: string };
}

/** The webhook as listed. */
export async function readWebhook(server: TestServer, admin: Person, id: number | null): Promise<Webhook> {
  const { json } = await call(server, '/api/webhooks', { cookie: admin.cookie });
  return json.webhooks.find((webhook: Webhook) => webhook.id === id);
}

/** Shifts a webhook's timestamps into the past, as if that much time had gone by. */
export function ageWebhook(server: TestServer, id: number, hours: number): void {
  const shift = `-${hours} hours`;
  withDatabase(server, (db) => {
    const moved = (column: string) => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, :shift)`;
    db.prepare(
      `UPDATE webhooks SET ${['failing_since', 'paused_at', 'active_since'].map(moved).join()} WHERE id = :id`,
    ).run({ id, shift });
    db.prepare(`UPDATE webhook_secrets SET ${moved('expires_at')} WHERE webhook_id = :id`).run({ id, shift });
  });
}
