import { deleteBatch, query } from '~/server/database/connection';
import type { LastMail } from '~/shared/companies/company';
import type {
  Delivery,
  DeliveryCounts,
  DeliveryKind,
  DeliveryState,
  DeliverySummary,
} from '~/shared/deliveries/delivery';
import type { DeliveryFilters } from '~/shared/deliveries/schema';

const SUMMARY = `deliveries.id, kind, webhook_id, webhooks.host AS destination, event, state, ended_in, deliveries.lead_id,
  waits, state = 'pending' AND (paused_at IS NOT NULL OR webhook_id IN (SELECT id FROM resting_webhooks)) AS held,
  attempts, next_attempt_at, last_attempt_at, last_status, last_error, deliveries.created_at, finished_at,
  coalesce(payload ->> '$.lead.nombre', payload ->> '$.nombre', users.email, sign_ups.email,
           payload ->> '$.email', of_lead.nombre) AS about`;
const FROM = `FROM deliveries LEFT JOIN users ON users.id = payload ->> '$.user_id'
  LEFT JOIN sign_ups ON sign_ups.id = payload ->> '$.sign_up_id'
  LEFT JOIN webhooks ON webhooks.id = webhook_id AND webhooks.removed_at IS NULL
  LEFT JOIN leads AS of_lead ON of_lead.id = deliveries.lead_id AND kind = 'whatsapp'`;

type ListParams = {
  before: number;
  limit: number;
  state?: string;
  kind?: string;
  webhook_id?: number | null;
};
type Column = 'state' | 'kind' | 'webhook_id';

const CONDITIONS: Record<Column, string> = {
  state: 'state = :state',
  kind: 'kind = :kind',
  webhook_id: "kind = 'webhook' AND webhook_id IS :webhook_id",
};

/** One statement per combination of filters, so each uses its own index. */
function listQuery(filters: readonly Column[]) {
  const conditions = ['deliveries.id < :before', ...filters.map((column) => CONDITIONS[column])];
  return query<[ListParams], DeliverySummary>(
    `SELECT ${SUMMARY} ${FROM} WHERE ${conditions.join(' AND ')} ORDER BY deliveries.id DESC LIMIT :limit`,
  );
}

const listQueries = {
  '': listQuery([]),
  state: listQuery(['state']),
  kind: listQuery(['kind']),
  'state,kind': listQuery(['state', 'kind']),
  webhook_id: listQuery(['webhook_id']),
  'state,webhook_id': listQuery(['state', 'webhook_id']),
};

/** Messages that match the filters, older than `before`, newest first. */
export function selectDeliveries(
  { state, kind, destination }: DeliveryFilters,
  before: number,
  limit: number,
): DeliverySummary[] {
  // Only webhooks have destinations.
  if (destination !== undefined && kind !== undefined && kind !== 'webhook') return [];
  const given = {
    ...(state && { state }),
    ...(destination === undefined && kind && { kind }),
    ...(destination !== undefined && { webhook_id: destination === 'ajustes' ? null : destination }),
  };
  const statement = listQueries[Object.keys(given).join() as keyof typeof listQueries];
  return statement().all({ before, limit, ...given });
}

export const selectSummary = query<[{ id: number }], DeliverySummary>(
  `SELECT ${SUMMARY} ${FROM} WHERE deliveries.id = :id`,
);

export const selectDelivery = query<[{ id: number }], Delivery>(
  `SELECT ${SUMMARY}, message_id, payload, last_answer ${FROM} WHERE deliveries.id = :id`,
);

/** The last mail or access-link order to a person, by id or email. */
export const selectLastMail = query<[{ person: string }], LastMail>(
  `SELECT id, event, state, ended_in, created_at FROM deliveries
   WHERE coalesce(payload ->> '$.user_id', payload ->> '$.email') = :person AND kind IN ('mail', 'provisioning')
   ORDER BY id DESC LIMIT 1`,
);

export const selectCounts = query<[{ most: number }], DeliveryCounts>(
  `SELECT
     (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE state = 'pending' LIMIT :most)) AS pending,
     (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE state = 'failed' LIMIT :most)) AS failed`,
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

export const blockLater = query<[{ id: number; kind: string; webhook_id: number | null; lead_id: number }]>(
  `UPDATE deliveries SET waits = 1
   WHERE kind = :kind AND webhook_id IS :webhook_id AND lead_id = :lead_id AND state = 'pending' AND id > :id
     AND waits = 0`,
);

export const bringForward = query<[{ id: number; now: string }]>(
  `UPDATE deliveries SET planned_at = :now, next_attempt_at = :now WHERE id = :id AND state = 'pending'`,
);

export const selectLastDeliveryId = query<[], { id: number | null }>('SELECT max(id) AS id FROM deliveries');

/** Messages of a kind in a state, counted up to `most`. */
export const countInState = query<[{ kind: DeliveryKind; state: DeliveryState; most: number }], { count: number }>(
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM deliveries WHERE kind = :kind AND state = :state LIMIT :most
   )`,
);

export const selectFirstWaiting = query<[{ kind: DeliveryKind }], { created_at: string }>(
  "SELECT created_at FROM deliveries WHERE kind = :kind AND state = 'pending' ORDER BY id LIMIT 1",
);

/** Since when webhooks wait, over destinations that neither rest nor were paused by hand. What waited in a pause counts from its end. */
export const selectFirstWaitingWebhook = query<[], { since: string | null }>(
  `SELECT min(first.since) AS since FROM (
     SELECT (SELECT created_at FROM deliveries WHERE kind = 'webhook' AND webhook_id IS NULL AND state = 'pending'
             ORDER BY id LIMIT 1) AS since
     UNION ALL
     SELECT max(active_since, (SELECT created_at FROM deliveries
                               WHERE kind = 'webhook' AND webhook_id = webhooks.id AND state = 'pending'
                               ORDER BY id LIMIT 1))
     FROM webhooks
     WHERE pause IS NOT 'hand' AND removed_at IS NULL AND id NOT IN (SELECT id FROM resting_webhooks)
   ) AS first`,
);

/** Messages waiting for a destination, counted up to `most`. */
export const countWaitingFor = query<[{ webhook_id: number | null; most: number }], { count: number }>(
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM deliveries WHERE kind = 'webhook' AND webhook_id IS :webhook_id AND state = 'pending' LIMIT :most
   )`,
);

/** A message and what defines its queue. */
export type InLine = { id: number; kind: DeliveryKind; webhook_id: number | null; lead_id: number | null };

type InState = { kind: DeliveryKind; state: DeliveryState; after: number; until: number; limit: number };

export const selectInState = query<[InState], InLine>(
  `SELECT id, kind, webhook_id, lead_id FROM deliveries
   WHERE kind = :kind AND state = :state AND id > :after AND id <= :until ORDER BY id LIMIT :limit`,
);

type OfDestination = Omit<InState, 'kind'> & { webhook_id: number | null };

export const selectOfDestination = query<[OfDestination], { id: number }>(
  `SELECT id FROM deliveries
   WHERE kind = 'webhook' AND webhook_id IS :webhook_id AND state = :state AND id > :after AND id <= :until
   ORDER BY id LIMIT :limit`,
);

type Passed = { webhook_id: number | null; after: number; until: number; limit: number };

/** A destination's messages, oldest first, to pick those to resend. */
export const selectPassed = query<
  [Passed],
  InLine & { event: string; state: DeliveryState; created_at: string; finished_at: string | null }
>(
  `SELECT id, kind, webhook_id, lead_id, event, state, created_at, finished_at FROM deliveries
   WHERE kind = 'webhook' AND webhook_id IS :webhook_id AND id > :after AND id <= :until ORDER BY id LIMIT :limit`,
);

export const deleteUnsent = query<[{ webhook_id: number; state: 'pending' | 'failed'; limit: number }]>(
  `DELETE FROM deliveries WHERE id IN (
     SELECT id FROM deliveries WHERE kind = 'webhook' AND webhook_id = :webhook_id AND state = :state
     ORDER BY id LIMIT :limit
   )`,
);

/** Among the first waiting ones; returns each one's lead. */
export const deleteWaitingBefore = query<
  [{ webhook_id: number; before: string; limit: number }],
  { lead_id: number | null }
>(
  `DELETE FROM deliveries WHERE created_at < :before AND id IN (
     SELECT id FROM deliveries WHERE kind = 'webhook' AND webhook_id = :webhook_id AND state = 'pending'
     ORDER BY id LIMIT :limit
   ) RETURNING lead_id`,
);

/** Makes a pending message due now, with all its attempts again. */
export const startOver = query<[{ id: number; now: string }]>(
  `UPDATE deliveries SET attempts = 0, planned_at = :now, next_attempt_at = :now
   WHERE id = :id AND state = 'pending' AND next_attempt_at > :now`,
);

export const deleteFailed = query<[{ id: number }]>("DELETE FROM deliveries WHERE id = :id AND state = 'failed'");

export const deleteFinishedBefore = deleteBatch<{ state: 'sent' | 'failed'; before: string }>(
  'deliveries',
  'id',
  'state = :state AND finished_at < :before',
);
