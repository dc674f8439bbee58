import type { WebhookEvent } from '~/shared/webhooks/limits';
import type { Destination } from '~/shared/webhooks/webhook';
import { getSettings } from '../env';
import { selectDestinations, selectHosts, selectSelfPaused } from './webhook-queries';

/** Destinations of an event; null is the one in the settings. Messages to a paused one wait until it resumes. */
export function destinationsOf(event: WebhookEvent): (number | null)[] {
  const { LEAD_WEBHOOK_URL, LEAD_WEBHOOK_EVENTS } = getSettings();
  const ids = selectDestinations()
    .all()
    .filter(({ events }) => readEvents(events).includes(event))
    .map(({ id }) => id);
  return LEAD_WEBHOOK_URL && LEAD_WEBHOOK_EVENTS.includes(event) ? [null, ...ids] : ids;
}

/** Destinations the log can be filtered by. */
export function listDestinations(): Destination[] {
  const made = selectHosts().all();
  return getSettings().LEAD_WEBHOOK_URL && made.length > 0 ? [{ id: 'ajustes', host: null }, ...made] : made;
}

/** Parses the events of a row of `webhooks`. */
export function readEvents(json: string): WebhookEvent[] {
  return JSON.parse(json) as WebhookEvent[];
}

/** Whether any destination paused by itself and has not been resumed. */
export function hasPausedByItself(): boolean {
  return selectSelfPaused().get() !== undefined;
}
