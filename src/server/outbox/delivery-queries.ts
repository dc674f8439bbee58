import type { DeliveryKind, DeliveryState, EndReason } from '~/shared/deliveries/delivery';
import { query } from '../database/connection';
import { type DueDelivery, TEST_EVENT } from './delivery';

type NewDelivery = {
  message_id: string;
  kind: DeliveryKind;
  webhook_id: number | null;
  event: string;
  lead_id: number | null;
  payload: string;
  ordered: 0 | 1;
  created_at: string;
  due_at: string;
};

/** A message about a lead waits for earlier ones about it to the same destination, to arrive in order. */
export const insertDelivery = query<[NewDelivery]>(
  `INSERT INTO deliveries (message_id, kind, webhook_id, event, lead_id, payload, ordered, waits, planned_at,
                           next_attempt_at, created_at)
   VALUES (:message_id, :kind, :webhook_id, :event, :lead_id, :payload, :ordered,
           EXISTS (SELECT 1 FROM deliveries WHERE kind = :kind AND webhook_id IS :webhook_id AND lead_id = :lead_id
                                                  AND state = 'pending'),
           :created_at, :due_at, :created_at)`,
);

type Due = { kind: DeliveryKind; webhook_id: number | null; ordered: 0 | 1; limit: number };

/**
 * The next messages of a kind to a destination by time of their next attempt, due or not. While it is paused only
 * tests, which are planned before everything else; while it rests nothing.
 */
export const selectFirstDue = query<[Due], DueDelivery>(
  `SELECT * FROM (
     SELECT id, message_id, kind, webhook_id, event, lead_id, payload, attempts, next_attempt_at FROM deliveries
     WHERE kind = :kind AND webhook_id IS :webhook_id AND ordered = :ordered AND state = 'pending' AND waits = 0
     ORDER BY next_attempt_at, id LIMIT :limit
   )
   WHERE :webhook_id IS NULL OR EXISTS (
     SELECT 1 FROM webhooks
     WHERE id = :webhook_id AND removed_at IS NULL AND id NOT IN (SELECT id FROM resting_webhooks)
       AND (paused_at IS NULL OR event = '${TEST_EVENT}' AND attempts = 0)
   )`,
);

type Outcome = {
  id: number;
  state: DeliveryState;
  ended_in: EndReason | null;
  now: string;
  next_attempt_at: string;
  last_status: number | null;
  last_error: string | null;
  last_answer: string | null;
};

export const updateOutcome = query<[Outcome]>(
  `UPDATE deliveries SET state = :state, ended_in = :ended_in, attempts = attempts + 1, planned_at = :now,
     next_attempt_at = :next_attempt_at, last_attempt_at = :now, last_status = :last_status,
     last_error = :last_error, last_answer = :last_answer, finished_at = iif(:state = 'pending', NULL, :now)
   WHERE id = :id`,
);

type Line = { kind: DeliveryKind; webhook_id: number | null; lead_id: number };

/** Releases the earliest pending message about a lead to a destination. */
export const releaseNext = query<[Line]>(
  `UPDATE deliveries SET waits = 0 WHERE id = (
     SELECT min(id) FROM deliveries
     WHERE kind = :kind AND webhook_id IS :webhook_id AND lead_id = :lead_id AND state = 'pending'
   )`,
);

/**
 * Whether a message was planned in the future: then the clock was set back. Names its index, as SQLite would otherwise
 * read every pending message, and the worker asks often.
 */
export const selectPlannedAhead = query<[{ now: string }], { found: number }>(
  `SELECT 1 AS found FROM deliveries INDEXED BY deliveries_planned
   WHERE state = 'pending' AND planned_at > :now LIMIT 1`,
);

/** Keeps the waits of messages planned in the future, but counts them from now. */
export const replanFromNow = query<[{ now: string; limit: number }]>(
  `UPDATE deliveries SET planned_at = :now,
     next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', :now, format('+%.3f seconds',
       max(0, unixepoch(next_attempt_at, 'subsec') - unixepoch(planned_at, 'subsec'))))
   WHERE id IN (SELECT id FROM deliveries INDEXED BY deliveries_planned
                WHERE state = 'pending' AND planned_at > :now LIMIT :limit)`,
);

/** Mails of a kind to an email's owner, sent or pending, since a moment. */
export const countMailsTo = query<[{ event: string; email: string; since: string; now: string }], { count: number }>(
  `SELECT count(*) AS count FROM deliveries
   WHERE kind IN ('mail', 'provisioning') AND coalesce(payload ->> '$.user_id', payload ->> '$.email') = :email
     AND event = :event AND created_at > :since AND created_at <= :now`,
);

/** Makes a pending message due now. */
export const bringForward = query<[{ id: number; now: string }]>(
  "UPDATE deliveries SET planned_at = :now, next_attempt_at = :now WHERE id = :id AND state = 'pending'",
);

export const selectOutcome = query<[{ message_id: string }], { state: DeliveryState; attempts: number }>(
  'SELECT state, attempts FROM deliveries WHERE message_id = :message_id',
);

export const selectPayload = query<[{ message_id: string }], { id: number; payload: string }>(
  'SELECT id, payload FROM deliveries WHERE message_id = :message_id',
);
