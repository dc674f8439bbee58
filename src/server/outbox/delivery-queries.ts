import { query } from '../db';
import type { DeliveryKind, DueDelivery } from './delivery';

type NewDelivery = {
  message_id: string;
  kind: DeliveryKind;
  event: string;
  lead_id: number | null;
  payload: string;
  created_at: string;
};

export const insertDelivery = query<[NewDelivery]>(
  `INSERT INTO deliveries (message_id, kind, event, lead_id, payload, next_attempt_at, created_at)
   VALUES (:message_id, :kind, :event, :lead_id, :payload, :created_at, :created_at)`,
);

/**
 * What of one kind should be tried now, oldest first. A later message about a lead waits for the earlier one, so that they
 * arrive in order.
 */
export const selectDueDeliveries = query<[{ kind: DeliveryKind; now: string; limit: number }], DueDelivery>(
  `SELECT id, message_id, kind, event, lead_id, payload, attempts FROM deliveries AS due
   WHERE kind = :kind AND state = 'pending' AND next_attempt_at <= :now
     AND NOT EXISTS (
       SELECT 1 FROM deliveries AS earlier
       WHERE earlier.lead_id = due.lead_id AND earlier.id < due.id AND earlier.state = 'pending'
     )
   ORDER BY next_attempt_at, id LIMIT :limit`,
);

export const selectNextAttempt = query<[{ kind: DeliveryKind }], { next_attempt_at: string | null }>(
  `SELECT min(next_attempt_at) AS next_attempt_at FROM deliveries WHERE kind = :kind AND state = 'pending'`,
);

type Outcome = {
  id: number;
  state: 'pending' | 'sent' | 'failed';
  next_attempt_at: string;
  last_status: number | null;
  last_error: string | null;
  finished_at: string | null;
};

export const updateOutcome = query<[Outcome]>(
  `UPDATE deliveries SET state = :state, attempts = attempts + 1, next_attempt_at = :next_attempt_at,
     last_status = :last_status, last_error = :last_error, finished_at = :finished_at
   WHERE id = :id`,
);
