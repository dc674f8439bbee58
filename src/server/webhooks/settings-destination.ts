import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import { log } from '../log';
import { describeLine } from '../outbox/lines';
import {
  adoptUnaddressed,
  deleteFromSettings,
  insertFromSettings,
  restFromSettings,
  selectFromSettings,
  updateFromSettings,
} from './webhook-queries';

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
