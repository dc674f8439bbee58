import { deleteBatch, query } from '../database/connection';

export type PasskeyRow = {
  id: string;
  user_id: string;
  credential_id: string;
  user_handle: string;
  public_key: Buffer<ArrayBuffer>;
  counter: number;
  transports: string;
  is_synced: 0 | 1;
  name: string;
  last_used_at: string | null;
  created_at: string;
};

const PASSKEY = `SELECT id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name,
                        last_used_at, created_at
                 FROM passkeys`;

export const selectPasskeys = query<[{ user_id: string }], PasskeyRow>(
  `${PASSKEY} WHERE user_id = :user_id ORDER BY created_at`,
);

export const selectPasskey = query<[{ id: string; user_id: string }], PasskeyRow>(
  `${PASSKEY} WHERE id = :id AND user_id = :user_id`,
);

export const selectByCredential = query<[{ credential_id: string }], PasskeyRow>(
  `${PASSKEY} WHERE credential_id = :credential_id`,
);

export const insertPasskey = query<[PasskeyRow]>(
  `INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name,
                         last_used_at, created_at)
   VALUES (:id, :user_id, :credential_id, :user_handle, :public_key, :counter, :transports, :is_synced, :name,
           :last_used_at, :created_at)`,
);

/** Records a use; changes nothing if a counter did not advance, a sign of a cloned device. */
export const updatePasskeyUse = query<[{ id: string; counter: number; is_synced: 0 | 1; last_used_at: string }]>(
  `UPDATE passkeys SET counter = :counter, is_synced = :is_synced, last_used_at = :last_used_at
   WHERE id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
);

export const updatePasskeyName = query<[{ id: string; user_id: string; name: string }]>(
  'UPDATE passkeys SET name = :name WHERE id = :id AND user_id = :user_id',
);

export const deletePasskey = query<[{ id: string; user_id: string }]>(
  'DELETE FROM passkeys WHERE id = :id AND user_id = :user_id',
);

export const insertSpentChallenge = query<[{ challenge: string; expires_at: string }]>(
  'INSERT OR IGNORE INTO spent_challenges (challenge, expires_at) VALUES (:challenge, :expires_at)',
);

export const deleteSpentChallenges = deleteBatch<{ now: string }>(
  'spent_challenges',
  'challenge',
  'expires_at <= :now',
);
