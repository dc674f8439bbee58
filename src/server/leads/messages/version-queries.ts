import { query } from '../../database/connection';

type Version = { version: string; is_revoked: 0 | 1; body: string | null; at: string };

export const insertVersion = query<[Version & { wamid: string }]>(
  `INSERT INTO message_versions (wamid, version, is_revoked, body, at)
   VALUES (:wamid, :version, :is_revoked, :body, :at) ON CONFLICT (version) DO NOTHING`,
);

/** Oldest first. */
export const selectVersions = query<[{ wamid: string }], Version>(
  'SELECT version, is_revoked, body, at FROM message_versions WHERE wamid = :wamid ORDER BY at, version <> wamid, id',
);

export const deleteWords = query<[{ wamid: string }]>(
  'DELETE FROM message_versions WHERE wamid = :wamid AND is_revoked = 0',
);

export const updateBody = query<[{ id: number; body: string | null }]>(
  'UPDATE messages SET body = :body WHERE id = :id',
);

export const updateRevoked = query<[{ id: number }]>(
  `UPDATE messages SET body = NULL, media_id = NULL, mime_type = NULL, file_name = NULL, referral = NULL WHERE id = :id`,
);
