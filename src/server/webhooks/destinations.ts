import type { WebhookEvent } from '~/shared/deliveries/events';
import type { Destination } from '~/shared/webhooks/webhook';
import { getSettings } from '../env';
import { selectDestinations, selectHosts, selectSelfPaused } from './webhook-queries';

/** Who is told of an event: null is the settings' destination. Messages to one that is paused wait until it is resumed. */
export function destinationsOf(event: WebhookEvent): (number | null)[] {
  const { LEAD_WEBHOOK_URL, LEAD_WEBHOOK_EVENTS } = getSettings();
  const ids = selectDestinations()
    .all()
    .filter(({ events }) => readEvents(events).includes(event))
    .map(({ id }) => id);
  return LEAD_WEBHOOK_URL && LEAD_WEBHOOK_EVENTS.includes(event) ? [null, ...ids] : ids;
}

/** Those by which the log can be filtered. */
export function listDestinations(): Destination[] {
  const made = selectHosts().all();
  return getSettings().LEAD_WEBHOOK_URL && made.length > 0 ? [{ id: 'ajustes', host: null }, ...made] : made;
}

/** The events of a row of `webhooks`. */
export function readEvents(json: string): WebhookEvent[] {
  return JSON.parse(json) as WebhookEvent[];
}

/** Whether a destination has paused by itself and nobody has resumed it. */
export function hasPausedByItself(): boolean {
  return selectSelfPaused().get() !== undefined;
}
