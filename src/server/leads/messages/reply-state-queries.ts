import { query } from '../../database/connection';

type OfLead = [{ lead_id: number }];

const FAILED = `EXISTS (SELECT 1 FROM message_statuses WHERE message_statuses.wamid = messages.wamid AND status = 'failed')`;

/**
 * When they first wrote after our last message that did not fail, and after what somebody has answered elsewhere, here or
 * in a lead joined into this one; null if they have not.
 */
export const selectAwaited = query<OfLead, { since: string | null }>(
  `SELECT min(at) AS since FROM messages
   WHERE lead_id = :lead_id AND direction = 'in' AND is_past = 0 AND at > coalesce((
     SELECT at FROM messages WHERE lead_id = :lead_id AND direction = 'out' AND NOT ${FAILED} ORDER BY at DESC LIMIT 1
   ), '') AND at > coalesce((SELECT replied_until FROM leads WHERE id = :lead_id), '') AND at > coalesce((
     SELECT max(replied_until) FROM leads WHERE joined_into = :lead_id
   ), '')`,
);

/** Our last message that did not fail. */
export const selectLastSent = query<OfLead, { at: string }>(
  `SELECT at FROM messages WHERE lead_id = :lead_id AND direction = 'out' AND NOT ${FAILED} ORDER BY at DESC LIMIT 1`,
);

export const selectAwaitingSince = query<OfLead, { since: string | null }>(
  'SELECT awaiting_reply_since AS since FROM leads WHERE id = :lead_id',
);

export const updateAwaitingSince = query<[{ lead_id: number; since: string | null }]>(
  'UPDATE leads SET awaiting_reply_since = :since WHERE id = :lead_id',
);

export const updateRepliedUntil = query<[{ lead_id: number; until: string }]>(
  'UPDATE leads SET replied_until = :until WHERE id = :lead_id',
);

export const selectAllAwaiting = query<[], { lead_id: number; since: string }>(
  `SELECT id AS lead_id, awaiting_reply_since AS since FROM leads INDEXED BY leads_awaiting_reply
   WHERE deleted_at IS NULL AND awaiting_reply_since IS NOT NULL`,
);

/** Everything that they have written is answered, though Meta's clock may be ahead of ours. */
export const updateRepliedToAll = query<[{ lead_id: number; now: string }]>(
  `UPDATE leads SET awaiting_reply_since = NULL,
     replied_until = max(:now, coalesce((SELECT max(at) FROM messages WHERE lead_id = :lead_id), ''))
   WHERE id = :lead_id`,
);

export const selectDeletedWithMessages = query<[], { lead_id: number }>(
  `SELECT id AS lead_id FROM leads INDEXED BY leads_deleted
   WHERE deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM messages WHERE messages.lead_id = leads.id)`,
);

/** The first of our messages since the lead came that did not fail. */
export const selectFirstSent = query<[{ lead_id: number; created_at: string }], { at: string }>(
  `SELECT at FROM messages WHERE lead_id = :lead_id AND direction = 'out' AND at >= :created_at AND NOT ${FAILED}
   ORDER BY at LIMIT 1`,
);

/** Whether a message of this moment failed. */
export const selectFailedAt = query<[{ lead_id: number; at: string }], { id: number }>(
  `SELECT id FROM messages WHERE lead_id = :lead_id AND at = :at AND direction = 'out' AND ${FAILED} LIMIT 1`,
);

/** How many of our live messages did not fail, counted up to two. */
export const countSent = query<[{ lead_id: number; created_at: string }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM messages
     WHERE lead_id = :lead_id AND direction = 'out' AND at >= :created_at AND is_past = 0 AND NOT ${FAILED} LIMIT 2
   )`,
);

export const selectLastStatusChange = query<
  OfLead,
  { actor_id: string | null; from_value: string | null; to_value: string | null }
>(
  `SELECT actor_id, from_value, to_value FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND field = 'estado' ORDER BY created_at DESC, id DESC LIMIT 1`,
);

/** For a lead that we have written to: nobody is asked any more whether WhatsApp reached it. */
export const deleteChatAttempts = query<OfLead>(
  "DELETE FROM contact_attempts WHERE lead_id = :lead_id AND channel = 'whatsapp'",
);
