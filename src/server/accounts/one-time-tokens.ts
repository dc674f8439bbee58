import { AppError } from '../app-error';
import { query } from '../database/connection';
import { hashToken, makeToken } from '../secrets/random-tokens';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type TokenPurpose = 'first_admin' | 'verify' | 'reset' | 'access' | 'invitation';

/** How long each kind of link is valid once its mail is sent. */
export const LINK_VALID_MS: Record<TokenPurpose, number> = {
  first_admin: 24 * HOUR_MS,
  verify: 24 * HOUR_MS,
  reset: 30 * MINUTE_MS,
  // Covers a reader who opens mail tomorrow, or after the weekend.
  access: 72 * HOUR_MS,
  invitation: 72 * HOUR_MS,
};

/** Null for the first administrator's link. */
type Owner = { user_id: string; made_by?: string } | { sign_up_id: string } | { invitation_id: string } | null;

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

const insertToken = query<[NewToken]>(
  `INSERT INTO one_time_tokens (token_hash, purpose, user_id, sign_up_id, invitation_id, made_by, expires_at,
     created_at)
   VALUES (:token_hash, :purpose, :user_id, :sign_up_id, :invitation_id, :made_by, :expires_at, :created_at)`,
);

/** Makes a link's token. Only its hash is stored: the token exists nowhere but in the return value. */
export function issueToken(purpose: TokenPurpose, owner: Owner): string {
  const token = makeToken();
  const now = Date.now();
  insertToken().run({
    token_hash: hashToken(token),
    purpose,
    user_id: null,
    sign_up_id: null,
    invitation_id: null,
    made_by: null,
    ...owner,
    expires_at: new Date(now + LINK_VALID_MS[purpose]).toISOString(),
    created_at: new Date(now).toISOString(),
  });
  return token;
}

/** How long a new link is valid, for people. */
export const validMinutes = (purpose: TokenPurpose): number => LINK_VALID_MS[purpose] / MINUTE_MS;

const deleteToken = query<[{ token_hash: Buffer }]>('DELETE FROM one_time_tokens WHERE token_hash = :token_hash');

/** Deletes a token nobody received. */
export function voidToken(token: string): void {
  deleteToken().run({ token_hash: hashToken(token) });
}

/** Deletes and returns in one statement, so a token works only once. */
const redeemToken = query<
  [{ token_hash: Buffer; purpose: TokenPurpose; now: string }],
  { user_id: string | null; sign_up_id: string | null }
>(
  `DELETE FROM one_time_tokens
   WHERE token_hash = :token_hash AND purpose = :purpose AND expires_at > :now
   RETURNING user_id, sign_up_id`,
);

/**
 * Uses up a token, in the caller's transaction (a rollback restores it), and returns its owner's id; '' for the first
 * administrator's and for an invitation's, which has no account yet.
 * @throws {AppError} `token_invalid` if it was used, has expired, or never existed.
 */
export function redeem(purpose: TokenPurpose, token: string): string {
  const row = redeemToken().get({ token_hash: hashToken(token), purpose, now: new Date().toISOString() });
  if (!row) throw new AppError('token_invalid');
  return row.user_id ?? row.sign_up_id ?? '';
}

/** A valid token, without using it up. */
const selectToken = query<[{ token_hash: Buffer; purpose: TokenPurpose; now: string }], { user_id: string | null }>(
  `SELECT user_id FROM one_time_tokens
   WHERE token_hash = :token_hash AND purpose = :purpose AND expires_at > :now`,
);

/** Whose valid link this is, without using it up: a user's id or null; undefined if it is not valid. */
export function findLink(purpose: TokenPurpose, token: string): string | null | undefined {
  const now = new Date().toISOString();
  return selectToken().get({ token_hash: hashToken(token), purpose, now })?.user_id;
}

/** A change of password or access invalidates all links. */
export const deleteTokensOfUser = query<[{ user_id: string }]>('DELETE FROM one_time_tokens WHERE user_id = :user_id');
