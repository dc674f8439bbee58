import type { LeadOrigin } from '~/shared/enquiries/origin';
import type { MessageKind } from '~/shared/leads/message';
import { query } from '../../database/connection';

export type StoredMessage = {
  id: number;
  lead_id: number | null;
  direction: 'in' | 'out';
  body: string | null;
  author_id: string | null;
  is_past: 0 | 1;
  at: string;
};

const ROW = 'id, lead_id, direction, body, author_id, is_past, at';

export const selectByWamid = query<[{ wamid: string }], StoredMessage>(
  `SELECT ${ROW} FROM messages WHERE wamid = :wamid`,
);

type NewMessage = {
  lead_id: number | null;
  phone_key: string;
  wamid: string;
  direction: 'in' | 'out';
  kind: MessageKind;
  body: string | null;
  media_id: string | null;
  mime_type: string | null;
  file_name: string | null;
  reply_to: string | null;
  sender_name: string | null;
  /** As JSON. */
  referral: string | null;
  is_past: 0 | 1;
  at: string;
};

export const insertReceived = query<[NewMessage], StoredMessage>(
  `INSERT INTO messages (lead_id, phone_key, wamid, direction, kind, body, media_id, mime_type, file_name, reply_to,
                         sender_name, referral, is_past, at)
   VALUES (:lead_id, :phone_key, :wamid, :direction, :kind, :body, :media_id, :mime_type, :file_name, :reply_to,
           :sender_name, :referral, :is_past, :at)
   RETURNING ${ROW}`,
);

/** For a message that came as history first. */
export const updateIsLive = query<[{ id: number }]>('UPDATE messages SET is_past = 0 WHERE id = :id');

/** Our messages to a number without a lead since a moment, oldest first. */
export const selectUnclaimed = query<[{ phone_key: string; since: string }], StoredMessage>(
  `SELECT ${ROW} FROM messages INDEXED BY messages_without_lead
   WHERE phone_key = :phone_key AND lead_id IS NULL AND at >= :since ORDER BY at`,
);

export const assignLead = query<[{ id: number; lead_id: number }]>(
  'UPDATE messages SET lead_id = :lead_id WHERE id = :id AND lead_id IS NULL',
);

type FirstMessage = { at: string; kind: MessageKind; body: string | null; referral: string | null };

/** The first messages of a lead, oldest first. */
export const selectFirstMessages = query<[{ lead_id: number; limit: number }], FirstMessage>(
  `SELECT at, kind, body, referral FROM messages
   WHERE lead_id = :lead_id AND direction = 'in' AND is_past = 0 ORDER BY at, id LIMIT :limit`,
);

/** For a message that is older than those that came before it. */
export const updateFirstMessage = query<
  [{ id: number; created_at: string; mensaje: string | null; tema: string | null; plan: string | null }]
>(
  `UPDATE leads SET created_at = :created_at, mensaje = :mensaje, tema = :tema, plan = :plan
   WHERE id = :id AND deleted_at IS NULL`,
);

/** For a message that is older than those that came before it. */
export const updateOrigin = query<[LeadOrigin & { id: number }]>(
  `UPDATE leads SET utm_source = :utm_source, utm_medium = :utm_medium, utm_campaign = :utm_campaign, referrer = :referrer
   WHERE id = :id`,
);

type Status = 'sent' | 'delivered' | 'read' | 'failed';

export const selectStatus = query<[{ wamid: string }], { status: Status }>(
  'SELECT status FROM message_statuses WHERE wamid = :wamid',
);

/** Replaces the row: the new id puts it last for live updates. */
export const putStatus = query<[{ wamid: string; status: Status; error: number | null; at: string }]>(
  'INSERT OR REPLACE INTO message_statuses (wamid, status, error, at) VALUES (:wamid, :status, :error, :at)',
);

type Side = { wamid: string; direction: 'in' | 'out' };

export const selectReaction = query<[Side], { emoji: string; at: string }>(
  'SELECT emoji, at FROM message_reactions WHERE wamid = :wamid AND direction = :direction',
);

export const putReaction = query<[Side & { emoji: string; at: string }]>(
  'INSERT OR REPLACE INTO message_reactions (wamid, direction, emoji, at) VALUES (:wamid, :direction, :emoji, :at)',
);
