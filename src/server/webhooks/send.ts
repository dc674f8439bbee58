import { deliveryStrings } from '~/shared/strings/deliveries';
import { webhookStrings } from '~/shared/strings/webhooks';
import { AppError } from '../app-error';
import { fetchTyped } from '../net/fetch';
import type { Attempt, DueDelivery } from '../outbox/delivery';
import { postWebhook, type Target } from '../outbox/webhook';
import { openHeader, readSecrets } from './secrets';
import { type DestinationRow, selectDestination } from './webhook-queries';

const { errors } = webhookStrings;
const RETRY_SOON_MS = 60_000;

/** Posts a message to its destination's current address. Never throws. */
export async function postToDestination(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  try {
    const row =
      delivery.webhook_id === null ? undefined : selectDestination().get({ id: delivery.webhook_id });
    if (!row) return { outcome: 'failed', status: null, error: errors.removed, gone: true };
    const target = toTarget(row);
    if (!target) return { outcome: 'failed', status: null, error: errors.unreadable };
    return await postWebhook(target, delivery, interrupt);
  } catch (error) {
    // The key file is missing, which is logged elsewhere.
    const text = error instanceof AppError ? error.message : deliveryStrings.errors.unexpected;
    return { outcome: 'failed', status: null, error: text, retryInMs: RETRY_SOON_MS };
  }
}

/** Null if its secrets or header cannot be opened: without them a message would be refused, or not trusted. */
function toTarget({ id, url, header_name, header_box }: DestinationRow): Target | null {
  const secrets = readSecrets(id);
  const value = header_box && openHeader(id, header_box);
  if (secrets.length === 0 || (header_box && value === null)) return null;
  const header = header_name && value ? { name: header_name, value } : null;
  return { url: new URL(url), secrets, header, confirms: false, fetch: fetchTyped };
}
