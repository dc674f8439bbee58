import type { PauseReason } from '~/shared/webhooks/webhook';
import { deleteBatch, query } from '../database/connection';

/** Its token expired or was revoked, possibly while the destination was made: it gets nothing from then on. */
const ENDED = `
  EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = webhooks.made_by
          AND (revoked_at IS NOT NULL OR expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))`;
const STANDS = `removed_at IS NULL AND NOT ${ENDED}`;

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

const BY_PROGRAM = 'EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = webhooks.made_by)';
const RESTS = 'webhooks.id IN (SELECT id FROM resting_webhooks)';
const DESTINATION = `
  SELECT id, url, host, events, header_name, header_box, failing_since, paused_at, pause, from_settings,
         made_by AS maker_id,
         ${BY_PROGRAM} AS by_program, ${RESTS} AS rests
  FROM webhooks WHERE removed_at IS NULL`;

export const selectDestination = query<[{ id: number }], DestinationRow>(
  `${DESTINATION} AND id = :id AND NOT ${ENDED}`,
);

export const selectMadeBy = query<[{ maker_id: string }], DestinationRow>(
  `${DESTINATION} AND made_by = :maker_id ORDER BY id`,
);

export const selectEnded = query<[], DestinationRow>(`${DESTINATION} AND ${ENDED} ORDER BY id`);

export type ListedRow = Omit<DestinationRow, 'header_box' | 'rests'> & {
  rests_since: string | null;
  created_at: string;
  made_by: string | null;
  ends_on: string | null;
  former_until: string | null;
};

const LISTED = `
  SELECT id, url, host, events, header_name, failing_since, paused_at, pause, from_settings, webhooks.created_at,
         (SELECT name FROM profiles WHERE profiles.id = made_by) AS made_by, made_by AS maker_id,
         ${BY_PROGRAM} AS by_program,
         coalesce(rests_since, (SELECT rests_since FROM api_tokens WHERE api_tokens.id = webhooks.made_by)) AS rests_since,
         (SELECT expires_on FROM api_tokens WHERE api_tokens.id = webhooks.made_by) AS ends_on,
         (SELECT max(expires_at) FROM webhook_secrets WHERE webhook_id = webhooks.id AND expires_at > :now) AS former_until
  FROM webhooks WHERE ${STANDS}`;

export const selectListed = query<[{ now: string }], ListedRow>(`${LISTED} ORDER BY id`);

export const selectOneListed = query<[{ now: string; id: number }], ListedRow>(`${LISTED} AND id = :id`);

type NewWebhook = { url: string; host: string; events: string; made_by: string; now: string };

export const insertWebhook = query<[NewWebhook], { id: number }>(
  `INSERT INTO webhooks (url, host, events, made_by, active_since, created_at)
   VALUES (:url, :host, :events, :made_by, :now, :now) RETURNING id`,
);

type FromSettings = { url: string; host: string; events: string; now: string };

export const insertFromSettings = query<[FromSettings]>(
  `INSERT INTO webhooks (url, host, events, active_since, created_at, from_settings)
   VALUES (:url, :host, :events, :now, :now, 1)`,
);

export const updateFromSettings = query<[FromSettings]>(
  `UPDATE webhooks SET url = :url, host = :host, events = :events, rests_since = NULL,
     active_since = iif(rests_since IS NULL, active_since, :now)
   WHERE from_settings = 1`,
);

export const selectFromSettings = query<[], { id: number }>('SELECT id FROM webhooks WHERE from_settings = 1');

export const restFromSettings = query<[{ now: string }]>(
  "UPDATE webhooks SET events = '[]', rests_since = coalesce(rests_since, :now) WHERE from_settings = 1",
);

export const deleteFromSettings = query<[]>('DELETE FROM webhooks WHERE from_settings = 1');

export const adoptUnaddressed = query<[{ id: number }]>(
  "UPDATE deliveries SET webhook_id = :id WHERE kind = 'webhook' AND state = 'pending' AND webhook_id IS NULL",
);

type Header = { id: number; header_name: string | null; header_box: Buffer | null };

export const updateHeader = query<[Header]>(
  'UPDATE webhooks SET header_name = :header_name, header_box = :header_box WHERE id = :id',
);

/** A new address starts without failures. */
export const updateUrl = query<[{ id: number; url: string; host: string }]>(
  'UPDATE webhooks SET url = :url, host = :host, failing_since = NULL WHERE id = :id',
);

/** Who decided last where it goes and with which secret. */
export const updateVoucher = query<[{ id: number; by: string; now: string }]>(
  'UPDATE webhooks SET vouched_by = :by, vouched_at = :now WHERE id = :id',
);

type Answered = { answered_by: string; since: string; now: string };

/** Those that somebody made, changed or confirmed last, and since then; one that is resting stays as it is. */
export const restAnsweredBy = query<[Answered], { host: string }>(
  `UPDATE webhooks SET rests_since = :now
   WHERE coalesce(vouched_by, made_by) = :answered_by AND coalesce(vouched_at, created_at) >= :since
     AND removed_at IS NULL AND rests_since IS NULL RETURNING host`,
);

export const selectAnsweredBy = query<[{ answered_by: string }], { host: string }>(
  `SELECT host FROM webhooks
   WHERE coalesce(vouched_by, made_by) = :answered_by AND removed_at IS NULL AND rests_since IS NULL ORDER BY id`,
);

/** What waited in its rest counts from now. */
export const endRest = query<[{ id: number; now: string }]>(
  'UPDATE webhooks SET rests_since = NULL, active_since = :now WHERE id = :id AND rests_since IS NOT NULL',
);

export const updateEvents = query<[{ id: number; events: string }]>(
  'UPDATE webhooks SET events = :events WHERE id = :id',
);

export const pauseWebhook = query<[{ id: number; pause: PauseReason; now: string }]>(
  'UPDATE webhooks SET pause = :pause, paused_at = :now WHERE id = :id AND paused_at IS NULL',
);

export const resumeWebhook = query<[{ id: number; now: string }]>(
  `UPDATE webhooks SET pause = NULL, paused_at = NULL, failing_since = NULL, active_since = :now
   WHERE id = :id AND paused_at IS NOT NULL`,
);

export const recordSuccess = query<[{ id: number }]>(
  'UPDATE webhooks SET failing_since = NULL WHERE id = :id AND failing_since IS NOT NULL',
);

export const recordFailure = query<[{ id: number; now: string }]>(
  'UPDATE webhooks SET failing_since = :now WHERE id = :id AND (failing_since IS NULL OR failing_since > :now)',
);

/** The settings' destination is its operator's: it goes on trying. */
export const pauseFailing = query<[{ id: number; now: string; before: string }], { host: string }>(
  `UPDATE webhooks SET pause = 'failing', paused_at = :now
   WHERE id = :id AND from_settings = 0 AND paused_at IS NULL AND removed_at IS NULL AND failing_since <= :before
   RETURNING host`,
);

/** Those that paused themselves later than `latest`: the clock was ahead. */
export const selectPausedAhead = query<[{ latest: string }], { id: number }>(
  "SELECT id FROM webhooks WHERE pause = 'failing' AND paused_at > :latest AND removed_at IS NULL",
);

export const selectSelfPaused = query<[], { host: string }>(
  "SELECT host FROM webhooks WHERE pause = 'failing' AND removed_at IS NULL LIMIT 1",
);

/** Erases its secrets at once. */
export const beginRemoval = query<[{ id: number; now: string }]>(
  `UPDATE webhooks SET removed_at = :now, url = '', header_name = NULL, header_box = NULL WHERE id = :id`,
);

export const selectBeingRemoved = query<[], { id: number }>(
  'SELECT id FROM webhooks WHERE removed_at IS NOT NULL ORDER BY id',
);

export const deleteWebhook = query<[{ id: number }]>('DELETE FROM webhooks WHERE id = :id AND removed_at IS NOT NULL');

/** Paused or resting. */
export const selectPaused = query<[], { id: number }>(
  `SELECT id FROM webhooks WHERE paused_at IS NOT NULL OR ${RESTS} ORDER BY id`,
);

type NewSecret = { webhook_id: number; box: Buffer; now: string };

export const insertSecret = query<[NewSecret]>(
  'INSERT INTO webhook_secrets (webhook_id, box, created_at) VALUES (:webhook_id, :box, :now)',
);

export const selectSecrets = query<[{ webhook_id: number; now: string }], { box: Buffer }>(
  `SELECT box FROM webhook_secrets WHERE webhook_id = :webhook_id AND (expires_at IS NULL OR expires_at > :now)
   ORDER BY id DESC`,
);

export const letSecretsExpire = query<[{ webhook_id: number; at: string }]>(
  'UPDATE webhook_secrets SET expires_at = :at WHERE webhook_id = :webhook_id AND expires_at IS NULL',
);

export const deleteSecrets = query<[{ webhook_id: number }]>(
  'DELETE FROM webhook_secrets WHERE webhook_id = :webhook_id',
);

export const deleteExpiredSecrets = deleteBatch<{ now: string }>('webhook_secrets', 'id', 'expires_at <= :now');
