import type { WebhookEvent } from '~/shared/webhooks/limits';
import { query } from '../database/connection';
import { selectDestinations } from './webhook-queries';

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

const selectSelfPaused = query<[], { host: string }>(
  "SELECT host FROM webhooks WHERE pause = 'failing' AND removed_at IS NULL LIMIT 1",
);

/** Whether any destination paused by itself and has not been resumed. */
export function hasPausedByItself(): boolean {
  return selectSelfPaused().get() !== undefined;
}
