import { query } from '../database/connection';

export const selectKeyMark = query<[], { fingerprint: Buffer }>('SELECT fingerprint FROM secrets_key WHERE id = 1');

export const insertKeyMark = query<[{ fingerprint: Buffer; used_since: string }]>(
  'INSERT INTO secrets_key (id, fingerprint, used_since) VALUES (1, :fingerprint, :used_since)',
);

export const deleteKeyMark = query<[]>('DELETE FROM secrets_key WHERE id = 1');
