import { query } from '~/server/database/connection';
import type { Delivery, DeliveryKind, DeliveryState } from '~/shared/deliveries/delivery';

type InState = { kind: DeliveryKind; state: DeliveryState; after: number; until: number; limit: number };

/** Messages of a kind and state, oldest first. */
export const selectInState = query<[InState], Pick<Delivery, 'id' | 'kind' | 'lead_id'>>(
  `SELECT id, kind, lead_id FROM deliveries
   WHERE kind = :kind AND state = :state AND id > :after AND id <= :until ORDER BY id LIMIT :limit`,
);

/** Makes a pending message due now, with all its tries again. */
export const startOver = query<[{ id: number; now: string }]>(
  `UPDATE deliveries SET attempts = 0, planned_at = :now, next_attempt_at = :now
   WHERE id = :id AND state = 'pending' AND next_attempt_at > :now`,
);

export const deleteFailed = query<[{ id: number }]>(
  "DELETE FROM deliveries WHERE id = :id AND state = 'failed'",
);

type Finished = { state: 'sent' | 'failed'; before: string; limit: number };

export const deleteFinishedBefore = query<[Finished]>(
  `DELETE FROM deliveries WHERE id IN (
     SELECT id FROM deliveries WHERE state = :state AND finished_at < :before LIMIT :limit
   )`,
);
