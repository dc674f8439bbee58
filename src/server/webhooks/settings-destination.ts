import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import { log } from '../log';
import { describeLine } from '../outbox/lines';

type FromSettings = { url: string; host: string; events: string; now: string };

const insertFromSettings = query<[FromSettings]>(
  `INSERT INTO webhooks (url, host, events, active_since, created_at, from_settings)
   VALUES (:url, :host, :events, :now, :now, 1)`,
);

const updateFromSettings = query<[FromSettings]>(
  `UPDATE webhooks SET url = :url, host = :host, events = :events, rests_since = NULL,
     active_since = iif(rests_since IS NULL, active_since, :now)
   WHERE from_settings = 1`,
);

const selectFromSettings = query<[], { id: number }>('SELECT id FROM webhooks WHERE from_settings = 1');

const restFromSettings = query<[{ now: string }]>(
  "UPDATE webhooks SET events = '[]', rests_since = coalesce(rests_since, :now) WHERE from_settings = 1",
);

const deleteFromSettings = query<[]>('DELETE FROM webhooks WHERE from_settings = 1');

const adoptUnaddressed = query<[{ id: number }]>(
  "UPDATE deliveries SET webhook_id = :id WHERE kind = 'webhook' AND state = 'pending' AND webhook_id IS NULL",
);

/**
 * Holds the row of the settings' destination true to LEAD_WEBHOOK_URL. Of its address only the origin is stored: the
 * rest may be secret, and is read from the settings when something is sent. Without the setting it gets no more
 * messages; it rests while some were not delivered, and goes otherwise.
 */
export function syncSettingsDestination(): Promise<void> {
  const { LEAD_WEBHOOK_URL, LEAD_WEBHOOK_EVENTS } = getSettings();
  return inSharedTransaction(() => {
    const now = new Date().toISOString();
    if (LEAD_WEBHOOK_URL) {
      const { origin: url, host } = new URL(LEAD_WEBHOOK_URL);
      const row = { url, host, events: JSON.stringify(LEAD_WEBHOOK_EVENTS), now };
      if (updateFromSettings().run(row).changes === 0) insertFromSettings().run(row);
    }
    const id = selectFromSettings().get()?.id;
    if (id === undefined) return;
    // What a process of a former version put in the outbox.
    adoptUnaddressed().run({ id });
    if (LEAD_WEBHOOK_URL) return;
    const { undelivered } = describeLine({ kind: 'webhook', webhook_id: id });
    if (undelivered === 0) deleteFromSettings().run();
    else {
      restFromSettings().run({ now });
      log.warn({ event: 'webhook_rests', reason: 'LEAD_WEBHOOK_URL is not set', undelivered });
    }
  });
}

/** The header of the settings' destination, LEAD_WEBHOOK_HEADER. */
export function readSettingsHeader(): { name: string; value: string } | null {
  const [name, ...value] = getSettings().LEAD_WEBHOOK_HEADER?.split(':') ?? [];
  return name ? { name, value: value.join(':').trim() } : null;
}
