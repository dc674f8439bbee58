import type { LastMail } from '~/shared/companies/company';
import type { Delivery, DeliveryKind, DeliveryState, Line, LineState } from '~/shared/deliveries/delivery';
import { deleteBatch, query } from '../database/connection';

const OF_LINE = 'kind = :kind AND webhook_id IS :webhook_id';

const DELIVERY = `
  SELECT deliveries.id, message_id, kind, webhook_id, event, state, ended_in, deliveries.lead_id, attempts,
         next_attempt_at, last_attempt_at, last_status, last_error, last_answer, deliveries.created_at, finished_at,
         coalesce(payload ->> '$.lead.nombre', payload ->> '$.nombre', users.email, sign_ups.email,
                  payload ->> '$.email', of_lead.nombre) AS about
  FROM deliveries LEFT JOIN users ON users.id = payload ->> '$.user_id'
  LEFT JOIN sign_ups ON sign_ups.id = payload ->> '$.sign_up_id'
  LEFT JOIN leads AS of_lead ON of_lead.id = deliveries.lead_id AND kind = 'whatsapp'`;

export const selectDelivery = query<[{ id: number }], Delivery>(`${DELIVERY} WHERE deliveries.id = :id`);

export const selectLastSent = query<[Line], NonNullable<LineState['last']>>(
  `SELECT finished_at, ended_in FROM deliveries WHERE ${OF_LINE} AND state = 'sent' ORDER BY id DESC LIMIT 1`,
);

export const selectFailed = query<[Line & { limit: number }], Delivery>(
  `${DELIVERY} WHERE ${OF_LINE} AND state = 'failed' ORDER BY deliveries.id DESC LIMIT :limit`,
);

/** Among the oldest ones, as messages are tried in the order of their age. */
export const selectRetried = query<[Line & { within: number }], Delivery>(
  `${DELIVERY} WHERE attempts > 0 AND deliveries.id IN (
     SELECT id FROM deliveries WHERE ${OF_LINE} AND state = 'pending' ORDER BY id LIMIT :within
   )`,
);

/** Messages of a line in a state, counted up to `most`. */
export const countOfLine = query<[Line & { state: DeliveryState; most: number }], { count: number }>(
  `SELECT count(*) AS count FROM (SELECT 1 FROM deliveries WHERE ${OF_LINE} AND state = :state LIMIT :most)`,
);

/** Messages of a kind in a state, counted up to `most`. */
export const countInState = query<[{ kind: DeliveryKind; state: DeliveryState; most: number }], { count: number }>(
  'SELECT count(*) AS count FROM (SELECT 1 FROM deliveries WHERE kind = :kind AND state = :state LIMIT :most)',
);

export const selectFirstWaiting = query<[{ kind: DeliveryKind }], { since: string | null }>(
  `SELECT created_at AS since FROM deliveries WHERE kind = :kind AND webhook_id IS NULL AND state = 'pending'
   ORDER BY id LIMIT 1`,
);

/** Since when webhooks wait, over destinations that neither rest nor were paused by hand. What waited in a pause counts from its end. */
export const selectFirstWaitingWebhook = query<[], { since: string | null }>(
  `SELECT min(first.since) AS since FROM (
     SELECT max(active_since, (SELECT created_at FROM deliveries
                               WHERE kind = 'webhook' AND webhook_id = webhooks.id AND state = 'pending'
                               ORDER BY id LIMIT 1)) AS since
     FROM webhooks
     WHERE pause IS NOT 'hand' AND removed_at IS NULL AND id NOT IN (SELECT id FROM resting_webhooks)
   ) AS first`,
);

/** The last mail or access-link order to a person, by id or email. */
export const selectLastMail = query<[{ person: string }], LastMail>(
  `SELECT id, event, state, ended_in, created_at FROM deliveries
   WHERE coalesce(payload ->> '$.user_id', payload ->> '$.email') = :person AND kind IN ('mail', 'provisioning')
   ORDER BY id DESC LIMIT 1`,
);

export const selectLastDeliveryId = query<[], { id: number | null }>('SELECT max(id) AS id FROM deliveries');

/** A message and what defines its place. */
export type InLine = Line & { id: number; lead_id: number | null };

type Walk = Line & { state: DeliveryState; after: number; until: number; limit: number };

export const selectOfLine = query<[Walk], InLine>(
  `SELECT id, kind, webhook_id, lead_id FROM deliveries
   WHERE ${OF_LINE} AND state = :state AND id > :after AND id <= :until ORDER BY id LIMIT :limit`,
);

/** Makes a pending message due now, with all its attempts again. */
export const startOver = query<[{ id: number; now: string }]>(
  `UPDATE deliveries SET attempts = 0, planned_at = :now, next_attempt_at = :now
   WHERE id = :id AND state = 'pending' AND next_attempt_at > :now`,
);

/** Reopens a finished message with all its attempts, unless its destination is gone; later ones wait for it. */
export const reopenDelivery = query<[{ id: number; now: string }]>(
  `UPDATE deliveries SET state = 'pending', attempts = 0, planned_at = :now, next_attempt_at = :now,
     finished_at = NULL,
     waits = EXISTS (
       SELECT 1 FROM deliveries AS earlier
       WHERE earlier.kind = deliveries.kind AND earlier.webhook_id IS deliveries.webhook_id
         AND earlier.lead_id = deliveries.lead_id AND earlier.state = 'pending' AND earlier.id < deliveries.id
     )
   WHERE id = :id AND state <> 'pending'
     AND (webhook_id IS NULL OR EXISTS (SELECT 1 FROM webhooks WHERE id = webhook_id AND removed_at IS NULL))`,
);

export const blockLater = query<[InLine]>(
  `UPDATE deliveries SET waits = 1
   WHERE ${OF_LINE} AND lead_id = :lead_id AND state = 'pending' AND id > :id AND waits = 0`,
);

type Discarded = Line & { state: DeliveryState; before: string; limit: number };

/** Among the first ones of a line in a state; returns each one's lead. */
export const deleteOfLine = query<[Discarded], { lead_id: number | null }>(
  `DELETE FROM deliveries WHERE created_at < :before AND id IN (
     SELECT id FROM deliveries WHERE ${OF_LINE} AND state = :state ORDER BY id LIMIT :limit
   ) RETURNING lead_id`,
);

export const deleteFinishedBefore = deleteBatch<{ state: 'sent' | 'failed'; before: string }>(
  'deliveries',
  'id',
  'state = :state AND finished_at < :before',
);
