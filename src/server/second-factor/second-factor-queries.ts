import { query } from '../database/connection';

type TotpRow = {
  secret: Buffer | null;
  set_at: string | null;
  new_secret: Buffer | null;
  new_since: string | null;
};

export const selectTotp = query<[{ user_id: string }], TotpRow>(
  'SELECT secret, set_at, new_secret, new_since FROM totp WHERE user_id = :user_id',
);

export const deleteTotp = query<[{ user_id: string }]>('DELETE FROM totp WHERE user_id = :user_id');

export const countRecoveryCodes = query<[{ user_id: string }], { left: number }>(
  'SELECT count(*) AS left FROM recovery_codes WHERE user_id = :user_id AND used_at IS NULL',
);

export const deleteRecoveryCodes = query<[{ user_id: string }]>('DELETE FROM recovery_codes WHERE user_id = :user_id');

export const deletePendingOfUser = query<[{ user_id: string }]>(
  'DELETE FROM pending_sign_ins WHERE user_id = :user_id',
);
