import { query } from '~/server/database/connection';
import type { LeadEventType } from '~/shared/leads/event';

export type ActEvent = {
  id: number;
  type: LeadEventType;
  actor_id: string | null;
  field: string | null;
  from_value: string | null;
  to_value: string | null;
  created_at: string;
  origin_id: number | null;
};

/** All events of one act, in order: same lead, author and moment. */
export const selectAct = query<[{ lead_id: number; id: number }], ActEvent>(
  `SELECT act.id, act.type, act.actor_id, act.field, act.from_value, act.to_value, act.created_at, act.origin_id
   FROM lead_events AS one JOIN lead_events AS act INDEXED BY lead_events_newest
     ON act.lead_id = one.lead_id AND act.created_at = one.created_at AND act.actor_id = one.actor_id
   WHERE one.id = :id AND one.lead_id = :lead_id ORDER BY act.id`,
);

export const selectOpeningBefore = query<
  [{ lead_id: number; user_id: string; type: LeadEventType; before: number }],
  { created_at: string }
>(
  `SELECT created_at FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND actor_id = :user_id AND type = :type AND id < :before
   ORDER BY created_at DESC, id DESC LIMIT 1`,
);

export const clearCallOutcome = query<[{ id: number }], never>(
  `UPDATE lead_events SET to_value = NULL WHERE id = :id AND type = 'call_ended'`,
);

export const selectLaterWait = query<[{ lead_id: number; id: number }], { id: number }>(
  `SELECT id FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND field = 'awaiting_reply_since' AND id > :id LIMIT 1`,
);
