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

export const ROW = 'id, lead_id, direction, body, author_id, is_past, at';

export const selectByWamid = query<[{ wamid: string }], StoredMessage>(
  `SELECT ${ROW} FROM messages WHERE wamid = :wamid`,
);

export type Status = 'sent' | 'delivered' | 'read' | 'failed';

/** Replaces the row: the new id puts it last for live updates. */
export const putStatus = query<[{ wamid: string; status: Status; error: number | null; at: string }]>(
  'INSERT OR REPLACE INTO message_statuses (wamid, status, error, at) VALUES (:wamid, :status, :error, :at)',
);

export const updateUserId = query<[{ id: number; user_id: string }]>(
  'UPDATE leads SET whatsapp_user_id = :user_id WHERE id = :id',
);

export const FAILED = `EXISTS (SELECT 1 FROM message_statuses WHERE message_statuses.wamid = messages.wamid AND status = 'failed')`;

/** The first of our messages since the lead came that did not fail. */
export const selectFirstSent = query<[{ lead_id: number; created_at: string }], { at: string }>(
  `SELECT at FROM messages WHERE lead_id = :lead_id AND direction = 'out' AND at >= :created_at AND NOT ${FAILED}
   ORDER BY at LIMIT 1`,
);

export type Silenced = { phone_key: string };

export const deleteSilenced = query<[Silenced]>('DELETE FROM silenced_numbers WHERE phone_key = :phone_key');
