import { query } from '../database/connection';

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

export const PASSKEY = `SELECT id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name,
                        last_used_at, created_at
                 FROM passkeys`;

export const selectPasskeys = query<[{ user_id: string }], PasskeyRow>(
  `${PASSKEY} WHERE user_id = :user_id ORDER BY created_at`,
);

export const selectByCredential = query<[{ credential_id: string }], PasskeyRow>(
  `${PASSKEY} WHERE credential_id = :credential_id`,
);

export const deletePasskey = query<[{ id: string; user_id: string }]>(
  'DELETE FROM passkeys WHERE id = :id AND user_id = :user_id',
);
