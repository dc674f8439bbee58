import type { WebhookEvent } from '~/shared/webhooks/limits';
import type { PauseReason } from '~/shared/webhooks/webhook';
import { query } from '../database/connection';

/** Its token expired or was revoked, possibly while the destination was made: it gets nothing from then on. */
export const ENDED = `
  EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = webhooks.made_by
          AND (revoked_at IS NOT NULL OR expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))`;

export const RESTS = 'id IN (SELECT id FROM resting_webhooks)';

/** Active and paused destinations; there are only a handful. */
export const selectDestinations = query<[], { id: number; events: string }>(
  `SELECT id, events FROM webhooks WHERE removed_at IS NULL AND NOT ${ENDED} ORDER BY id`,
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
  /** Its own, or that of the token that made it. */
  rests_since: string | null;
  from_settings: 0 | 1;
  created_at: string;
  made_by: string | null;
  maker_id: string | null;
  by_program: 0 | 1;
  ends_on: string | null;
  /** When the last former secret expires, or did. */
  former_until: string | null;
};

export const DESTINATION = `
  SELECT webhooks.id, url, host, events, header_name, header_box, failing_since, paused_at, pause,
         coalesce(webhooks.rests_since, token.rests_since) AS rests_since, from_settings, webhooks.created_at,
         (SELECT name FROM profiles WHERE profiles.id = webhooks.made_by) AS made_by, webhooks.made_by AS maker_id,
         token.id IS NOT NULL AS by_program, token.expires_on AS ends_on,
         (SELECT max(expires_at) FROM webhook_secrets WHERE webhook_id = webhooks.id) AS former_until
  FROM webhooks LEFT JOIN api_tokens AS token ON token.id = webhooks.made_by
  WHERE removed_at IS NULL`;

export const selectDestination = query<[{ id: number }], DestinationRow>(
  `${DESTINATION} AND webhooks.id = :id AND NOT ${ENDED}`,
);

/** Oldest first. */
export const selectListed = query<[], DestinationRow>(`${DESTINATION} AND NOT ${ENDED} ORDER BY webhooks.id`);

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
