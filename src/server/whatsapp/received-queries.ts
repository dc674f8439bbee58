import { deleteBatch, query } from '../database/connection';

export const insertReceived = query<[{ body: string; due_at: string; failures: number; now: string }]>(
  `INSERT INTO whatsapp_received (body, due_at, failures, received_at) VALUES (:body, :due_at, :failures, :now)`,
);

export type ReceivedRow = { id: number; body: string; bytes: number; done: number; failures: number };

/** The first webhook due by `now`, without its body; else the first that would wait beyond `latest`. */
export const selectDueReceipts = query<[{ now: string; latest: string }], { id: number }>(
  `SELECT id FROM (SELECT id FROM whatsapp_received WHERE due_at <= :now ORDER BY due_at, id LIMIT 1)
   UNION ALL
   SELECT id FROM (SELECT id FROM whatsapp_received WHERE due_at > :latest ORDER BY due_at, id LIMIT 1)
   LIMIT 1`,
);

export const selectReceived = query<[{ id: number }], ReceivedRow>(
  'SELECT id, body, octet_length(body) AS bytes, done, failures FROM whatsapp_received WHERE id = :id',
);

/** Progress, by whichever process; `bytes` tells whether the body is still the same. */
export const selectProgress = query<[{ id: number }], Pick<ReceivedRow, 'bytes' | 'done' | 'failures'>>(
  'SELECT octet_length(body) AS bytes, done, failures FROM whatsapp_received WHERE id = :id',
);

export const updateDone = query<[{ id: number; done: number }]>(
  'UPDATE whatsapp_received SET done = :done WHERE id = :id',
);

export const deleteReceived = query<[{ id: number }]>('DELETE FROM whatsapp_received WHERE id = :id');

/** Reads no bodies: SQLite stores a value's length in the record's header. */
export const selectBacklog = query<[], { bytes: number | null }>(
  'SELECT sum(octet_length(body)) AS bytes FROM whatsapp_received',
);

export const insertUnknown = query<[{ kind: string; body: string; now: string }], { id: number }>(
  'INSERT INTO whatsapp_unknown (kind, body, received_at) VALUES (:kind, :body, :now) RETURNING id',
);

export const deleteUnknownBelow = query<[{ id: number }]>('DELETE FROM whatsapp_unknown WHERE id < :id');

export const countUnknownSince = query<[{ since: string }], { count: number }>(
  'SELECT count(*) AS count FROM whatsapp_unknown WHERE received_at > :since',
);

export const deleteUnknownBefore = deleteBatch<{ before: string }>('whatsapp_unknown', 'id', 'received_at < :before');
