import type { WebhookEvent } from '~/shared/webhooks/limits';
import type { PauseReason } from '~/shared/webhooks/webhook';
import { query } from '../database/connection';

/** Its token expired or was revoked, possibly while the destination was made: it gets nothing from then on. */
export const ENDED = `
  EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = webhooks.made_by
          AND (revoked_at IS NOT NULL OR expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))`;

export const STANDS = `removed_at IS NULL AND NOT ${ENDED}`;

/** Active and paused destinations; there are only a handful. */
export const selectDestinations = query<[], { id: number; events: string }>(
  `SELECT id, events FROM webhooks WHERE ${STANDS} ORDER BY id`,
);

export type DestinationRow = {
  id: number;
  url: string;
  host: string;
  events: string;
  header_name: string | null;
  header_box: Buffer | null;
  failing_since: string | null;
  paused_at: string | null;
  pause: PauseReason | null;
  rests: 0 | 1;
  from_settings: 0 | 1;
  maker_id: string | null;
  by_program: 0 | 1;
};

export const BY_PROGRAM = 'EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = webhooks.made_by)';

export const RESTS = 'webhooks.id IN (SELECT id FROM resting_webhooks)';

export const DESTINATION = `
  SELECT id, url, host, events, header_name, header_box, failing_since, paused_at, pause, from_settings,
         made_by AS maker_id,
         ${BY_PROGRAM} AS by_program, ${RESTS} AS rests
  FROM webhooks WHERE removed_at IS NULL`;

export const selectDestination = query<[{ id: number }], DestinationRow>(
  `${DESTINATION} AND id = :id AND NOT ${ENDED}`,
);

/** Who decided last where it goes and with which secret. */
export const updateVoucher = query<[{ id: number; by: string; now: string }]>(
  'UPDATE webhooks SET vouched_by = :by, vouched_at = :now WHERE id = :id',
);

export const resumeWebhook = query<[{ id: number; now: string }]>(
  `UPDATE webhooks SET pause = NULL, paused_at = NULL, failing_since = NULL, active_since = :now
   WHERE id = :id AND paused_at IS NOT NULL`,
);

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
