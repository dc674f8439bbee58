import { query } from '../database/connection';

export const insertUnknown = query<[{ kind: string; body: string; now: string }], { id: number }>(
  'INSERT INTO whatsapp_unknown (kind, body, received_at) VALUES (:kind, :body, :now) RETURNING id',
);

export const deleteUnknownBelow = query<[{ id: number }]>('DELETE FROM whatsapp_unknown WHERE id < :id');

export const countUnknownSince = query<[{ since: string }], { count: number }>(
  'SELECT count(*) AS count FROM whatsapp_unknown WHERE received_at > :since',
);

export const deleteUnknownBefore = query<[{ before: string; limit: number }]>(
  `DELETE FROM whatsapp_unknown
   WHERE id IN (SELECT id FROM whatsapp_unknown WHERE received_at < :before LIMIT :limit)`,
);
