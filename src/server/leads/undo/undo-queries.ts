import type { Actor } from '~/server/audit/audit';
import { query } from '~/server/database/connection';
import type { SessionUser } from '~/shared/accounts/account';
import type { LeadEventType } from '~/shared/leads/event';

/** Who undoes, and their address; null when only asking what could be undone. */
export type UndoingUser = SessionUser & Pick<Actor, 'address'>;

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

export const selectWorkOfOthers = query<[{ lead_id: number; after: number; user_id: string }], { id: number }>(
  `SELECT id FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND id > :after AND actor_id IS NOT NULL AND actor_id <> :user_id LIMIT 1`,
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

export const selectLaterWithNote = query<
  [Pick<ActEvent, 'type' | 'to_value' | 'id'> & { lead_id: number }],
  { id: number }
>(
  `SELECT id FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND type = :type AND to_value = :to_value AND id > :id LIMIT 1`,
);

/** After a separation, the event of the lead that stayed. */
export const selectStaying = query<[{ lead_id: number; going: string; created_at: string }], { id: number }>(
  `SELECT id FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND type = 'separated' AND to_value = :going AND created_at = :created_at`,
);

export const selectLaterWithCompany = query<[{ lead_id: number; id: number }], { id: number }>(
  `SELECT id FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND type IN ('company_made', 'company_deleted', 'company_restored') AND id > :id LIMIT 1`,
);
