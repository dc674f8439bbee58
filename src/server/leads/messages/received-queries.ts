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
