import type { WebhookEvent } from '~/shared/webhooks/limits';
import { selectDestinations, selectSelfPaused } from './webhook-queries';

/** Destinations of an event. Messages to a paused one wait until it resumes. */
export function destinationsOf(event: WebhookEvent): number[] {
  return selectDestinations()
    .all()
    .filter(({ events }) => readEvents(events).includes(event))
    .map(({ id }) => id);
}

/** Parses the events of a row of `webhooks`. */
export function readEvents(json: string): WebhookEvent[] {
  return JSON.parse(json) as WebhookEvent[];
}

/** Whether any destination paused by itself and has not been resumed. */
export function hasPausedByItself(): boolean {
  return selectSelfPaused().get() !== undefined;
}
