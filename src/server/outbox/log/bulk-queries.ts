import { query } from '~/server/database/connection';
import type { DeliveryKind, DeliveryState } from '~/shared/deliveries/delivery';

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

export const deleteFailed = query<[{ id: number }]>(
  "DELETE FROM deliveries WHERE id = :id AND state = 'failed'",
);

type Finished = { state: 'sent' | 'failed'; before: string; limit: number };

export const deleteFinishedBefore = query<[Finished]>(
  `DELETE FROM deliveries WHERE id IN (
     SELECT id FROM deliveries WHERE state = :state AND finished_at < :before LIMIT :limit
   )`,
);
