import { query } from '~/server/database/connection';
import type { DeliveryKind, DeliveryState } from '~/shared/deliveries/delivery';

/** Messages of a kind in a state, counted up to `most`. */
export const countInState = query<
  [{ kind: DeliveryKind; state: DeliveryState; most: number }],
  { count: number }
>(
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM deliveries WHERE kind = :kind AND state = :state LIMIT :most
   )`,
);

export const selectFirstWaiting = query<[{ kind: DeliveryKind }], { created_at: string }>(
  "SELECT created_at FROM deliveries WHERE kind = :kind AND state = 'pending' ORDER BY id LIMIT 1",
);

/**
 * Since when webhooks have been waiting: the oldest over all destinations nobody paused by hand. What waited during a
 * pause counts from its end.
 */
export const selectFirstWaitingWebhook = query<[], { since: string | null }>(
  `SELECT min(first.since) AS since FROM (
     SELECT (SELECT created_at FROM deliveries WHERE kind = 'webhook' AND webhook_id IS NULL AND state = 'pending'
             ORDER BY id LIMIT 1) AS since
     UNION ALL
     SELECT max(active_since, (SELECT created_at FROM deliveries
                               WHERE kind = 'webhook' AND webhook_id = webhooks.id AND state = 'pending'
                               ORDER BY id LIMIT 1))
     FROM webhooks WHERE pause IS NOT 'hand' AND removed_at IS NULL
   ) AS first`,
);

/** Messages waiting for a destination, counted up to `most`. */
export const countWaitingFor = query<[{ webhook_id: number | null; most: number }], { count: number }>(
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM deliveries WHERE kind = 'webhook' AND webhook_id IS :webhook_id AND state = 'pending' LIMIT :most
   )`,
);
