import { query } from '../../database/connection';

type NewMessage = {
  lead_id: number;
  phone_key: string;
  kind: 'text' | 'template';
  body: string;
  author_id: string;
  template: string | null;
  at: string;
};

/** A message that is still to be sent. */
export const insertOutgoing = query<[NewMessage], { id: number }>(
  `INSERT INTO messages (lead_id, phone_key, direction, kind, body, author_id, template, at)
   VALUES (:lead_id, :phone_key, 'out', :kind, :body, :author_id, :template, :at) RETURNING id`,
);

/** How many messages from a template there are since a moment: in all, and this author's. */
export const countFromTemplate = query<
  [{ author_id: string; since: string; now: string }],
  { total: number; own: number }
>(
  `SELECT count(*) AS total, count(*) FILTER (WHERE author_id = :author_id) AS own
   FROM messages WHERE template IS NOT NULL AND at BETWEEN :since AND :now`,
);

/** A message of ours as its sender needs it. */
export type OutgoingMessage = {
  id: number;
  lead_id: number | null;
  phone_key: string;
  kind: string;
  body: string | null;
  template: string | null;
  wamid: string | null;
  status: string | null;
  error: number | null;
  sending_since: string | null;
  at: string;
  /** 1: it has no lead, or its lead is in the trash. */
  is_leadless: 0 | 1;
};

export const selectOutgoing = query<[{ id: number }], OutgoingMessage>(
  `SELECT messages.id, lead_id, messages.phone_key, kind, body, template, messages.wamid, status, error, sending_since,
     messages.at, leads.id IS NULL OR leads.deleted_at IS NOT NULL AS is_leadless
   FROM messages LEFT JOIN leads ON leads.id = lead_id
     LEFT JOIN message_statuses ON message_statuses.wamid = messages.wamid
   WHERE messages.id = :id AND direction = 'out'`,
);

export const updateSending = query<[{ id: number; since: string | null }]>(
  'UPDATE messages SET sending_since = :since WHERE id = :id',
);

export const updateWamid = query<[{ id: number; wamid: string }]>(
  'UPDATE messages SET wamid = :wamid, sending_since = NULL WHERE id = :id',
);

export const selectEcho = query<[{ wamid: string; id: number }], { id: number; lead_id: number | null; at: string }>(
  `SELECT id, lead_id, at FROM messages WHERE wamid = :wamid AND id <> :id`,
);

/** Detaches a message from its wamid, so that deleting it keeps the statuses and reactions of the wamid. */
export const clearWamid = query<[{ id: number }]>('UPDATE messages SET wamid = NULL WHERE id = :id');

export const deleteMessage = query<[{ id: number }]>('DELETE FROM messages WHERE id = :id');

export const deleteSentEvent = query<[{ lead_id: number; created_at: string; to_value: string }]>(
  `DELETE FROM lead_events
   WHERE lead_id = :lead_id AND created_at = :created_at AND type = 'message_sent' AND to_value = :to_value`,
);

/** Sent, unless more is known. */
export const insertSentStatus = query<[{ wamid: string; at: string }]>(
  `INSERT INTO message_statuses (wamid, status, at) VALUES (:wamid, 'sent', :at) ON CONFLICT (wamid) DO NOTHING`,
);

export const deleteStatus = query<[{ wamid: string }]>('DELETE FROM message_statuses WHERE wamid = :wamid');
