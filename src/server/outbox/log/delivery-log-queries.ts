import { query } from '~/server/database/connection';
import type { LastMail } from '~/shared/companies/company';
import type { Delivery, DeliveryCounts, DeliverySummary } from '~/shared/deliveries/delivery';
import type { DeliveryFilters } from '~/shared/deliveries/schema';

const SUMMARY = `deliveries.id, kind, webhook_id, webhooks.host AS destination, event, state, ended_in, deliveries.lead_id,
  waits, state = 'pending' AND paused_at IS NOT NULL AS held, attempts, next_attempt_at, last_attempt_at, last_status, last_error, deliveries.created_at, finished_at,
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

export const holdLaterBack = query<
  [{ id: number; kind: string; webhook_id: number | null; lead_id: number }]
>(
  `UPDATE deliveries SET waits = 1
   WHERE kind = :kind AND webhook_id IS :webhook_id AND lead_id = :lead_id AND state = 'pending' AND id > :id
     AND waits = 0`,
);

export const bringForward = query<[{ id: number; now: string }]>(
  `UPDATE deliveries SET planned_at = :now, next_attempt_at = :now WHERE id = :id AND state = 'pending'`,
);

export const selectLastDeliveryId = query<[], { id: number | null }>('SELECT max(id) AS id FROM deliveries');
