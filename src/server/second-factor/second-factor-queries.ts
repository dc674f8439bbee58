import { deleteBatch, query } from '../database/connection';

type TotpRow = {
  secret: Buffer | null;
  set_at: string | null;
  new_secret: Buffer | null;
  new_since: string | null;
};

export const selectTotp = query<[{ user_id: string }], TotpRow>(
  'SELECT secret, set_at, new_secret, new_since FROM totp WHERE user_id = :user_id',
);

/** Keeps a secret that takes effect once a code of it was typed. */
export const upsertNewSecret = query<[{ user_id: string; new_secret: Buffer; new_since: string }]>(
  `INSERT INTO totp (user_id, new_secret, new_since) VALUES (:user_id, :new_secret, :new_since)
   ON CONFLICT (user_id) DO UPDATE SET new_secret = excluded.new_secret, new_since = excluded.new_since`,
);

/** Puts the new secret in force, if it is still the same one. */
export const adoptNewSecret = query<[{ user_id: string; new_secret: Buffer; set_at: string; step: number }]>(
  `UPDATE totp SET secret = new_secret, set_at = :set_at, last_step = :step, new_secret = NULL, new_since = NULL
   WHERE user_id = :user_id AND new_secret = :new_secret`,
);

/** Uses up a time step's code; changes nothing if it, or a later one, was used already. */
export const markTimeStepUsed = query<[{ user_id: string; secret: Buffer; step: number }]>(
  'UPDATE totp SET last_step = :step WHERE user_id = :user_id AND secret = :secret AND last_step < :step',
);

export const deleteTotp = query<[{ user_id: string }]>('DELETE FROM totp WHERE user_id = :user_id');

/** Forgets unconfirmed secrets; keeps those in force. */
export const clearNewSecrets = query<[{ before: string; limit: number }]>(
  `UPDATE totp SET new_secret = NULL, new_since = NULL
   WHERE user_id IN (SELECT user_id FROM totp WHERE new_since IS NOT NULL AND new_since <= :before LIMIT :limit)`,
);

export const insertRecoveryCode = query<[{ user_id: string; place: number; code_hash: string }]>(
  'INSERT INTO recovery_codes (user_id, place, code_hash) VALUES (:user_id, :place, :code_hash)',
);

export const selectRecoveryCode = query<[{ user_id: string; place: number }], { code_hash: string }>(
  'SELECT code_hash FROM recovery_codes WHERE user_id = :user_id AND place = :place AND used_at IS NULL',
);

export const spendRecoveryCode = query<[{ user_id: string; place: number; code_hash: string; now: string }]>(
  `UPDATE recovery_codes SET used_at = :now
   WHERE user_id = :user_id AND place = :place AND code_hash = :code_hash AND used_at IS NULL`,
);

export const countRecoveryCodes = query<[{ user_id: string }], { left: number }>(
  'SELECT count(*) AS left FROM recovery_codes WHERE user_id = :user_id AND used_at IS NULL',
);

export const deleteRecoveryCodes = query<[{ user_id: string }]>('DELETE FROM recovery_codes WHERE user_id = :user_id');

export const insertPending = query<[{ token_hash: Buffer; user_id: string; tries_left: number; expires_at: string }]>(
  `INSERT INTO pending_sign_ins (token_hash, user_id, tries_left, expires_at)
   VALUES (:token_hash, :user_id, :tries_left, :expires_at)`,
);

export const selectPending = query<[{ token_hash: Buffer; now: string }], { user_id: string }>(
  `SELECT user_id FROM pending_sign_ins
   WHERE token_hash = :token_hash AND tries_left > 0 AND expires_at > :now`,
);

export const consumeTry = query<[{ token_hash: Buffer; now: string }], { user_id: string; tries_left: number }>(
  `UPDATE pending_sign_ins SET tries_left = tries_left - 1
   WHERE token_hash = :token_hash AND tries_left > 0 AND expires_at > :now
   RETURNING user_id, tries_left`,
);

export const deletePending = query<[{ token_hash: Buffer }]>(
  'DELETE FROM pending_sign_ins WHERE token_hash = :token_hash',
);

export const deletePendingOfUser = query<[{ user_id: string }]>(
  'DELETE FROM pending_sign_ins WHERE user_id = :user_id',
);

export const deleteExpiredPending = deleteBatch<{ now: string }>(
  'pending_sign_ins',
  'token_hash',
  'expires_at <= :now',
);

/** SQL: whether SECOND_FACTOR asks for one of a profile's user; `isRequired` in requirement.ts. */
const IS_ASKED = `(:asks = 'all' OR (:asks = 'admins' AND id IN (SELECT user_id FROM user_roles WHERE role = 'admin')))`;

/** Sets the end of the grace of those who have none yet: of everybody who is signed in, or one person. */
export const grantDue = query<[{ asks: string; due: string; id: string | null }]>(
  `UPDATE profiles SET second_factor_due = :due
   WHERE second_factor_due IS NULL AND ${IS_ASKED}
     AND (id = :id OR (:id IS NULL AND id IN (SELECT user_id FROM sessions)))`,
);

export const clearDue = query<[{ asks: string }]>(
  `UPDATE profiles SET second_factor_due = NULL WHERE second_factor_due IS NOT NULL AND NOT ${IS_ASKED}`,
);
