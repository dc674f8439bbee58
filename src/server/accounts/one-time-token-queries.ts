import { deleteBatch, query } from '../database/connection';

export type TokenPurpose = 'first_admin' | 'verify' | 'reset' | 'access' | 'invitation';

type NewToken = {
  token_hash: Buffer;
  purpose: TokenPurpose;
  user_id: string | null;
  sign_up_id: string | null;
  invitation_id: string | null;
  /** Who copied it to hand it over; null if it was mailed. */
  made_by: string | null;
  expires_at: string;
  created_at: string;
};

export const insertToken = query<[NewToken]>(
  `INSERT INTO one_time_tokens (token_hash, purpose, user_id, sign_up_id, invitation_id, made_by, expires_at,
     created_at)
   VALUES (:token_hash, :purpose, :user_id, :sign_up_id, :invitation_id, :made_by, :expires_at, :created_at)`,
);

/** Deletes and returns in one statement, so a token works only once. */
export const redeemToken = query<
  [{ token_hash: Buffer; purpose: TokenPurpose; now: string }],
  { user_id: string | null; sign_up_id: string | null }
>(
  `DELETE FROM one_time_tokens
   WHERE token_hash = :token_hash AND purpose = :purpose AND expires_at > :now
   RETURNING user_id, sign_up_id`,
);

/** A valid token, without using it up. */
export const selectToken = query<
  [{ token_hash: Buffer; purpose: TokenPurpose; now: string }],
  { user_id: string | null }
>(
  `SELECT user_id FROM one_time_tokens
   WHERE token_hash = :token_hash AND purpose = :purpose AND expires_at > :now`,
);

export const deleteToken = query<[{ token_hash: Buffer }]>(
  'DELETE FROM one_time_tokens WHERE token_hash = :token_hash',
);

export const deleteFirstAdminTokens = query<[]>("DELETE FROM one_time_tokens WHERE purpose = 'first_admin'");

export const deleteExpiredTokens = deleteBatch<{ now: string }>('one_time_tokens', 'token_hash', 'expires_at <= :now');

export const deleteTokensOfInvitation = query<[{ invitation_id: string }]>(
  'DELETE FROM one_time_tokens WHERE invitation_id = :invitation_id',
);

/** What somebody copied to hand over ends with their own access. */
export const deleteTokensMadeBy = query<[{ made_by: string }]>('DELETE FROM one_time_tokens WHERE made_by = :made_by');

/** A change of password or access invalidates all links. */
export const deleteTokensOfUser = query<[{ user_id: string }]>('DELETE FROM one_time_tokens WHERE user_id = :user_id');
